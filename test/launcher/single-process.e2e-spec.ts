import { Client } from 'pg';
import { claimDatabase, type ProcessClaim } from '../../src/bootstrap/process-lock';
import { createTestDatabase, type TestDatabase } from '../support/postgres';
import { SystemClock } from '../../src/adapters/system/system-clock';
import { until } from '../support/until';

const never = (reason: Error): never => {
  throw reason;
};

describe('the claim of a process on its database', () => {
  let database: TestDatabase;
  let admin: Client;
  const claims: ProcessClaim[] = [];
  const claim = async (alone: boolean, onLost: (reason: Error) => void = never): Promise<ProcessClaim> => {
    const made = await claimDatabase(database.url, alone, 2_000, onLost, new SystemClock());
    claims.push(made);
    return made;
  };
  const holders = async (): Promise<number> => {
    const { rows } = await admin.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM pg_locks l JOIN pg_stat_activity a USING (pid)
        WHERE l.locktype = 'advisory' AND l.granted AND a.datname = current_database()`,
    );
    return rows[0]?.n ?? 0;
  };
  /** Resolves when they are gone: after the signal they hold their locks a moment longer. */
  const endHolders = (): Promise<unknown> =>
    admin.query(
      `SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'cost-basis-process-lock'`,
    );

  beforeEach(async () => {
    database = await createTestDatabase();
    admin = new Client({ connectionString: database.url });
    await admin.connect();
  });
  afterEach(async () => {
    for (const made of claims.splice(0)) await made.release();
    await admin.end();
    await database.drop();
  });

  it('is for one without Redis, and passes on when that one is done', async () => {
    const first = await claim(true);
    await expect(claim(true)).rejects.toThrow('Without REDIS_URL only one can run');
    await expect(claim(false)).rejects.toThrow('A process without REDIS_URL serves this database');
    await first.release();
    await claim(true);
  });

  it('is for any number with Redis, and for none without beside them', async () => {
    await claim(false);
    await claim(false);
    await expect(claim(true)).rejects.toThrow('Another process already serves this database');
  });

  it('is taken again after its connection was lost', async () => {
    await claim(true);
    await endHolders();
    await until(holders);
    await expect(claim(true)).rejects.toThrow('Another process already serves this database');
  });

  it('tells the process when another one took its place meanwhile', async () => {
    const lost = new Promise<Error>((resolve) => void claim(true, resolve));
    await until(holders);
    const next = new Client({ connectionString: database.url });
    await next.connect();
    const { rows } = await admin.query<{ id: string }>(
      `SELECT (classid::bigint << 32 | objid::bigint) AS id FROM pg_locks
        WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    const waiting = next.query('SELECT pg_advisory_lock($1)', [rows[0]?.id]);
    await until(waiters);
    await endHolders();
    await waiting;
    expect((await lost).message).toContain('Another process already serves this database');
    await next.end();
  });

  async function waiters(): Promise<number> {
    const { rows } = await admin.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`,
    );
    return rows[0]?.n ?? 0;
  }
});
