import { rmSync } from 'node:fs';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '../src/launcher/postgres';
import { startRedis } from '../test/support/redis';
import { startReplay } from '../test/support/replay';
import { addCopies, copyOf } from './copied-wallets';
import { parseAddress } from '../src/domain/kernel/address';
import { cpuOf, memoryOf, memoryPartsOf, start, stop, type Server } from './http-servers';
import { storeLongSnapshot } from './long-wallet';
import { temporaryFolder } from '../test/support/temporary-folder';

/**
 * A process that never saw a wallet, all of whose data is in Postgres: how long it takes for its first answers. One
 * worker indexes the wallets and stores their snapshots; another process answers before. The answers of both are
 * compared. Then it reads copies of a small wallet and the others in turns, for the memory of a process that many
 * wallets are read with. Last, with its code compiled, it reads one wallet and one with a long history over and over,
 * and has no answer in its cache. `BENCH_TRANSACTIONS`, `BENCH_WALLETS`, `BENCH_COPIES` and `BENCH_LONG` change the size.
 */
const TRANSACTIONS = Number(process.env['BENCH_TRANSACTIONS'] ?? 10_000);
const WALLETS = Number(process.env['BENCH_WALLETS'] ?? 5);

const COPIES = Number(process.env['BENCH_COPIES'] ?? 200);
/** Transactions of a wallet whose ledger is generated. 0: none. */
const LONG = Number(process.env['BENCH_LONG'] ?? 1_000_000);
const SHAPE = process.env['BENCH_SHAPE'] === 'deep' ? 'deep' : 'shallow';
/** Reads of each answer by compiled code. */
const AGAIN = 40;
/** Transactions of the wallet that is copied. */
const SMALL = 100;
const COPIED = `0x${'c01dff'.padStart(40, '0')}`;
/** Requests at a time where no time is measured. */
const AT_ONCE = 8;

const ROUTES = {
  holdings: (wallet: string) => `/api/v1/wallets/${wallet}/holdings`,
  summary: (wallet: string) => `/api/v1/wallets/${wallet}/holdings/summary`,
  lots: (wallet: string) => `/api/v1/wallets/${wallet}/lots`,
  tax_summary: (wallet: string) => `/api/v1/tax-reports/${wallet}/summary?tax_year=2024`,
} as const;
const NAMES = Object.keys(ROUTES) as (keyof typeof ROUTES)[];

interface Answer {
  data: string;
  ms: number;
}

