import { Client } from 'pg';

/** Replaces `service_now()`, which is `now()` in production, by a function that reads how far time was moved. */
const MOVABLE = `DO $$ BEGIN
  IF to_regclass('test_time') IS NULL THEN
    CREATE TABLE test_time AS SELECT interval '0' AS ahead;
    GRANT SELECT ON test_time TO PUBLIC;
    CREATE OR REPLACE FUNCTION service_now() RETURNS timestamptz LANGUAGE sql STABLE
      AS 'SELECT now() + ahead FROM test_time';
  END IF;
END $$`;

/**
 * Moves the time of one database forward: leases end, pauses are over, what is due later is due. Statements that take the
 * time as a parameter follow the port Clock instead.
 * @param url of the role that owns the tables
 */
export async function advanceSqlTime(url: string, ms: number): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(MOVABLE);
    await client.query('UPDATE test_time SET ahead = ahead + make_interval(secs => $1::float8 / 1000)', [ms]);
  } finally {
    await client.end();
  }
}
