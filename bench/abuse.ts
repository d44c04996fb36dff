import { request } from 'node:http';
import { cpus } from 'node:os';
import { watch, type Waited } from '../test/abuse/bystander';
import { hold, nextAddress, send, type Held } from '../test/abuse/connections';
import { fuzz, type FuzzedBody } from '../test/abuse/fuzz';
import * as hostile from '../test/abuse/hostile-bodies';
import { startTarget, type Target, type Vitals } from '../test/abuse/target';

/**
 * The product under attack, started by `npm start` in a process of its own. For 3 minutes one anonymous client sends
 * the most expensive requests that its limit of 60 a minute allows, some of them about a wallet of 100,000 transactions and
 * each time another second wallet, while 100 connections of other networks send unfinished, slow and compressed bodies.
 * Then a seeded fuzzer sends 1,000 bodies, one after the other. Prints two tables for docs/abuse.md.
 * Run: npm run -s bench:abuse [-- --seconds=180 --wallet=100000 --fuzz=1000 --seed=14 --without=moves]
 */

const option = (name: string, fallback: number): number =>
  Number(process.argv.find((given) => given.startsWith(`--${name}=`))?.split('=')[1] ?? fallback);
const SECONDS = option('seconds', 180);
const FUZZED = option('fuzz', 1_000);
const SEED = option('seed', 14);
/** Transactions of the long wallet. 0: none. */
const TRANSACTIONS = option('wallet', 100_000);
/** Leaves out the expensive requests whose name contains this. */
const WITHOUT = process.argv.find((given) => given.startsWith('--without='))?.split('=')[1];
const CONNECTIONS = 100;
const QUIET_SECONDS = Math.min(15, SECONDS);

const DEMO = '0xde300000000000000000000000000000000a11ce';
const HOLDINGS = `/api/v1/wallets/${DEMO}/holdings`;
const LONG = '0x00000000000000000000000000000000000b1601';
const COST_BASIS = '/api/calculate/cost-basis';

const pause = (ms: number) => new Promise((wake) => setTimeout(wake, ms));

/** What one anonymous client may send that costs most; each row is one request. */
function expensive(): { name: string; run: (url: string, from: string) => Promise<number> }[] {
  const posted = (name: string, path: string, body: hostile.HostileBody) => ({
    name,
    run: async (url: string, from: string) => (await send(url, path, body, { from })).status,
  });
  const read = (path: string) => ({
    name: `GET ${path}`,
    run: (url: string, from: string) => get(url, path, from),
  });
  let others = 0;
  const together = (path: string) => ({
    name: `GET ${path}?owned_wallets=<another one>`,
    run: (url: string, from: string) => {
      others += 1;
      const other = `0x${others.toString(16).padStart(40, '5')}`;
      return get(url, `${path}?owned_wallets=${other}`, from);
    },
  });
  const long = ['reconciliation', 'tax-report', 'lots', 'tax-loss-harvesting', 'wash-sales'].map(
    (name) => `/api/calculate/${name}/${LONG}`,
  );
  return [
    ...(TRANSACTIONS === 0
      ? []
      : [...long.map(read), ...long.map(together), ...long.slice(0, 1).map(together)]),
    posted('10,000 purchases', COST_BASIS, hostile.ledger(10_000)),
    posted('50,000 purchases', COST_BASIS, hostile.ledger(50_000)),
    posted('10,000 swaps of distinct symbols', COST_BASIS, hostile.swaps(10_000)),
    posted('4,000 purchases and 4,000 moves', COST_BASIS, hostile.moves(4_000, 4_000)),
    posted('50,000 wrong rows', COST_BASIS, hostile.wrongRows(50_000)),
    posted('10,000 prices', '/api/calculate/unrealized-gl', hostile.prices(10_000)),
    posted('a bomb of 32 MiB', COST_BASIS, hostile.bomb()),
    posted('8 MiB of ones', COST_BASIS, hostile.flatList(8 * 1024 * 1024)),
    posted('an undeclared field of 900 keys', '/api/v1/auth/login', hostile.undeclared(900)),
    posted('an object of 9,000 keys', '/api/v1/auth/login', hostile.undeclared(9_000)),
    read(`/api/calculate/wash-sales/${DEMO}?simulate=true`),
    read(`/api/calculate/lots/${DEMO}`),
    read(`/api/calculate/tax-loss-harvesting/${DEMO}`),
  ];
}

