import { rmSync } from 'node:fs';
import { startEmbeddedPostgres } from '../src/launcher/postgres';
import { balanceChanges, type LedgerEvent } from '../src/domain/engine';
import { DAY_MS } from '../src/domain/kernel/durations';
import { finished } from '../src/domain/kernel/slices';
import { heldDays, unitPrice, valueHistory } from '../src/domain/portfolio/history/value-history';
import { startRedis } from '../test/support/redis';
import { startReplay } from '../test/support/replay';
import { bought, coinOf, eventBase, sold } from '../test/support/engine-events';
import { cpuOf, start, stop, type Server } from './http-servers';
import { temporaryFolder } from '../test/support/temporary-folder';

/**
 * The value of a wallet of 10,000 transactions on each day of five years: by the service, whose answers are not cached
 * because each asks for another period, and by the domain alone with more assets than the wallet of the service has.
 */
const WALLET = '0x00000000000000000000000000000000000a1700';
const TRANSACTIONS = 10_000;
const REQUESTS = 60;
const ASSETS = 40;
const DAYS = 1_826;

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const rounded = (value: number): number => Number(value.toFixed(1));
const dayText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
/** The wallet begins in 2019. */
const FIRST = Date.UTC(2019, 5, 1) / DAY_MS;
const period = (shift: number): string =>
  `start_date=${dayText(FIRST + shift)}&end_date=${dayText(FIRST + shift + DAYS - 1)}`;

interface Body {
  partial: boolean;
  data: { points: { value: string | null; gap: string | null }[] };
}

async function ask({ url, key }: Server, shift: number): Promise<{ body: Body; ms: number }> {
  const beganAt = performance.now();
  const response = await fetch(`${url}/api/v1/wallets/${WALLET}/value-history?${period(shift)}`, {
    headers: { 'X-Partner-Key': key ?? '' },
  });
  const text = await response.text();
  const ms = performance.now() - beganAt;
  if (response.status !== 200) throw new Error(`answered ${response.status}: ${text}`);
  return { body: JSON.parse(text) as Body, ms };
}

/** Asks until every price of every period is stored. */
async function complete(server: Server): Promise<number> {
  for (let asked = 1; ; asked++) {
    const answers = [await ask(server, 0), await ask(server, REQUESTS)];
    if (answers.every(({ body }) => !body.partial && body.data.points.length === DAYS)) return asked;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

async function byService(): Promise<object> {
  const replay = await startReplay();
  await replay.big({ address: WALLET, transactions: TRANSACTIONS });
  const dataDir = temporaryFolder('cost-basis-bench-');
  const postgres = await startEmbeddedPostgres({ dataDir });
  const redis = await startRedis();
  const env = { ...replay.env, BENCH_DATABASE: postgres.url, REDIS_URL: redis.url };
  const worker = await start('worker', env);
  const first = await start('service', env);
  const reads = await complete(first);
  await stop(first, 'service');
  const server = await start('service', env);
  const beganAt = performance.now();
  await complete(server);
  const completeMs = performance.now() - beganAt;
  const { points } = (await ask(server, 0)).body.data;
  const before = await cpuOf(server);
  const times: number[] = [];
  for (let shift = 1; shift < REQUESTS; shift++) times.push((await ask(server, shift)).ms);
  const cpuMs = ((await cpuOf(server)) - before) / 1_000 / times.length;
  await stop(server, 'service');
  await stop(worker, 'worker');
  await redis.stop();
  await postgres.stop();
  await replay.close();
  rmSync(dataDir, { recursive: true, force: true });
  return {
    transactions: TRANSACTIONS,
    points: points.length,
    gaps: points.filter(({ gap }) => gap !== null).length,
    reads_until_every_price_is_stored: reads,
    new_process_complete_ms: rounded(completeMs),
    p50_ms: rounded(median(times)),
    max_ms: rounded(Math.max(...times)),
    cpu_ms: rounded(cpuMs),
  };
}

/** Of this process: other programs on the machine do not change it much. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Every asset is held on nearly every day. */
function events(): LedgerEvent[] {
  const assets = Array.from({ length: ASSETS }, (_, i) => coinOf(`C${i}`, 18));
  return Array.from({ length: TRANSACTIONS }, (_, i): LedgerEvent => {
    const asset = assets[i % ASSETS] as (typeof assets)[number];
    const at = Math.floor((i * DAYS * DAY_MS) / TRANSACTIONS);
    const base = eventBase(`t${i}`, at, BigInt(1 + (i % 997)) * 10n ** 16n, asset);
    return Math.floor(i / ASSETS) % 3 === 2 ? { ...base, ...sold('1') } : { ...base, ...bought('1') };
  });
}

function byDomain(): object {
  const history = events();
  const ends = Array.from({ length: DAYS }, (_, day) => ({ day, at: (day + 1) * DAY_MS - 1 }));
  const prices = Array.from({ length: DAYS }, (_, day) => unitPrice(`${1000 + day}.123456`));
  const times: { changes: number; values: number }[] = [];
  let values = 0;
  for (let run = 0; run < 20; run++) {
    const beganAt = cpuMs();
    const changes = balanceChanges(history, 'w');
    const changedAt = cpuMs();
    const points = finished(
      valueHistory(heldDays(changes, ends), ends, (_, at) => prices[Math.floor(at / DAY_MS)]),
    );
    times.push({ changes: changedAt - beganAt, values: cpuMs() - changedAt });
    values = points.filter(({ value }) => value !== null).length;
  }
  return {
    assets: ASSETS,
    values,
    changes_cpu_p50_ms: rounded(median(times.map(({ changes }) => changes))),
    values_cpu_p50_ms: rounded(median(times.map((time) => time.values))),
  };
}

async function main(): Promise<void> {
  console.log(JSON.stringify({ domain: byDomain(), service: await byService() }));
}

void main();
