import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
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
 * A suite that needs Redis, with a server of its own. Without `redis-server` on PATH it is skipped with a message; where
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

/** @throws Error when there is no `redis-server` on PATH: no port would ever be answered */
export async function startRedis(): Promise<TestRedis> {
  if (!isOnPath) throw new Error('redis-server is not on PATH');
  let running: Running | null = await launchSomewhere();
  const { port } = running;
  return {
    url: `redis://127.0.0.1:${port}`,
    start: async () => {
      // Another socket at the port meanwhile is a closing connection.
      while (!running) running = await launch(port);
    },
    stop: async () => {
      const ending = running;
      running = null;
      await ending?.end();
    },
  };
}

interface Running {
  port: number;
  end(): Promise<void>;
}

/** Between looking for a port and listening to it another process may take it. */
async function launchSomewhere(): Promise<Running> {
  for (;;) {
    const running = await launch(await freePort());
    if (running) return running;
  }
}

/** The shell ends the server when its standard input closes, as it does when this process ends, and ends with it. */
const SCRIPT = `exec 3<&0
  redis-server "$@" >/dev/null & server=$!
  echo $server
  (cat <&3; kill -9 $server) >/dev/null 2>&1 &
  wait $server`;

/** @returns null when the port is not to be had */
async function launch(port: number): Promise<Running | null> {
  const at = ['--port', `${port}`, '--bind', '127.0.0.1'];
  const nothingKept = ['--save', '', '--appendonly', 'no', '--dir', '/tmp'];
  const child = spawn('sh', ['-c', SCRIPT, 'redis', ...at, ...nothingKept], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  let isAlive = true;
  const ended = once(child, 'exit').then(() => (isAlive = false));
  const end = async (): Promise<void> => {
    child.stdin.end();
    await ended;
  };
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const server = Number(line.toString());
  while (isAlive) {
    if ((await whoAnswers(port)) === server) return { port, end };
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await end();
  return null;
}

/** @returns the process id of the Redis at a port, or null */
async function whoAnswers(port: number): Promise<number | null> {
  const client = new Redis(port, '127.0.0.1', {
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  client.on('error', () => undefined);
  try {
    const info = await client.info('server');
    return Number(/process_id:(\d+)/.exec(info)?.[1]);
  } catch {
    return null;
  } finally {
    client.disconnect();
  }
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
