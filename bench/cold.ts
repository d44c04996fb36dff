import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '../src/launcher/postgres';
import { startRedis } from '../test/support/redis';
import { startReplay } from '../test/support/replay';
import { cpuOf, memoryOf, start, stop, type Server } from './http-servers';

/**
 * A process that never saw a wallet, all of whose data is in Postgres: how long it takes for its first answers. One
 * worker indexes the wallets and stores their snapshots; another process answers before. The answers of both are
 * compared. `BENCH_TRANSACTIONS` and `BENCH_WALLETS` change the size.
 */
const TRANSACTIONS = Number(process.env['BENCH_TRANSACTIONS'] ?? 10_000);
const WALLETS = Number(process.env['BENCH_WALLETS'] ?? 5);

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

async function main(): Promise<void> {
  const replay = await startReplay();
  const wallets = Array.from(
    { length: WALLETS },
    (_, i) => `0x${(0xc01d00 + i).toString(16).padStart(40, '0')}`,
  );
  for (const address of wallets) await replay.big({ address, transactions: TRANSACTIONS });
  const dataDir = mkdtempSync(join(tmpdir(), 'cost-basis-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir });
  const redis = await startRedis();
  const env = { ...replay.env, BENCH_DATABASE: postgres.url, REDIS_URL: redis.url };
  const worker = await start('worker', env);
  const known = await read(env, wallets);
  const sql = new Client({ connectionString: postgres.url });
  await sql.connect();
  const stored = async () =>
    Number(
      (await sql.query<{ n: number }>('SELECT count(*)::integer AS n FROM wallet_snapshots')).rows[0]?.n,
    );
  while ((await stored()) < WALLETS) await sleep(500);
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
  const { rows } = await sql.query<{ bytes: number }>(
    'SELECT max(octet_length(body::text))::integer AS bytes FROM wallet_snapshots',
  );
  console.log(
    JSON.stringify({
      transactions: TRANSACTIONS,
      wallets: WALLETS,
      cold_ms: Object.fromEntries(
        [...times].map(([name, all]) => [
          name,
          { first: rounded(all[0] ?? 0), p50: rounded(median(all)), max: rounded(Math.max(...all)) },
        ]),
      ),
      cold_cpu_ms: rounded(cpuMs),
      warm_p50_ms: rounded(median(warm)),
      cold_to_warm: rounded(median([...times.values()].flat()) / median(warm)),
      largest_snapshot_bytes: rows[0]?.bytes,
      rss_mb: await memoryOf(cold),
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
