import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { argv, env, stdout } from 'node:process';
import type { INestApplicationContext } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { bootWorker, type RunningApp } from '../src/bootstrap/boot';
import { createLogger } from '../src/bootstrap/logger';
import { loadConfig } from '../src/config/env';
import { startEmbeddedPostgres } from '../src/launcher/postgres';
import { DomainEvents, type NewEvent } from '../src/ports/work/domain-events';
import { SecretBox } from '../src/config/secrets/secret-box';
import { temporaryFolder } from '../test/support/temporary-folder';

/**
 * Deliveries of the product as it is started in production: this process stores events, one worker process
 * delivers, another one receives; PostgreSQL, and Redis where `redis-server` is on PATH, beside them. First as fast as
 * it goes, then at a steady rate with all receivers alive, then with one that never answers.
 */
const WEBHOOKS = 50;
const BURST = Number(env['BENCH_DELIVERIES'] ?? 20_000);
const RATE_PER_S = 250;
const STEADY_S = 12;
const CHUNK = 200;
const address = (i: number): string => `0x${i.toString(16).padStart(40, '0')}`;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function boot(runsJobs: boolean): Promise<RunningApp> {
  const onFatal = (error: Error): never => {
    throw error;
  };
  return bootWorker({ config: loadConfig(env), logger: createLogger('silent'), runsJobs, onFatal });
}

