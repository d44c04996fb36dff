import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { SecretBox } from '../../src/config/secrets/secret-box';
import { Resealing } from '../../src/adapters/system/resealing.store';
import { startApp } from '../app.factory';
import { Run } from '../launcher/run';
import { keysOf, oldForm } from '../support/old-secrets';
import { createMigratedDatabase } from '../support/postgres';
import { addUser } from './webhooks-app';

const [OLD, NEW] = ['o'.repeat(32), 'n'.repeat(32)];

interface Stored {
  id: string;
  secret: string;
  headers: string;
}

describe('stored webhook secrets', () => {
  let database: Awaited<ReturnType<typeof createMigratedDatabase>>;
  let sql: Client;

  beforeEach(async () => {
    database = await createMigratedDatabase();
    sql = new Client({ connectionString: database.url });
    await sql.connect();
  });
  afterEach(async () => {
    await sql.end();
    await database.drop();
  });

  const add = async (
    seal: (text: string, purpose: 'webhook secret' | 'webhook headers', id: string) => string,
  ) => {
    const id = randomUUID();
    await sql.query(
      `INSERT INTO webhooks (id, user_id, url, events, headers, secret, created_at, updated_at)
       VALUES ($1, $2, 'https://receiver.example', '{lot.created}', $3, $4, now(), now())`,
      [
        id,
        await addUser(sql),
        seal('{"X-A":"1"}', 'webhook headers', id),
        seal('whsec_x', 'webhook secret', id),
      ],
    );
    return id;
  };
  const stored = async (id: string): Promise<Stored> => {
    const { rows } = await sql.query<Stored>('SELECT id, secret, headers FROM webhooks WHERE id = $1', [id]);
    return rows[0] as Stored;
  };
  const opened = (key: string, { id, secret, headers }: Stored): string[] => {
    const box = new SecretBox(keysOf(key));
    return [box.open(secret, 'webhook secret', id), box.open(headers, 'webhook headers', id)];
  };

  it('of an earlier release are sealed again when the service starts', async () => {
    const id = await add((text, purpose) => oldForm(OLD, text, purpose));
    const app = await startApp({ DATABASE_URL: database.url, ENCRYPTION_KEY: OLD });
    await app.close();
    const row = await stored(id);
    expect([row.secret.slice(0, 2), row.headers.slice(0, 2)]).toEqual(['2.', '2.']);
    expect(opened(OLD, row)).toEqual(['whsec_x', '{"X-A":"1"}']);
  });

  it('are sealed under the first key by `secrets rewrap`, so that the other keys can go', async () => {
    const old = new SecretBox(keysOf(OLD));
    const id = await add((text, purpose, row) => old.seal(text, purpose, row));
    const env = { DATABASE_URL: database.url, ENCRYPTION_KEY: `${NEW},${OLD}` };
    const { code, stdout } = await new Run('cli', ['secrets', 'rewrap'], env).finished;
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      valid: true,
      columns: [
        ...['secret', 'headers'].map((column) => ({
          purpose: `webhook ${column}`,
          table: 'webhooks',
          column,
          current: 0,
          resealed: 1,
          unreadable: 0,
        })),
        ...[
          { purpose: 'exchange data key', table: 'exchange_credentials', column: 'data_key' },
          { purpose: 'totp secret', table: 'totp_factors', column: 'secret' },
          { purpose: 'previous webhook secret', table: 'webhooks', column: 'previous_secret' },
          { purpose: 'idempotent answer', table: 'idempotent_requests', column: 'answer' },
        ].map((column) => ({ ...column, current: 0, resealed: 0, unreadable: 0 })),
      ],
    });
    expect(opened(NEW, await stored(id))).toEqual(['whsec_x', '{"X-A":"1"}']);
  });

  it('that no key opens stay as they are, and the command reports them', async () => {
    const lost = new SecretBox(keysOf('l'.repeat(32)));
    const id = await add((text, purpose, row) => lost.seal(text, purpose, row));
    const before = await stored(id);
    const env = { DATABASE_URL: database.url, ENCRYPTION_KEY: NEW };
    const { code, stdout } = await new Run('cli', ['secrets', 'rewrap'], env).finished;
    expect([code, (JSON.parse(stdout) as { valid: boolean }).valid]).toEqual([1, false]);
    expect(stdout).not.toContain('whsec');
    expect(await stored(id)).toEqual(before);
  });

  it('of another row are refused', async () => {
    const box = new SecretBox(keysOf(OLD));
    const [mine, other] = [await add((...of) => box.seal(...of)), await add((...of) => box.seal(...of))];
    await sql.query('UPDATE webhooks SET secret = $2 WHERE id = $1', [mine, (await stored(other)).secret]);
    const row = await stored(mine);
    expect(() => opened(OLD, row)).toThrow();
    const source = await new DataSource({ type: 'postgres', url: database.url }).initialize();
    const [secrets] = await new Resealing(source, box).run('all');
    await source.destroy();
    expect(secrets).toMatchObject({ unreadable: 0, current: 2 });
  });
});
