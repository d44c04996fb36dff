import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { createMigratedDatabase, type TestDatabase } from '../support/postgres';
import { spawnTypescript } from '../support/child';
import type { Death } from './dying-worker.child';

const CHILD = join(__dirname, 'dying-worker.child.ts');

export interface StoredEvent {
  id: string;
  key: string;
  data: Record<string, unknown>;
}

/** A database, a user of it, and workers of the whole service that die when they are to. */
export class OutboxBench {
  private readonly children: ChildProcess[] = [];
  private readonly dataDir = mkdtempSync(join(tmpdir(), 'cost-basis-outbox-'));

  private constructor(
    private readonly database: TestDatabase,
    readonly sql: Client,
    readonly user: string,
  ) {}

  static async open(): Promise<OutboxBench> {
    const database = await createMigratedDatabase();
    const sql = new Client({ connectionString: database.url });
    await sql.connect();
    const { rows } = await sql.query<{ id: string }>(
      `INSERT INTO users (email, full_name, email_verified, created_at) VALUES ('u@example.com', '', true, now())
       RETURNING id`,
    );
    return new OutboxBench(database, sql, rows[0]?.id ?? '');
  }

  /** Resolves when the worker has been killed, by itself, at that step of storing an event of that type. */
  async dies(death: Death, type: string): Promise<void> {
    const [, signal] = (await once(this.spawn(death, type), 'exit')) as [number | null, string | null];
    expect(signal).toBe('SIGKILL');
  }

  /** Ends the leases of those that died, and starts a worker. */
  async work(): Promise<void> {
    await this.sql.query(`UPDATE jobs SET lease_until = now() - interval '1 s' WHERE status = 'running'`);
    this.spawn('never', '');
  }

  /** In the order in which they were stored. */
  async events(type: string): Promise<StoredEvent[]> {
    const { rows } = await this.sql.query<{ id: string; key: string; body: string }>(
      'SELECT id, key, body FROM events WHERE type = $1 ORDER BY created_at, id',
      [type],
    );
    return rows.map(({ id, key, body }) => ({
      id,
      key,
      data: (JSON.parse(body) as { data: Record<string, unknown> }).data,
    }));
  }

  async close(): Promise<void> {
    await Promise.all(this.children.map(killed));
    await this.sql.end();
    await this.database.drop();
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  private spawn(death: Death, type: string): ChildProcess {
    const child = spawnTypescript(CHILD, {
      DATABASE_URL: this.database.serviceUrl,
      DATABASE_MIGRATION_URL: this.database.url,
      DATA_DIR: this.dataDir,
      DEMO_WALLETS: 'true',
      DIE: death,
      DIE_OF: type,
    });
    this.children.push(child);
    return child;
  }
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}
