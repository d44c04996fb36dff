import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Target } from '../accounts/client';
import { freePort, Run } from '../launcher/run';
import { createTestDatabase, type TestDatabase } from '../support/postgres';
import { servicePid } from '../support/service-pid';
import { temporaryFolder } from '../support/temporary-folder';

/** The service as `npm start` starts it, over a database of its own, that can be killed and started again. */
export class StartedService implements Target {
  readonly dataDir = temporaryFolder('cost-basis-chaos-');
  url = '';
  private port = '';
  private database!: TestDatabase;
  private run!: Run;
  private client!: Client;

  constructor(private readonly env: Readonly<Record<string, string>>) {}

  /** As the role that owns the tables. */
  get sql(): Client {
    return this.client;
  }

  async start(): Promise<this> {
    this.database = await createTestDatabase();
    this.port = await freePort();
    this.url = `http://127.0.0.1:${this.port}`;
    await this.begin();
    this.client = new Client({ connectionString: this.database.url });
    await this.client.connect();
    return this;
  }

  async stop(): Promise<void> {
    this.run.child.kill('SIGTERM');
    await this.run.finished;
    await this.client.end();
    await this.database.drop();
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  async begin(): Promise<void> {
    this.run = new Run('launcher/start', [], {
      NODE_ENV: 'development',
      PORT: this.port,
      HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
      DATA_DIR: this.dataDir,
      DATABASE_URL: this.database.url,
      DATABASE_CONNECT_TIMEOUT_MS: '60000',
      JWT_SECRET: 'j'.repeat(32),
      ENCRYPTION_KEY: 'e'.repeat(32),
      RATE_LIMIT_RPM: '100000',
      RATE_LIMIT_RPD: '1000000',
      DEMO_WALLETS: 'false',
      ...this.env,
    });
    const isReady = () =>
      fetch(`${this.url}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
    while (!(await isReady())) await sleep(100);
  }

  /** `kill -9` of the process that serves, and of the one that started it. */
  async kill(): Promise<void> {
    const service = servicePid(this.run.child.pid ?? 0);
    this.run.child.kill('SIGKILL');
    if (service !== null) process.kill(service, 'SIGKILL');
    await this.run.finished;
  }

  /** A plan without limits. */
  async upgrade({ email }: { email: string }): Promise<void> {
    await this.client.query(`UPDATE users SET plan_name = 'defi' WHERE email = $1`, [email]);
  }
}