async function ask({ url, key }: Server, path: string): Promise<Answer> {
  const start = performance.now();
  const response = await fetch(url + path, { headers: { 'X-Partner-Key': key ?? '' } });
  const text = await response.text();
  const ms = performance.now() - start;
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text}`);
  const body = JSON.parse(text) as { data: unknown };
  // A price is read again each minute.
  return { data: JSON.stringify(body.data).replace(/"price_at":"[^"]*"/g, ''), ms };
}

const sleep = (ms: number): Promise<void> => new Promise((wake) => setTimeout(wake, ms));
const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const rounded = (value: number): number => Number(value.toFixed(1));

/** Asks until nothing of the wallet is pending any more. */
async function wholeHoldings(service: Server, wallet: string): Promise<void> {
  for (;;) {
    const response = await fetch(service.url + ROUTES.holdings(wallet), {
      headers: { 'X-Partner-Key': service.key ?? '' },
    });
    const body = (await response.json()) as { partial?: boolean };
    if (response.status === 200 && body.partial === false) return;
    await sleep(500);
  }
}

/** Reads the wallets with a process that is then stopped. @returns its answers, by path */
async function read(env: Record<string, string>, wallets: readonly string[]): Promise<Map<string, string>> {
  const service = await start('service', env);
  const answers = new Map<string, string>();
  for (const wallet of wallets) {
    await wholeHoldings(service, wallet);
    for (const name of NAMES) {
      const path = ROUTES[name](wallet);
      answers.set(path, (await ask(service, path)).data);
    }
  }
  await stop(service, 'service');
  return answers;
}

/** Runs some at a time. */
async function inTurns<T>(all: readonly T[], run: (one: T) => Promise<unknown>): Promise<void> {
  const left = [...all];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let one = left.pop(); one !== undefined; one = left.pop()) await run(one);
    }),
  );
}

/** Copies of the rows of a small wallet, each with the snapshot that a process stores which is then stopped. */
async function copies(sql: Client, env: Record<string, string>): Promise<string[]> {
  const all = await addCopies(sql, COPIED, COPIES);
  const service = await start('service', env);
  await inTurns(all, (wallet) => wholeHoldings(service, wallet));
  await until(sql, 'wallet = ANY($1)', [all], COPIES);
  await stop(service, 'service');
  return all;
}

/** Waits for stored snapshots. */
async function until(sql: Client, which: string, values: unknown[], count: number): Promise<void> {
  for (;;) {
    const { rowCount } = await sql.query(`SELECT FROM wallet_snapshots WHERE ${which}`, values);
    if ((rowCount ?? 0) >= count) return;
    await sleep(200);
  }
}

/** Every wallet once per round, by one process. */
async function manyWallets(
  cold: Server,
  wallets: readonly string[],
  sql: Client,
  env: Record<string, string>,
) {
  const others = await copies(sql, env);
  const times = new Map<string, number[]>();
  const rss: number[] = [await memoryOf(cold)];
  for (let round = 0; round < 2; round++) {
    for (const wallet of [...others, ...wallets])
      for (const name of NAMES) {
        const { ms } = await ask(cold, ROUTES[name](wallet));
        if (round === 0 && !wallets.includes(wallet)) times.set(name, [...(times.get(name) ?? []), ms]);
      }
    rss.push(await memoryOf(cold));
  }
  return { wallets: COPIES, transactions_each: SMALL, cold_ms: spreadOf(times), rss_mb_by_round: rss };
}

/**
 * Answers by compiled code that are in no cache: the path differs each time, what it asks for does not. The first ones
 * are left out.
 */
async function again(cold: Server, wallet: string): Promise<object> {
  const times = new Map<string, number[]>(NAMES.map((name) => [name, []]));
  const before = await cpuOf(cold);
  for (let i = 1; i <= AGAIN; i++)
    for (const name of NAMES) {
      const path = ROUTES[name](wallet);
      const { ms } = await ask(cold, `${path}${path.includes('?') ? '' : '?'}${'&'.repeat(i)}`);
      if (i > AGAIN / 4) times.get(name)?.push(ms);
    }
  const cpuMs = ((await cpuOf(cold)) - before) / 1_000 / (AGAIN * NAMES.length);
  return { ...spreadOf(times), cpu_ms: rounded(cpuMs) };
}

/** A copy of the small wallet that gets the snapshot of a long history. */
async function longWallet(sql: Client, env: Record<string, string>, database: string) {
  const wallet = copyOf(COPIES);
  await sql.query(
    `INSERT INTO chain_states
     SELECT (jsonb_populate_record(states, jsonb_build_object('address', $2::text))).*
     FROM chain_states AS states WHERE address = $1`,
    [COPIED, wallet],
  );
  await sql.query(`UPDATE chain_states SET indexed_at = now() + interval '1 day' WHERE address = $1`, [
    wallet,
  ]);
  return { wallet, openLots: await storeLongSnapshot(parseAddress(wallet), LONG, SHAPE, env, database) };
}

const spreadOf = (times: ReadonlyMap<string, readonly number[]>): object =>
  Object.fromEntries(
    [...times].map(([name, all]) => [
      name,
      { first: rounded(all[0] ?? 0), p50: rounded(median(all)), max: rounded(Math.max(...all)) },
    ]),
  );

async function main(): Promise<void> {
  const replay = await startReplay();
  const wallets = Array.from(
    { length: WALLETS },
    (_, i) => `0x${(0xc01d00 + i).toString(16).padStart(40, '0')}`,
  );
  for (const address of wallets) await replay.big({ address, transactions: TRANSACTIONS });
  await replay.big({ address: COPIED, transactions: SMALL });
  const dataDir = temporaryFolder('cost-basis-bench-');
  const postgres = await startEmbeddedPostgres({ dataDir });
  const redis = await startRedis();
  const env = { ...replay.env, BENCH_DATABASE: postgres.url, REDIS_URL: redis.url };
  const worker = await start('worker', env);
  const known = await read(env, [...wallets, COPIED]);
  const sql = new Client({ connectionString: postgres.url });
  await sql.connect();
  await until(sql, 'true', [], WALLETS + 1);
  const cold = await start('service', env);
  // One answer about another address: the code of the routes is compiled, and connections are open.
  await fetch(`${cold.url}/api/v1/health`);
  const cpuBefore = await cpuOf(cold);
  const times = new Map<string, number[]>();
  for (const wallet of wallets)
    for (const name of NAMES) {
      const path = ROUTES[name](wallet);
      const { data, ms } = await ask(cold, path);
      if (data !== known.get(path)) throw new Error(`${path}: the data differs`);
      times.set(name, [...(times.get(name) ?? []), ms]);
    }
  const cpuMs = ((await cpuOf(cold)) - cpuBefore) / 1_000 / (WALLETS * NAMES.length);
  const warm: number[] = [];
  for (const wallet of wallets)
    for (const name of NAMES) warm.push((await ask(cold, ROUTES[name](wallet))).ms);
  // The code of the routes is compiled now: wallets of another kind, each asked for the first time.
  const rss = await memoryOf(cold);
  const many = COPIES > 0 ? await manyWallets(cold, wallets, sql, env) : null;
  // No wallet is due to be read again.
  await sql.query(`UPDATE chain_states SET indexed_at = now() + interval '1 day'`);
  const [one = ''] = wallets;
  const compiled = await again(cold, one);
  const long = LONG > 0 ? await longWallet(sql, env, postgres.url) : null;
  const { rows } = await sql.query<{ bytes: number }>(
    'SELECT max(pg_column_size(stored.*))::integer AS bytes FROM wallet_snapshots AS stored',
  );
  console.log(
    JSON.stringify({
      transactions: TRANSACTIONS,
      wallets: WALLETS,
      cold_ms: spreadOf(times),
      cold_cpu_ms: rounded(cpuMs),
      warm_p50_ms: rounded(median(warm)),
      cold_to_warm: rounded(median([...times.values()].flat()) / median(warm)),
      largest_snapshot_stored_bytes: rows[0]?.bytes,
      rss_mb: rss,
      many,
      compiled,
      long: long && {
        transactions: LONG,
        shape: SHAPE,
        open_lots: long.openLots,
        ...(await again(cold, long.wallet)),
      },
      memory_mb: await memoryPartsOf(cold),
    }),
  );
  await sql.end();
  await stop(cold, 'service');
  await stop(worker, 'worker');
  await redis.stop();
  await postgres.stop();
  await replay.close();
  rmSync(dataDir, { recursive: true, force: true });
}

void main();