function get(url: string, path: string, from: string, headers: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve) => {
    const call = request(url + path, { localAddress: from, headers }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
      response.once('error', () => resolve(0));
    });
    call.once('error', () => resolve(0));
    call.end();
  });
}

/** One of the hundred: opens its connection again when the server has closed it, at most once a second. */
async function misbehave(url: string, index: number, isOver: () => boolean): Promise<void> {
  const from = nextAddress();
  const bomb = BOMB;
  const shapes = [
    () => hold(url, COST_BASIS, bomb, { part: bomb.bytes.length - 1, from }),
    () => hold(url, COST_BASIS, LEDGER, { part: 31 * 1024, from, drip: 1_000 }),
    () => hold(url, '/api/v1/auth/login', bomb, { part: bomb.bytes.length, from }),
    () => hold(url, '/api/calculate/nothing', bomb, { part: bomb.bytes.length - 1, from }),
  ];
  for (let i = index; !isOver(); i++) {
    const held: Held | undefined = await shapes[i % shapes.length]?.();
    for (let waited = 0; held && !held.socket.destroyed && !isOver() && waited < 60; waited++)
      await pause(1_000);
    held?.close();
    await pause(1_000);
  }
}

const BOMB = hostile.bomb();
const LEDGER = hostile.ledger(5_000);

async function attack(target: Target, token: string): Promise<void> {
  const kinds = expensive().filter(({ name }) => WITHOUT === undefined || !new RegExp(WITHOUT).test(name));
  const before = await target.vitals();
  const quiet = await measured(target, token, QUIET_SECONDS, () => Promise.resolve());
  const statuses = new Map<string, number>();
  const loaded = await measured(target, token, SECONDS, async (isOver) => {
    const connections = Array.from({ length: CONNECTIONS }, (_, i) => misbehave(target.url, i, isOver));
    const from = nextAddress();
    const sent: Promise<void>[] = [];
    for (let i = 0; !isOver(); i++) {
      const kind = kinds[i % kinds.length];
      if (kind)
        sent.push(
          kind.run(target.url, from).then((status) => {
            const key = `${kind.name}: ${status}`;
            statuses.set(key, (statuses.get(key) ?? 0) + 1);
          }),
        );
      await pause(1_000);
    }
    await Promise.all([...connections, ...sent]);
  });
  await pause(5_000);
  const after = await target.vitals();
  const rows: [string, string, string, string][] = [
    ['health p99', `${quiet.health.p99Ms} ms`, `${loaded.health.p99Ms} ms`, '100 ms'],
    ['health, longest', `${quiet.health.maxMs} ms`, `${loaded.health.maxMs} ms`, ''],
    [
      'health, failed',
      `${quiet.health.failed} of ${quiet.health.requests}`,
      `${loaded.health.failed} of ${loaded.health.requests}`,
      '0',
    ],
    [
      'cached holdings p99 of a signed-in user',
      `${quiet.holdings.p99Ms} ms`,
      `${loaded.holdings.p99Ms} ms`,
      '300 ms',
    ],
    [
      'cached holdings, failed',
      `${quiet.holdings.failed} of ${quiet.holdings.requests}`,
      `${loaded.holdings.failed} of ${loaded.holdings.requests}`,
      '0',
    ],
    ['resident memory, highest', `${quiet.rssMib} MiB`, `${loaded.rssMib} MiB`, '800 MiB'],
    ['event loop, longest stretch', `${quiet.stretchMs} ms`, `${loaded.stretchMs} ms`, ''],
    ['restarts', '0', after.startedAt === before.startedAt ? '0' : '1 or more', '0'],
  ];
  console.log(`\nAttack of ${SECONDS} s, ${CONNECTIONS} connections, ${cpus().length} cores\n`);
  table(['', 'Quiet', 'Under attack', 'Bar'], rows);
  console.log('\nAnswers to the anonymous client (0: cut):\n');
  for (const [key, count] of [...statuses].toSorted()) console.log(`${key} x ${count}`);
}

