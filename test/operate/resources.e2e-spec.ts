import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildIfStale } from '../journeys/product';
import { freePort, ONE_THREAD } from '../launcher/run';
import { spawnTypescript } from '../support/child';
import { FAR_LIMITS } from '../support/far-limits';
import { throughPool } from '../support/pgbouncer';
import { createMigratedDatabase, type MigratedDatabase } from '../support/postgres';

const ROOT = resolve(__dirname, '../..');

let database: MigratedDatabase;
let child: ChildProcess | undefined;
beforeAll(async () => {
  // A build says so, and ends where it cannot.
  buildIfStale();
  database = await createMigratedDatabase();
});
afterEach(async () => {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
});
afterAll(() => database?.drop());

/** The API process as the shell starts it. @param shell what the shell does before, and where output goes */
async function start(before: string, after: string): Promise<string> {
  const port = await freePort();
  child = spawn('bash', ['-c', `${before} exec "$NODE" "${join(ROOT, 'scripts/run.cjs')}" main ${after}`], {
    cwd: tmpdir(),
    env: {
      PATH: process.env.PATH,
      NODE: process.execPath,
      NODE_ENV: 'production',
      ...throughPool({ DATABASE_URL: database.url }),
      PORT: port,
      JWT_SECRET: 'j'.repeat(32),
      ENCRYPTION_KEY: 'e'.repeat(32),
      ...ONE_THREAD,
      ...FAR_LIMITS,
    },
    stdio: 'ignore',
  });
  await until(port);
  return port;
}

const status = (port: string, path: string): Promise<number | null> =>
  fetch(`http://127.0.0.1:${port}${path}`).then(
    async (response) => {
      await response.arrayBuffer();
      return response.status;
    },
    () => null,
  );

/** Waits until it serves, or serves again. */
async function until(port: string): Promise<void> {
  while ((await status(port, '/health/ready')) !== 200) {
    if (child?.exitCode !== null || child.signalCode !== null) throw new Error('the process ended');
    await new Promise((wake) => setTimeout(wake, 50));
  }
}

it('serves although nothing can be written to its log', async () => {
  const port = await start('', '> /dev/full 2> /dev/full');
  for (let times = 0; times < 20; times++) expect(await status(port, '/nowhere')).toBe(404);
  await until(port);
  child?.kill('SIGTERM');
  const [code] = (await once(child as ChildProcess, 'exit')) as [number | null];
  expect(code).toBe(0);
});

it('outlives a time without file descriptors, and serves again', async () => {
  const port = await start('ulimit -n 96;', '');
  const sockets: Socket[] = [];
  for (let count = 0; count < 200; count++) {
    const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
    sockets.push(socket);
  }
  // Some of them are served, some refused; there is no other answer.
  const answers = await Promise.all(Array.from({ length: 20 }, () => status(port, '/health/ready')));
  expect(answers.filter((answer) => answer !== null && answer !== 200 && answer !== 503)).toEqual([]);
  for (const socket of sockets) socket.destroy();
  await until(port);
});

it('ends, and says why, at an error nobody handled', async () => {
  for (const kind of ['rejection', 'exception']) {
    const broken = spawnTypescript(join(__dirname, 'broken.child.ts'), { KIND: kind });
    let log = '';
    broken.stdout?.on('data', (text: Buffer) => (log += text.toString()));
    const [code] = (await once(broken, 'close')) as [number];
    expect(code).toBe(1);
    expect(JSON.parse(log)).toMatchObject({
      level: 60,
      msg: 'unhandled error; exiting',
      err: { message: `an unhandled ${kind}`, stack: expect.stringContaining('broken.child') },
    });
  }
});
