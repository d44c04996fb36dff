import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { DERIVED_TABLES } from '../../src/adapters/persistence/ledgers/ledger-tables';
import { BackupError, type BackupHead } from '../../src/adapters/persistence/backup/backup-format';
import { verifyBackup } from '../../src/adapters/persistence/backup/backup-reader';
import { restoreBackup } from '../../src/adapters/persistence/backup/restore-backup';
import { writeBackup } from '../../src/adapters/persistence/backup/write-backup';
import { asMigrationClient, asOwner, NewerSchemaError } from '../../src/adapters/persistence/data-source';
import { AuditChainRepository } from '../../src/modules/audit/audit-chain.repository';
import { account, PASSWORD, post } from '../accounts/client';
import { startApp } from '../app.factory';
import { withClient } from '../audit/entries';
import {
  createMigratedDatabase,
  createTestDatabase,
  type MigratedDatabase,
  testConfig,
  type TestDatabase,
} from '../support/postgres';

const DEMO = '0xde300000000000000000000000000000000a11ce';
/** What COPY has to escape, and a line that looks like the end of the rows. */
const HARD_TEXT = 'tab\t back\\slash\nnew line\n\\.\n\r\n"quotes" é 🙂 \\N';

/** The schema, and which database holds what: a restored service has its own. */
const OF_THE_DATABASE: ReadonlySet<string> = new Set(['migrations']);

const RECEIVER_SECRET = 'the token of the receiver of a webhook';

let folder: string;
let empty: TestDatabase;
const fileOf = (name: string): string => join(folder, name);
const configOf = ({ url }: { url: string }) => testConfig({ DATABASE_URL: url });

