import { Client } from 'pg';
import { createMigratedDatabase, type TestDatabase } from '../support/postgres';
import { advanceSqlTime } from '../support/sql-time';

const HOUR_MS = 3_600_000;

describe('service_now()', () => {
  let database: TestDatabase;
  let service: Client;

  beforeEach(async () => {
    database = await createMigratedDatabase();
    service = new Client({ connectionString: database.serviceUrl });
    await service.connect();
  });
  afterEach(async () => {
    await service?.end();
    await database?.drop();
  });

  it('is now(), also where an index is read', async () => {
    const { rows: same } = await service.query('SELECT service_now() = now() AS same');
    expect(same).toEqual([{ same: true }]);
    await service.query('SET enable_seqscan = off');
    const { rows } = await service.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT id FROM jobs WHERE status = 'running' AND lease_until < service_now()`,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('jobs_running');
    expect(plan).toMatch(/Index Cond: \(lease_until < now\(\)\)/);
  });

  it('is moved by a test for open connections, prepared statements and defaults', async () => {
    const ahead = async (): Promise<number> => {
      const text = 'SELECT (extract(epoch FROM service_now() - now()) * 1000)::float8 AS ms';
      const { rows } = await service.query<{ ms: number }>({ name: 'ahead', text });
      return rows[0]?.ms ?? NaN;
    };
    // The server keeps a plan of its own choice from the sixth execution on.
    for (let i = 0; i < 7; i++) expect(await ahead()).toBe(0);
    await advanceSqlTime(database.url, HOUR_MS);
    expect(await ahead()).toBe(HOUR_MS);
    await advanceSqlTime(database.url, 1);
    expect(await ahead()).toBe(HOUR_MS + 1);
    const { rows } = await service.query(
      `INSERT INTO mail_outbox (kind, recipient) VALUES ('reset', 'a@example.com')
       RETURNING due_at - now() AS due, created_at = service_now() AS "isNow"`,
    );
    expect(rows).toMatchObject([{ due: { hours: 1, milliseconds: 1 }, isNow: true }]);
  });
});