interface Measured {
  health: Waited;
  holdings: Waited;
  rssMib: number;
  stretchMs: number;
}

/** What bystanders wait, and what the product states of itself, while the work runs. */
async function measured(
  target: Target,
  token: string,
  seconds: number,
  work: (isOver: () => boolean) => Promise<void>,
): Promise<Measured> {
  const endsAt = performance.now() + seconds * 1_000;
  const isOver = (): boolean => performance.now() > endsAt;
  await target.vitals();
  const health = await watch(target.url, '/api/v1/health');
  const holdings = await watch(target.url, HOLDINGS, {
    everyMs: 1_500,
    headers: { Authorization: `Bearer ${token}` },
  });
  const seen: Vitals[] = [];
  const sampling = (async () => {
    while (!isOver()) {
      await pause(1_000);
      await target.vitals().then(
        (vitals) => seen.push(vitals),
        () => undefined,
      );
    }
  })();
  await Promise.all([work(isOver), sampling]);
  return {
    health: await health.stop(),
    holdings: await holdings.stop(),
    rssMib: Math.round(Math.max(...seen.map(({ rssMib }) => rssMib))),
    stretchMs: Math.round(Math.max(...seen.map(({ stretchMs }) => stretchMs))),
  };
}

async function fuzzed(target: Target): Promise<void> {
  const before = await target.vitals();
  const all: FuzzedBody[] = [];
  for await (const body of fuzz(target, SEED, FUZZED)) all.push(body);
  const after = await target.vitals();
  const statuses = new Map<number, number>();
  for (const { status } of all) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  console.log(`\n${FUZZED} random bodies of at most 10 MiB, seed ${SEED}\n`);
  table(
    ['', 'Measured', 'Bar'],
    [
      ['event loop, longest stretch', `${Math.max(...all.map(({ stretchMs }) => stretchMs))} ms`, '50 ms'],
      [
        'bodies with a stretch above 50 ms',
        String(all.filter(({ stretchMs }) => stretchMs > 50).length),
        '0',
      ],
      ['answer, longest', `${Math.max(...all.map(({ ms }) => ms))} ms`, '5,000 ms'],
      [
        'statuses',
        [...statuses]
          .toSorted()
          .map(([status, count]) => `${status} x ${count}`)
          .join(', '),
        'none above 499',
      ],
      ['restarts', after.startedAt === before.startedAt ? '0' : '1 or more', '0'],
    ],
  );
  console.log('\nThe five that held the event loop longest:\n');
  for (const one of all.toSorted((a, b) => b.stretchMs - a.stretchMs).slice(0, 5))
    console.log(JSON.stringify(one));
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const all = [head, ...rows];
  const widths = head.map((_, i) => Math.max(...all.map((row) => row[i]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`;
  console.log(line(head));
  console.log(`| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`);
  for (const row of rows) console.log(line(row));
}

/** Has the long wallet read, and waits until its numbers are whole. */
async function readLong(target: Target, token: string): Promise<void> {
  await target.replay.big({ address: LONG, transactions: TRANSACTIONS });
  for (;;) {
    const response = await fetch(`${target.url}/api/v1/wallets/${LONG}/dashboard`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    const { data } = (await response.json()) as { data?: { partial?: boolean } };
    if (data?.partial === false) return;
    await pause(2_000);
  }
}

async function main(): Promise<void> {
  const target = await startTarget();
  try {
    const { token } = await target.account();
    while ((await get(target.url, HOLDINGS, '127.0.0.1', { Authorization: `Bearer ${token}` })) !== 200)
      await pause(500);
    if (TRANSACTIONS > 0) await readLong(target, token);
    if (SECONDS > 0) await attack(target, token);
    if (FUZZED > 0) await fuzzed(target);
  } finally {
    await target.close();
  }
}

void main();