/** Of every table but those that the service computes again. */
async function rowsOf(url: string): Promise<Record<string, string>> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1`,
    );
    const found: Record<string, string> = {};
    for (const { name } of rows) {
      if (DERIVED_TABLES.includes(name)) continue;
      const { rows: all } = await client.query<{ text: string }>(
        `SELECT t::text AS text FROM "${name}" t ORDER BY 1`,
      );
      found[name] = all.map(({ text }) => text).join('\n');
    }
    return found;
  });
}

const written = (url: string, file: string) =>
  asMigrationClient(configOf({ url }), (client) => writeBackup(client, file, new Date()));

/** A backup file of these lines. */
function fileWith(name: string, ...lines: string[]): string {
  writeFileSync(fileOf(name), gzipSync(`${lines.join('\n')}\n`));
  return fileOf(name);
}

beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'backup-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(async () => (empty = await createTestDatabase()));
afterEach(() => empty.drop());

describe('a backup', () => {
  let database: MigratedDatabase;
  let head: string;
  /** As their owner has them. */
  let secrets: unknown[];

  /** A service with an account, a key, a webhook, a linked wallet, an indexed demo wallet and an audit log. */
  beforeAll(async () => {
    database = await createMigratedDatabase();
    const app = await startApp({ DATABASE_URL: database.serviceUrl, DATABASE_MIGRATION_URL: database.url });
    const { token } = await account(app);
    await post(app, '/api/v1/linked-wallets', { address: DEMO, label: 'Demo' }, { token });
    const key = await post(app, '/api/v1/api-keys', { name: 'key', permissions: ['read:lots'] }, { token });
    const webhook = await post(
      app,
      '/api/v1/webhooks',
      {
        url: 'http://127.0.0.1:9999/',
        events: ['lot.created'],
        headers: { 'X-Of-The-Receiver': RECEIVER_SECRET },
      },
      { token },
    );
    secrets = [PASSWORD, token, key.body.data.key, webhook.body.data.secret, RECEIVER_SECRET];
    await app.get(`/api/v1/wallets/${DEMO}/dashboard`);
    // Taken while the service writes.
    await written(database.url, fileOf('running'));
    await app.close();
    await withClient(database.url, (client) => client.query('UPDATE users SET full_name = $1', [HARD_TEXT]));
    await written(database.url, fileOf('whole'));
    head =
      gunzipSync(readFileSync(fileOf('whole')))
        .toString()
        .split('\n', 1)[0] ?? '';
  });
  afterAll(() => database.drop());

  it('restores every row of every table, and the triggers', async () => {
    const before = await rowsOf(database.url);
    const { counts, migrations } = await restoreBackup(configOf(empty), fileOf('whole'));
    expect(migrations).toEqual([]);
    const after = await rowsOf(empty.url);
    for (const name of Object.keys(before))
      if (!OF_THE_DATABASE.has(name)) expect([name, after[name]]).toEqual([name, before[name]]);
    expect(Object.keys(counts)).toHaveLength(Object.keys(before).length - OF_THE_DATABASE.size);
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(100);
    expect(after['users']).toContain('back');
    await withClient(empty.url, async (client) => {
      const asleep = await client.query(`SELECT FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'O'`);
      expect(asleep.rowCount).toBe(0);
      await expect(client.query('DELETE FROM audit_head')).rejects.toThrow('append-only');
    });
  });

  it('can be taken while the service writes: the audit log in it is whole', async () => {
    await restoreBackup(configOf(empty), fileOf('running'));
    const verdict = await asOwner(configOf(empty), (owner) => new AuditChainRepository(owner).verify(null));
    expect([verdict.check.found, verdict.check.rows]).toEqual([0, expect.any(Number)]);
  });

  it('is readable by its owner only, and holds nothing unfinished', () => {
    expect(statSync(fileOf('whole')).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).filter((name) => name.includes('.part'))).toEqual([]);
  });

  it('holds no password, key, session or secret that could be used', () => {
    const text = gunzipSync(readFileSync(fileOf('whole'))).toString();
    expect(text).toContain('lot.created');
    for (const secret of secrets) {
      expect(typeof secret === 'string' && secret.length >= 20).toBe(true);
      expect(text).not.toContain(secret);
    }
  });

  it('replaces no file', async () => {
    const bytes = readFileSync(fileOf('whole'));
    writeFileSync(`${fileOf('taken')}.${process.pid}.part`, '');
    await expect(written(database.url, fileOf('taken'))).rejects.toThrow('EEXIST');
    // The command checks the name before; this file is as one that another program made since.
    await expect(written(database.url, fileOf('whole'))).rejects.toThrow(BackupError);
    expect(readFileSync(fileOf('whole'))).toEqual(bytes);
    expect(readdirSync(folder).filter((name) => name.includes('whole.'))).toEqual([]);
  });

  it('has no sequence to restore but that of the migrations', () =>
    withClient(database.url, async (client) => {
      const { rows } = await client.query<{ name: string }>('SELECT sequencename AS name FROM pg_sequences');
      expect(rows.map(({ name }) => name)).toEqual(['migrations_id_seq']);
    }));

  it('is refused by a database with tables, which stays as it is', async () => {
    await withClient(empty.url, (client) => client.query('CREATE TABLE mine (a int)'));
    await expect(restoreBackup(configOf(empty), fileOf('whole'))).rejects.toThrow('not empty');
    expect(Object.keys(await rowsOf(empty.url))).toEqual(['mine']);
  });

  it.each([
    ['cut', (bytes: Buffer) => bytes.subarray(0, bytes.length - 20)],
    ['with a changed byte', (bytes: Buffer) => changed(bytes, bytes.length >> 1)],
    ['without its checksum', (bytes: Buffer) => changed(bytes, bytes.length - 6)],
    ['not packed', (bytes: Buffer) => gunzipSync(bytes)],
    ['another file', () => gzipSync('-- something else\n')],
    ['empty', () => Buffer.alloc(0)],
  ])('is refused when it is %s, and the database stays empty', async (_, damage) => {
    writeFileSync(fileOf('bad'), damage(readFileSync(fileOf('whole'))));
    await expect(restoreBackup(configOf(empty), fileOf('bad'))).rejects.toThrow(BackupError);
    expect(await rowsOf(empty.url)).toEqual({});
  });

  it('is refused when it is newer than this release', async () => {
    const newer = fileWith('newer', head.replace(']}', ',"Later9999999999999"]}'), '', '-- rows {}');
    await expect(restoreBackup(configOf(empty), newer)).rejects.toThrow(NewerSchemaError);
    expect(await rowsOf(empty.url)).toEqual({});
  });

  it('is refused when its format is newer', async () => {
    const newer = fileWith('format', head.replace('"format":1', '"format":2'), '', '-- rows {}');
    await expect(restoreBackup(configOf(empty), newer)).rejects.toThrow('newer release');
  });

  it('of an older schema is migrated', async () => {
    const all = (JSON.parse(head.slice(head.indexOf('{'))) as BackupHead).migrations;
    const older = all.slice(0, 2);
    const user = 'b6f0a1f2-0000-4000-8000-000000000001';
    const file = fileWith(
      'older',
      head.replace(JSON.stringify(all), JSON.stringify(older)),
      '',
      'COPY "users" ("id", "email", "full_name", "email_verified", "created_at") FROM stdin;',
      `${user}\tada@example.com\tAda\tt\t2026-01-01 00:00:00+00`,
      '\\.',
      '',
      '-- rows {"users":1}',
    );
    const { migrations } = await restoreBackup(configOf(empty), file);
    expect(migrations).toEqual(all.slice(2));
    expect((await rowsOf(empty.url))['users']).toContain('ada@example.com');
  });

  it('leaves an empty database when its rows do not fit', async () => {
    const file = fileWith(
      'foreign',
      head,
      '',
      'COPY "users" ("nothing") FROM stdin;',
      '1',
      '\\.',
      '',
      '-- rows {"users":1}',
    );
    await expect(restoreBackup(configOf(empty), file)).rejects.toThrow('does not fit');
    expect(await rowsOf(empty.url)).toEqual({});
    await restoreBackup(configOf(empty), fileOf('whole'));
  });

  it('is verified in parts of any size', async () => {
    const { counts } = await verifyBackup(fileOf('whole'));
    expect(counts['users']).toBe(1);
    const long = randomBytes(300_000).toString('base64');
    const file = fileWith(
      'long',
      head,
      '',
      'COPY "a" ("b") FROM stdin;',
      long,
      '\\.',
      '',
      'COPY "c" ("d") FROM stdin;',
      '\\.',
      '',
      '-- rows {"a":1,"c":0}',
    );
    expect((await verifyBackup(file)).counts).toEqual({ a: 1, c: 0 });
  });
});

function changed(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 0xff;
  return copy;
}