/** The receiving end; a request to `/0` makes it dead or alive. Counts what arrives by event. */
function receive(): void {
  const counts = new Map<string, number>();
  let isDead = false;
  const server = createHttpServer((request, response) => {
    const id = String(request.headers['x-service-event-id']);
    counts.set(id, (counts.get(id) ?? 0) + 1);
    request.resume().on('end', () => {
      if (!isDead || request.url !== '/0') response.end();
    });
  });
  process.on('message', (message) => {
    if (message === 'die') isDead = true;
    if (message === 'counts') process.send?.([...counts]);
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}

async function work(): Promise<void> {
  await boot(true);
  process.send?.('ready');
}

async function child(role: string): Promise<{ process: ChildProcess; said: unknown }> {
  const started = fork(__filename, [role], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const died = once(started, 'exit').then(() => {
    throw new Error(`${role} died`);
  });
  const [said] = (await Promise.race([once(started, 'message'), died])) as [unknown];
  died.catch(() => undefined);
  return { process: started, said };
}

async function startRedis(): Promise<{ url: string; process: ChildProcess } | null> {
  if (spawnSync('redis-server', ['--version']).status !== 0) return null;
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  const options = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const started = spawn('redis-server', options, { stdio: 'ignore', cwd: tmpdir() });
  await pause(300);
  return { url: `redis://127.0.0.1:${port}`, process: started };
}

async function subscribe(app: INestApplicationContext, port: number): Promise<void> {
  const [source, box] = [app.get(DataSource), app.get(SecretBox, { strict: false })];
  const [user] = await source.query<{ id: string }[]>(
    `INSERT INTO users (email) VALUES ('bench@example.com') RETURNING id`,
  );
  for (let i = 0; i < WEBHOOKS; i++) {
    const id = randomUUID();
    const sealed = [
      box.seal('{}', 'webhook headers', id),
      box.seal(`whsec_${'x'.repeat(43)}`, 'webhook secret', id),
    ];
    await source.query(
      `WITH made AS (
         INSERT INTO webhooks (id, user_id, url, events, addresses_filter, headers, secret, created_at, updated_at)
         VALUES ($6, $1, $2, '{transaction.new}', ARRAY[$3], $4, $5, now(), now()) RETURNING id)
       INSERT INTO webhook_addresses SELECT id, $3, $3, now() FROM made`,
      [user?.id, `http://127.0.0.1:${port}/${i}`, address(i), ...sealed, id],
    );
  }
}

const event = (i: number): NewEvent => ({
  type: 'transaction.new',
  address: address(i % WEBHOOKS),
  userId: null,
  occurredAt: null,
  key: null,
  data: { address: address(i % WEBHOOKS), chain: 'ethereum', transaction_id: `${i}`, legs: [], fee: null },
});

async function burst(app: INestApplicationContext, count: number): Promise<number> {
  const events = app.get(DomainEvents, { strict: false });
  const began = performance.now();
  for (let from = 0; from < count; from += CHUNK)
    await events.append(Array.from({ length: Math.min(CHUNK, count - from) }, (_, i) => event(from + i)));
  await drained(app);
  return (count * 1000) / (performance.now() - began);
}

async function drained(app: INestApplicationContext): Promise<void> {
  const open = `SELECT EXISTS (SELECT FROM events WHERE fanned_out_at IS NULL)
    OR EXISTS (SELECT FROM webhook_deliveries WHERE status = 'waiting')
    OR EXISTS (SELECT FROM webhook_deliveries WHERE status = 'sending') AS open`;
  while ((await app.get(DataSource).query<{ open: boolean }[]>(open))[0]?.open) await pause(50);
}

/** @returns p95 in ms from the commit of an event to its first attempt, over the webhooks that live */
async function steady(app: INestApplicationContext): Promise<number> {
  const [source, events] = [app.get(DataSource), app.get(DomainEvents, { strict: false })];
  const [start] = await source.query<{ at: Date }[]>('SELECT now() AS at');
  const began = performance.now();
  for (let told = 0; told < RATE_PER_S * STEADY_S;) {
    const due = Math.floor(((performance.now() - began) * RATE_PER_S) / 1000) - told;
    if (due > 0) await events.append(Array.from({ length: due }, (_, i) => event(told + i)));
    told += Math.max(0, due);
    await pause(20);
  }
  await pause(1_000);
  const [row] = await source.query<{ p95: number; missing: string }[]>(
    `SELECT percentile_cont(0.95) WITHIN GROUP (
        ORDER BY extract(epoch FROM coalesce(a.created_at, now()) - e.created_at) * 1000) AS p95
     FROM events e LEFT JOIN webhook_attempts a ON a.event_id = 'evt_' || e.id AND a.attempt = 1
     WHERE e.created_at > $1 AND e.address <> $2`,
    [start?.at, address(0)],
  );
  return Math.round(row?.p95 ?? NaN);
}

/** Deliveries not delivered, and requests without an entry in the log. */
async function reckon(app: INestApplicationContext, receiver: ChildProcess) {
  receiver.send('counts');
  const [counts] = (await once(receiver, 'message')) as [[string, number][]];
  const source = app.get(DataSource);
  const rows = await source.query<{ event_id: string; n: string }[]>(
    'SELECT event_id, count(*) AS n FROM webhook_attempts GROUP BY event_id',
  );
  const logged = new Map(rows.map((row) => [row.event_id, Number(row.n)]));
  const [lost] = await source.query<{ n: string }[]>(
    `SELECT count(*) AS n FROM events e LEFT JOIN webhook_deliveries d ON d.event_id = e.id
     WHERE d.status IS DISTINCT FROM 'delivered'`,
  );
  return {
    lost: Number(lost?.n),
    unlogged: counts.reduce((sum, [id, n]) => sum + Math.max(0, n - (logged.get(id) ?? 0)), 0),
  };
}

async function main(): Promise<void> {
  const dataDir = temporaryFolder('bench-webhooks-');
  const postgres = await startEmbeddedPostgres({ dataDir });
  const redis = await startRedis();
  const ended: ChildProcess[] = redis ? [redis.process] : [];
  Object.assign(env, {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATABASE_URL: postgres.url,
    DATA_DIR: dataDir,
    ENCRYPTION_KEY: 'x'.repeat(32),
    JWT_SECRET: 'x'.repeat(32),
    ...(redis ? { REDIS_URL: redis.url } : {}),
  });
  try {
    const receiver = await child('receive');
    ended.push(receiver.process);
    const worker = redis ? await child('work') : null;
    if (worker) ended.push(worker.process);
    // Without Redis one process is both.
    const running = await boot(!redis);
    const { app } = running;
    await subscribe(app, receiver.said as number);
    await burst(app, 1_000);
    const deliveriesPerS = Math.round(await burst(app, BURST));
    const { lost, unlogged } = await reckon(app, receiver.process);
    const p95 = await steady(app);
    receiver.process.send('die');
    const p95Dead = await steady(app);
    stdout.write(
      `${JSON.stringify({
        deliveries: BURST,
        webhooks: WEBHOOKS,
        redis: redis !== null,
        deliveries_per_s: deliveriesPerS,
        p95_queue_delay_ms: p95,
        p95_queue_delay_one_dead_ms: p95Dead,
        steady_per_s: RATE_PER_S,
        lost,
        unlogged,
      })}\n`,
    );
    worker?.process.kill('SIGKILL');
    await running.stop();
  } finally {
    for (const process of ended) process.kill('SIGKILL');
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const ROLES: Readonly<Record<string, () => void | Promise<void>>> = { receive, work };
void Promise.resolve((ROLES[argv[2] ?? ''] ?? main)()).catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
