import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { cpus, getPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { setThreads, WORKER_NICE } from '../src/bootstrap/process';
import { startEmbeddedPostgres } from '../src/launcher/postgres';
import { startRedis } from '../test/support/redis';
import { startReplay } from '../test/support/replay';
import { addCopies } from './copied-wallets';
import { start, stop, type Server } from './http-servers';
import { temporaryFolder } from '../test/support/temporary-folder';

/**
 * How long others wait while one wallet of 100,000 transactions is read for the first time: reads of 1,000 stored wallets,
 * first reads of small new ones, and the health of the process that answers. First by one process for all, with a thread for
 * jobs, then by one that answers and two workers over Redis.
 *
 * The control is a round beside programs that only compute, one per processor, at the priority of a worker: what any load
 * on the same processors costs, whatever its program.
 */
const TRANSACTIONS = Number(process.env['BENCH_TRANSACTIONS'] ?? 100_000);
const STORED = Number(process.env['BENCH_WALLETS'] ?? 1_000);
/** Workers beside the process that answers, of each layout. */
const WORKERS = (process.env['BENCH_WORKERS'] ?? '0,2').split(',').map(Number);
const SMALL = 10;
/** Reads of stored wallets per second: a round is over before the large wallet is read. */
const RATE = 40;
/** A new wallet is read once per so many reads of stored ones. */
const NEW_EVERY = 40;
const HEALTH_EVERY_MS = 50;
/** Rounds before the first cycle: code is compiled. */
const WARM_UP = 2;
/** Each has a quiet round, the control, and one beside a large wallet. Their answers count together: the machine drifts. */
const CYCLES = Number(process.env['BENCH_CYCLES'] ?? 3);
const ROUNDS = WARM_UP + 3 * CYCLES;
/**
 * Priorities (nice) of programs that run on other machines in production: the upstreams take no processor from the service,
 * and a caller does not wait for one.
 */
const UPSTREAM_NICE = 19;
const CALLER_NICE = -10;
/** Allocates and computes, and waits for nothing. */
const BUSY_LOOP = 'for (let kept = []; ; ) if (kept.push({ at: kept.length }) > 1e5) kept = [];';
const largeOf = (cycle: number): string => `0x${cycle}${'1a46e'.padStart(39, '0')}`;
const TEMPLATE = `0x${'c01dff'.padStart(40, '0')}`;

interface Times {
  stored: number[];
  fresh: number[];
  health: number[];
}

const noTimes = (): Times => ({ stored: [], fresh: [], health: [] });

function add(all: Times, some: Times): void {
  for (const kind of ['stored', 'fresh', 'health'] as const) all[kind].push(...some[kind]);
}

let made = 0;
const newWallet = (): string => `0x${(0xb000 + ++made).toString(16).padStart(40, '0')}`;

const timed = async ({ url, key }: Server, path: string): Promise<{ ms: number; text: string }> => {
  const began = performance.now();
  const answer = await fetch(url + path, { headers: { 'X-Partner-Key': key ?? '' } });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${text}`);
  return { ms: performance.now() - began, text };
};
const holdingsOf = (wallet: string): string => `/api/v1/wallets/${wallet}/holdings`;
const isWhole = ({ text }: { text: string }): boolean =>
  (JSON.parse(text) as { partial?: boolean }).partial === false;

async function untilWhole(server: Server, wallet: string): Promise<void> {
  while (!isWhole(await timed(server, holdingsOf(wallet)))) await pause(500);
}

/** Every stored wallet once, at a fixed rate whatever the answers take, and new ones between. */
async function round(server: Server, stored: readonly string[], fresh: readonly string[]): Promise<Times> {
  const times = noTimes();
  const asked: Promise<unknown>[] = [];
  const ask = (path: string, into: number[]): void => {
    asked.push(timed(server, path).then(({ ms }) => into.push(ms)));
  };
  const health = setInterval(() => ask('/api/v1/health', times.health), HEALTH_EVERY_MS);
  for (const [i, wallet] of stored.entries()) {
    ask(holdingsOf(wallet), times.stored);
    const next = i % NEW_EVERY === 0 ? fresh[i / NEW_EVERY] : undefined;
    if (next !== undefined) ask(holdingsOf(next), times.fresh);
    await pause(1_000 / RATE);
  }
  clearInterval(health);
  await Promise.all(asked);
  return times;
}

/** Copies of a small wallet, each read once. */
async function storedWallets(sql: Client, server: Server): Promise<string[]> {
  await untilWhole(server, TEMPLATE);
  const all = await addCopies(sql, TEMPLATE, STORED);
  for (const wallet of all) await untilWhole(server, wallet);
  return all;
}

function startBusyLoops(): ChildProcess[] {
  // All threads of a program have the priority with which it starts.
  const lowered = ['-n', String(WORKER_NICE - getPriority())];
  return cpus().map(() =>
    spawn('nice', [...lowered, process.execPath, '-e', BUSY_LOOP], { stdio: 'ignore' }),
  );
}

async function stopBusyLoops(loops: readonly ChildProcess[]): Promise<void> {
  await Promise.all(loops.map((child) => (child.kill('SIGKILL'), once(child, 'exit'))));
}

async function layout(workers: number): Promise<object> {
  const replay = await startReplay();
  setThreads(UPSTREAM_NICE, () => true, replay.pid);
  const dataDir = temporaryFolder('cost-basis-bench-');
  const postgres = await startEmbeddedPostgres({ dataDir });
  const redis = workers > 0 ? await startRedis() : null;
  const sql = new Client({ connectionString: postgres.url });
  const servers: { role: string; server: Server }[] = [];
  try {
    await sql.connect();
    const env = {
      ...replay.env,
      BENCH_DATABASE: postgres.url,
      ...(redis && { REDIS_URL: redis.url }),
    };
    // A worker answers too: alone it is all of the service.
    for (const role of workers > 0 ? [...Array<string>(workers).fill('worker'), 'service'] : ['worker'])
      servers.push({ role, server: await start(role, env) });
    const answering = servers.at(-1)?.server;
    if (!answering) throw new Error('no server');
    const fresh = Array.from({ length: Math.ceil(STORED / NEW_EVERY) * ROUNDS }, newWallet);
    for (const address of [TEMPLATE, ...fresh]) await replay.big({ address, transactions: SMALL });
    for (let cycle = 0; cycle < CYCLES; cycle++)
      await replay.big({ address: largeOf(cycle), transactions: TRANSACTIONS });
    const stored = await storedWallets(sql, answering);
    const part = fresh.length / ROUNDS;
    const next = (): Promise<Times> => round(answering, stored, fresh.splice(0, part));
    // Set after the servers have started: a child inherits it. Only root can set a higher priority.
    setThreads(CALLER_NICE, () => true);
    for (let i = 0; i < WARM_UP; i++) await next();
    const [quiet, control, busy] = [noTimes(), noTimes(), noTimes()];
    let wasBusy = true;
    for (let cycle = 0; cycle < CYCLES; cycle++) {
      add(quiet, await next());
      const loops = startBusyLoops();
      add(control, await next().finally(() => stopBusyLoops(loops)));
      await timed(answering, holdingsOf(largeOf(cycle)));
      add(busy, await next());
      wasBusy &&= !isWhole(await timed(answering, holdingsOf(largeOf(cycle))));
      await untilWhole(answering, largeOf(cycle));
    }
    return {
      processes: servers.length,
      large_read_longer_than_rounds: wasBusy,
      stored: compared(quiet.stored, control.stored, busy.stored),
      new: compared(quiet.fresh, control.fresh, busy.fresh),
      health: compared(quiet.health, control.health, busy.health),
    };
  } finally {
    setThreads(0, () => true);
    for (const { role, server } of servers.reverse()) await stop(server, role);
    await sql.end();
    await redis?.stop();
    await postgres.stop();
    await replay.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const at = (times: readonly number[], share: number): number => {
  const sorted = [...times].sort((a, b) => a - b);
  return Number((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1));
};

const shares = (times: readonly number[]): object => ({
  p50: at(times, 0.5),
  p95: at(times, 0.95),
  p99: at(times, 0.99),
});
const ratio = (over: readonly number[], under: readonly number[]): number =>
  Number((at(over, 0.95) / at(under, 0.95)).toFixed(2));

const compared = (quiet: readonly number[], control: readonly number[], busy: readonly number[]): object => ({
  answers: busy.length,
  quiet_ms: shares(quiet),
  control_ms: shares(control),
  busy_ms: shares(busy),
  p95_to_quiet: ratio(busy, quiet),
  p95_to_control: ratio(busy, control),
});

export async function besideALargeWallet(): Promise<object> {
  const layouts: object[] = [];
  for (const workers of WORKERS) layouts.push(await layout(workers));
  return { large_transactions: TRANSACTIONS, stored_wallets: STORED, layouts };
}
