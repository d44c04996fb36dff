import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import Redis from 'ioredis';

/** A Redis of its own, without persistence. */
export interface TestRedis {
  readonly url: string;
  /** Gone at once, as by `kill -9`. */
  stop(): Promise<void>;
  /** On the same port, empty. */
  start(): Promise<void>;
}

const isOnPath = spawnSync('redis-server', ['--version']).status === 0;

/**
 * A suite that needs Redis, with a server of its own. Without `redis-server` on PATH it is skipped and says so; where
 * `CI` is `true` it fails instead.
 */
export function describeWithRedis(name: string, body: (redis: () => TestRedis) => void): void {
  if (!isOnPath && process.env.CI === 'true') {
    it(`${name}: needs redis-server on PATH`, () => {
      throw new Error('redis-server is not on PATH, and CI=true');
    });
    return;
  }
  const suite = isOnPath ? describe : describe.skip;
  suite(isOnPath ? name : `${name} (skipped: no redis-server on PATH)`, () => {
    let redis: TestRedis | undefined;
    beforeAll(async () => {
      redis = await startRedis();
    });
    afterAll(() => redis?.stop());
    body(() => {
      if (!redis) throw new Error('Redis is there from beforeAll on');
      return redis;
    });
  });
}

export async function startRedis(): Promise<TestRedis> {
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  let child: ChildProcess | null = null;
  const redis: TestRedis = {
    url,
    start: async () => {
      child = launch(port);
      await answers(url);
    },
    stop: async () => {
      const ending = child;
      child = null;
      if (!ending) return;
      const ended = new Promise((resolve) => ending.once('exit', resolve));
      ending.stdin?.end();
      await ended;
    },
  };
  await redis.start();
  return redis;
}

/** The shell ends the server when its standard input closes, and so does the end of this process. */
function launch(port: number): ChildProcess {
  const script = 'redis-server "$@" >/dev/null & server=$!; cat >/dev/null; kill -9 $server; wait $server';
  const options = [
    '--port',
    `${port}`,
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
    '--dir',
    '/tmp',
  ];
  return spawn('sh', ['-c', script, 'redis', ...options], { stdio: ['pipe', 'ignore', 'ignore'] });
}

async function answers(url: string): Promise<void> {
  const client = new Redis(url, { maxRetriesPerRequest: null, retryStrategy: () => 20 });
  client.on('error', () => undefined);
  await client.ping();
  client.disconnect();
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
