import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { mail } from '../accounts/client';
import { freePort, Run } from '../launcher/run';
import { FAR_LIMITS } from '../support/far-limits';
import { createTestDatabase } from '../support/postgres';
import type { TestRedis } from '../support/redis';
import { startMailServer } from './mail-server';
import { temporaryFolder } from '../support/temporary-folder';
import { until } from '../support/until';

/** The built product in processes of its own, started by the commands a user types. */
export interface Product {
  url: string;
  /** Starts every process, and waits until all of them are ready. */
  start(): Promise<void>;
  /** `kill -9` of every process. */
  kill(): Promise<void>;
  /** SIGTERM, as a service manager sends it. @returns exit codes */
  stop(): Promise<unknown[]>;
  /** Waits for the first mail to an address. @returns the token its link carries */
  mailedToken(email: string): Promise<string>;
  /** The end of what the processes have printed. */
  log(): string;
  close(): Promise<void>;
}

const LOG_CHARS = 4_000;
/** What went wrong, without a line per request. */
const LOGS = { LOG_LEVEL: 'warn' };
/** The next attempt is due soon after a kill and the start that follows, and another one where the kill comes late. */
const RETRIES = { WEBHOOK_BACKOFF_MS: '5000,120000' };

/** What every npm script does first: done beforehand, a slow build is no slow start. */
export function buildIfStale(): void {
  const script = resolve(__dirname, '../../scripts/build-if-stale.cjs');
  execFileSync(process.execPath, ['-e', `require(${JSON.stringify(script)})()`], { stdio: 'pipe' });
}

interface Process {
  command: readonly string[];
  env: Record<string, string>;
  /** Answers 200 when the process works. */
  readyUrl: string;
}

/** `npm start` in an empty data directory: PostgreSQL comes with it, and there is no Redis. */
export async function npmStart(env: Record<string, string>): Promise<Product> {
  const dataDir = temporaryFolder('journey-');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const command = ['start'];
  const settings = { ...FAR_LIMITS, ...RETRIES, ...LOGS, DATA_DIR: dataDir, PORT: port, ...env };
  const processes = new Processes([{ command, env: settings, readyUrl: `${url}/health/ready` }]);
  return {
    url,
    ...processes.controls(),
    mailedToken: async (email) => (await mail({ url, dataDir }, email)).token ?? '',
    close: async () => {
      await processes.kill();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
    },
  };
}

/** `npm run start:prod` and `npm run worker`, with PostgreSQL, Redis and a mail server by URL. */
export async function startProdAndWorker(redis: TestRedis, env: Record<string, string>): Promise<Product> {
  const dataDir = temporaryFolder('journey-');
  const [database, mails] = [await createTestDatabase(), await startMailServer()];
  const [port, workerPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const shared = {
    ...FAR_LIMITS,
    ...RETRIES,
    ...LOGS,
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
    DATABASE_URL: database.serviceUrl,
    DATABASE_MIGRATION_URL: database.url,
    REDIS_URL: redis.url,
    MAIL_URL: mails.url,
    MAIL_REQUIRE_TLS: 'false',
    PUBLIC_BASE_URL: url,
    JWT_SECRET: 'a signing secret of the journeys which is long enough',
    ENCRYPTION_KEY: 'an encryption key of the journeys which is long enough',
    WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
    ...env,
  };
  const ready = (at: string) => `http://127.0.0.1:${at}/health/ready`;
  const processes = new Processes([
    { command: ['run', 'start:prod'], env: { ...shared, PORT: port }, readyUrl: ready(port) },
    {
      command: ['run', 'worker'],
      env: { ...shared, WORKER_METRICS_PORT: workerPort },
      readyUrl: ready(workerPort),
    },
  ]);
  return {
    url,
    ...processes.controls(),
    mailedToken: (email) => mails.tokenTo(email),
    close: async () => {
      await processes.kill();
      await mails.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The database of `npm start` runs as another user where the tests run as root. */
class Processes {
  private runs: Run[] = [];
  private printed = '';

  constructor(private readonly list: readonly Process[]) {}

  controls(): Pick<Product, 'start' | 'kill' | 'stop' | 'log'> {
    return {
      start: () => this.start(),
      kill: () => this.kill(),
      stop: () => this.end('SIGTERM'),
      log: () => this.log(),
    };
  }

  async start(): Promise<void> {
    this.runs = this.list.map(({ command, env }) => new Run('npm', command, env));
    await Promise.all(this.list.map((process, i) => this.ready(process, this.runs[i])));
  }

  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  log(): string {
    return [this.printed, ...this.runs.map(({ stdout, stderr }) => stdout + stderr)]
      .join('\n')
      .slice(-LOG_CHARS);
  }

  private async ready({ command, readyUrl }: Process, run: Run | undefined): Promise<void> {
    let hasEnded = false;
    void run?.finished.then(() => (hasEnded = true));
    await until(
      async () => {
        if (hasEnded) throw new Error(`npm ${command.join(' ')} does not become ready:\n${this.log()}`);
        const status = await fetch(readyUrl).then(
          (answer) => answer.status,
          () => null,
        );
        return { status, log: this.log() };
      },
      ({ status }) => status === 200,
    );
  }

  /** To npm and what it runs. */
  private async end(signal: NodeJS.Signals): Promise<unknown[]> {
    const ending = this.runs.splice(0);
    for (const { child } of ending)
      if (child.exitCode === null && child.pid) process.kill(-child.pid, signal);
    const ends = await Promise.all(ending.map(({ finished }) => finished));
    this.printed = ends.map(({ stdout, stderr }) => stdout + stderr).join('\n');
    return ends.map(({ code }) => code);
  }
}
