import { Client } from 'pg';
import { LEDGER_TABLES } from '../../src/adapters/persistence/ledgers/ledger-tables';
import { DISTRIBUTION_COLUMNS } from '../../src/adapters/persistence/distribution';
import { createMigratedDatabase, type MigratedDatabase } from '../support/postgres';
import {
  OTHER_TABLES,
  OVER_KEYS,
  statements,
  statementsIn,
  type Statement,
  withoutKey,
} from './tenant-tables';

/** Tables in neither list, and tenant tables whose primary key lacks their key. */
async function wrongTables(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; key: string[] }>(
    `SELECT c.relname AS name, ARRAY(
       SELECT a.attname::text FROM pg_index i JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY(i.indkey)
       WHERE i.indrelid = c.oid AND i.indisprimary) AS key
     FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') ORDER BY 1`,
  );
  const others = new Set(Object.values(OTHER_TABLES).flat());
  const known = rows.map(({ name }) => name);
  const missing = [...Object.keys(DISTRIBUTION_COLUMNS), ...others].filter((name) => !known.includes(name));
  return [
    ...missing.map((name) => `${name}: no such table`),
    ...rows.flatMap(({ name, key }) => {
      const wanted = DISTRIBUTION_COLUMNS[name];
      if (wanted === undefined) return others.has(name) ? [] : [`${name}: in no list`];
      return key.includes(wanted) ? [] : [`${name}: ${wanted} is not in its primary key`];
    }),
  ];
}

/** Statements over tenant tables that do not name the key, less those that may. */
const wrongStatements = (all: readonly Statement[]): string[] =>
  all.flatMap((statement) =>
    withoutKey(statement)
      .filter((table) => !OVER_KEYS.some((one) => isMeant(one, statement, table)))
      .map((table) => `${statement.file}:${statement.line}: no ${DISTRIBUTION_COLUMNS[table]} of ${table}`),
  );

const isMeant = (one: (typeof OVER_KEYS)[number], { file, text }: Statement, table: string): boolean =>
  one.file === file && one.table === table && text.includes(one.contains);

describe('the key of a wallet', () => {
  let database: MigratedDatabase;
  let client: Client;
  beforeAll(async () => {
    database = await createMigratedDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
  });
  afterAll(async () => {
    await client?.end();
    await database?.drop();
  });

  it('is in the primary key of every table that grows with transactions', async () => {
    expect(await wrongTables(client)).toEqual([]);
  });

  it('is missed in a table that has none, and in a new table', async () => {
    await client.query('BEGIN');
    await client.query('ALTER TABLE raw_rows DROP CONSTRAINT raw_rows_pkey');
    await client.query('CREATE TABLE planted (id uuid PRIMARY KEY)');
    expect(await wrongTables(client)).toEqual([
      'planted: in no list',
      'raw_rows: address is not in its primary key',
    ]);
    await client.query('ROLLBACK');
  });

  it('is in every statement over these tables', () => {
    const all = statements();
    // Each table is read by a statement of the product at least.
    const named = [...all.map(({ text }) => text), ...LEDGER_TABLES.map(({ name }) => name)].join('\n');
    expect(Object.keys(DISTRIBUTION_COLUMNS).filter((table) => !named.includes(table))).toEqual([]);
    expect(wrongStatements(all)).toEqual([]);
  });

  it('is missed in statements without it', () => {
    const planted = [
      "const WHERE = 'WHERE address = $1';",
      'query(`SELECT * FROM raw_rows ${WHERE}`);',
      "query('DELETE FROM raw_rows WHERE chain = $1');",
      'query(`UPDATE manual_entries SET body = $2 WHERE id = $1`);',
    ].join('\n');
    expect(wrongStatements(statementsIn('planted.ts', planted))).toEqual([
      'planted.ts:3: no address of raw_rows',
      'planted.ts:4: no user_id of manual_entries',
    ]);
  });

  it('may be missing only where a statement is over several wallets', () => {
    const all = statements();
    const unused = OVER_KEYS.filter(
      (one) =>
        !all.some((statement) => withoutKey(statement).some((table) => isMeant(one, statement, table))),
    );
    expect(unused).toEqual([]);
  });
});
