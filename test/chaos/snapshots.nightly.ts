import { once } from 'node:events';
import { join } from 'node:path';
import { bootApi, type RunningApp } from '../../src/bootstrap/boot';
import { createLogger } from '../../src/bootstrap/logger';
import { PartnerKeysService } from '../../src/modules/auth/partner-keys/partner-keys.service';
import { REDIS_AWAY, withOverrides } from '../app.factory';
import { spawnTypescript } from '../support/child';
import { sql } from '../audit/entries';
import { createMigratedDatabase, testConfig, type TestDatabase } from '../support/postgres';
import { startReplay, type Replay } from '../support/replay';
import { CUT_PLACES, startStatementGate, type CutPlace, type StatementGate } from '../support/statement-gate';

/** Full size: the worker of the product dies at each statement. Many minutes: it starts twice for each. */
const WALLET = '0x00000000000000000000000000000000000b1704';
const TRANSACTIONS = 30;
/** Every so many statements. */
const STRIDE = Number(process.env['CHAOS_STRIDE'] ?? 1);
const WORKER = join(__dirname, '../../src/worker.ts');
/** The first write of a page of the history, and the write of the snapshot. */
const [HISTORY, SNAPSHOT] = ['INSERT INTO raw_rows', 'INSERT INTO wallet_snapshots'];
const PATHS = [`/api/v1/wallets/${WALLET}/holdings`, `/api/v1/wallets/${WALLET}/holdings/summary`];
const pause = (ms: number) => new Promise((wake) => setTimeout(wake, ms));

let replay: Replay;
let database: TestDatabase;
let gate: StatementGate;
let api: RunningApp & { url: string };
let key: string;
let shown = TRANSACTIONS;
const urls = () => ({ DATABASE_URL: database.serviceUrl, DATABASE_MIGRATION_URL: database.url });
const settings = () => ({ ...REDIS_AWAY, ...replay.env, EVM_CHAINS: 'ethereum', DEMO_WALLETS: 'false' });

beforeAll(async () => {
  replay = await startReplay();
  await grow(0);
  database = await createMigratedDatabase();
  gate = await startStatementGate(database.serviceUrl);
  api = await bootApi({
    config: testConfig({
      ...{ PORT: '0', RATE_LIMIT_RPM: '1000000', RATE_LIMIT_RPD: '100000000', PARTIAL_BUDGET_MS: '200' },
      ...settings(),
      ...urls(),
    }),
    logger: createLogger('silent'),
    runsJobs: false,
    onFatal: () => undefined,
    create: withOverrides([]),
  });
  key = (await api.app.get(PartnerKeysService, { strict: false }).create('chaos')).key;
});
afterAll(async () => {
  await api?.stop();
  await gate?.close();
  await database?.drop();
  await replay?.close();
});

const grow = (by: number) =>
  replay.big({ address: WALLET, transactions: TRANSACTIONS + 10_000, shown: (shown += by) });

/** The data of final answers; null for one that states that more is to come. */
async function answers(): Promise<(string | null)[]> {
  const all: (string | null)[] = [];
  for (const path of PATHS) {
    const response = await fetch(api.url + path, { headers: { 'X-Partner-Key': key } });
    const { data, partial } = (await response.json()) as { data: unknown; partial: boolean };
    expect([path, response.status]).toEqual([path, 200]);
    const text = JSON.stringify(data).replace(/"(price_at|last_indexed_at|read_at)":"[^"]*"/g, '');
    all.push(partial ? null : text);
  }
  return all;
}

function startWorker(url: string) {
  const child = spawnTypescript(WORKER, {
    ...{ NODE_ENV: 'test', LOG_LEVEL: 'error', DATABASE_CONNECT_TIMEOUT_MS: '60000' },
    ...settings(),
    ...urls(),
    DATABASE_URL: url,
  });
  return { child, ended: once(child, 'close').then(([code, signal]) => (signal ?? code) as string | number) };
}

/** Until everything of the wallet is read and stored. */
async function whole(): Promise<string[]> {
  for (;;) {
    const found = await answers();
    if (!(await hasJobs()) && !found.includes(null)) return found as string[];
    await pause(100);
  }
}

async function hasJobs(): Promise<boolean> {
  const [jobs] = await sql<{ n: number }>(
    urls().DATABASE_MIGRATION_URL,
    `SELECT count(*)::integer AS n FROM jobs WHERE status IN ('queued', 'running')`,
  );
  return jobs?.n !== 0;
}

const makeDue = () =>
  sql(
    urls().DATABASE_MIGRATION_URL,
    `UPDATE chain_states SET indexed_at = now() - interval '2 hours' WHERE address = $1`,
    [WALLET],
  );

/** @returns whether the worker got as far as the statement */
async function killedAt(mark: string, number: number, place: CutPlace): Promise<boolean> {
  const old = await whole();
  await grow(1);
  await makeDue();
  const seen: (string | null)[][] = [];
  // Requests order the read.
  for (; !(await hasJobs()); await pause(100)) seen.push(await answers());
  const { child, ended } = startWorker(gate.url);
  gate.cut(mark, number, place, () => child.kill('SIGKILL'));
  let end = null as string | number | null;
  void ended.then((how) => (end = how));
  const isRead = async () => {
    const [row] = await sql<{ n: number }>(
      urls().DATABASE_MIGRATION_URL,
      `SELECT count(*)::integer AS n FROM chain_states WHERE address = $1 AND indexed_at > now() - interval '1 hour'
       AND NOT EXISTS (SELECT FROM jobs WHERE status IN ('queued', 'running')) HAVING count(*) > 0`,
      [WALLET],
    );
    return row !== undefined;
  };
  while (end === null) {
    // A request about new rows stores the snapshot before the worker does.
    if (mark === HISTORY) seen.push(await answers());
    if (await isRead()) child.kill('SIGTERM');
    await pause(20);
  }
  for (let i = 0; i < 3; i++) seen.push(await answers());
  const healthy = startWorker(database.serviceUrl);
  const now = await whole();
  healthy.child.kill('SIGTERM');
  await healthy.ended;
  expect(now).not.toEqual(old);
  for (const one of seen)
    for (const [i, text] of one.entries()) if (text !== null) expect([old[i], now[i]]).toContain(text);
  process.stdout.write(`${mark} + ${number} ${place}: ${end}, ${seen.length} reads\n`);
  return end === 'SIGKILL';
}

it.each([HISTORY, SNAPSHOT])(
  'a worker killed at each statement from %s on: readers see the old state whole or the new one whole',
  async (mark) => {
    await makeDue();
    const first = startWorker(database.serviceUrl);
    await whole();
    first.child.kill('SIGTERM');
    await first.ended;
    let kills = 0;
    for (let number = 0, goesOn = true; goesOn; number += STRIDE)
      for (const place of CUT_PLACES) {
        goesOn = await killedAt(mark, number, place);
        if (!goesOn) break;
        kills += 1;
      }
    expect(kills).toBeGreaterThanOrEqual(CUT_PLACES.length);
  },
);
