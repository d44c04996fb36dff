import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { Resealing } from '../../src/adapters/system/resealing.store';
import { CredentialBox, type SealedCredentials } from '../../src/config/secrets/credential-box';
import { SecretBox } from '../../src/config/secrets/secret-box';
import { connectDatabase, type Connected } from '../support/connected';
import { keysOf } from '../support/old-secrets';

/** `CREDENTIAL_ROWS=10000` measures a rotation. */
const ROWS = Number(process.env['CREDENTIAL_ROWS'] ?? 600);
const [OLD, NEW] = ['o'.repeat(32), 'n'.repeat(32)];

interface Row extends SealedCredentials {
  id: string;
}

describe('credentials of exchange accounts', () => {
  const user = randomUUID();
  const boxOf = (...keys: string[]) => new CredentialBox(new SecretBox(keysOf(...keys)));
  const secretOf = (id: string): string => JSON.stringify({ apiKey: id, apiSecret: `secret of ${id}` });
  let database: Connected;
  let sql: DataSource;

  beforeAll(async () => {
    database = await connectDatabase();
    ({ sql } = database);
    await sql.query('INSERT INTO users (id, email) VALUES ($1, $2)', [user, 'owner@example.com']);
    const old = boxOf(OLD);
    const rows = Array.from({ length: ROWS }, () => {
      const id = randomUUID();
      return { id, ...old.seal(secretOf(id), user, id) };
    });
    await sql.query(
      `INSERT INTO exchange_credentials (account_id, user_id, exchange, data_key, sealed, created_at)
       SELECT id, $1, 'kraken', data_key, sealed, now()
       FROM unnest($2::uuid[], $3::text[], $4::text[]) AS given (id, data_key, sealed)`,
      [user, rows.map(({ id }) => id), rows.map(({ dataKey }) => dataKey), rows.map(({ sealed }) => sealed)],
    );
  });
  afterAll(() => database?.close());

  const stored = (): Promise<Row[]> =>
    sql.query<Row[]>(
      'SELECT account_id AS id, data_key AS "dataKey", sealed FROM exchange_credentials ORDER BY account_id',
    );

  it('cannot be opened in the row of another account, for another user, or after a change', async () => {
    const [one, other] = await stored();
    if (!one || !other) throw new Error('two rows are needed');
    const box = boxOf(OLD);
    expect(box.open(one, user, one.id)).toBe(secretOf(one.id));
    expect(() => box.open(one, user, other.id)).toThrow();
    expect(() => box.open({ ...other, sealed: one.sealed }, user, other.id)).toThrow();
    expect(() => box.open({ ...one, dataKey: other.dataKey }, user, one.id)).toThrow();
    expect(() => box.open(one, randomUUID(), one.id)).toThrow();
    const changed = `${one.sealed.slice(0, 30)}${one.sealed[30] === 'A' ? 'B' : 'A'}${one.sealed.slice(31)}`;
    expect(() => box.open({ ...one, sealed: changed }, user, one.id)).toThrow();
  });

  it('are all wrapped again by a rotation, which leaves the encrypted text as it is', async () => {
    const before = await stored();
    const columns = await new Resealing(sql, new SecretBox(keysOf(NEW, OLD))).run('all');
    expect(columns.find(({ purpose }) => purpose === 'exchange data key')).toMatchObject({
      resealed: ROWS,
      unreadable: 0,
    });
    const after = await stored();
    expect(after.map(({ sealed }) => sealed)).toEqual(before.map(({ sealed }) => sealed));
    const box = boxOf(NEW);
    expect(after.map((row) => box.open(row, user, row.id))).toEqual(after.map(({ id }) => secretOf(id)));
    expect(() => before.map((row) => box.open(row, user, row.id))).toThrow();
  });
});
