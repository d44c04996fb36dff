import { DataSource } from 'typeorm';
import { bootApi } from '../../src/bootstrap/boot';
import { createLogger } from '../../src/bootstrap/logger';
import { dataSourceOptions, migrate } from '../../src/adapters/persistence/data-source';
import type { AuditEntry } from '../../src/domain/audit/record';
import { prunableBefore } from '../../src/domain/audit/retention';
import { AuditChainRepository } from '../../src/modules/audit/audit-chain.repository';
import { toVerdict, type Verdict } from '../../src/modules/audit/audit-report.presenter';
import {
  createMigratedDatabase,
  createTestDatabase,
  testConfig,
  type MigratedDatabase,
} from '../support/postgres';
import { sql, withClient } from './entries';
import { entriesAt, entryAt } from './made-up';

/** The chain in a real database: what the service may do with it, what its owner may, and what is found afterwards. */

const NOW = Date.now();
let database: MigratedDatabase;
let service: DataSource;
let owner: DataSource;

beforeAll(async () => {
  database = await createMigratedDatabase();
  const config = testConfig({ DATABASE_URL: database.serviceUrl, DATABASE_MIGRATION_URL: database.url });
  const open = (role: 'service' | 'migration') =>
    new DataSource({ ...dataSourceOptions(config, role), entities: [], migrations: [] }).initialize();
  [service, owner] = await Promise.all([open('service'), open('migration')]);
});
afterAll(async () => {
  await Promise.all([service?.destroy(), owner?.destroy()]);
  await database?.drop();
});

const append = (entries: readonly AuditEntry[], again = false) =>
  new AuditChainRepository(service).append(entries, again);
const verify = async (anchor: { count: number; hash: string } | null = null): Promise<Verdict> =>
  toVerdict(await new AuditChainRepository(service).verify(anchor), NOW);
const found = ({ findings }: Verdict): string[] => findings.map(({ kind, entries }) => `${kind} ${entries}`);
/** As an attacker who owns the tables. */
const tamper = (...statements: string[]): Promise<void> =>
  withClient(database.url, async (client) => {
    for (const table of ['audit_logs', 'audit_head', 'audit_checkpoints'])
      await client.query(`ALTER TABLE ${table} DISABLE TRIGGER ALL`);
    for (const statement of statements) await client.query(statement);
    for (const table of ['audit_logs', 'audit_head', 'audit_checkpoints'])
      await client.query(`ALTER TABLE ${table} ENABLE TRIGGER ALL`);
  });

beforeEach(() =>
  tamper(
    'TRUNCATE audit_logs, audit_head, audit_checkpoints',
    `INSERT INTO audit_head (count, hash) VALUES (0, decode(repeat('0', 64), 'hex'))`,
  ),
);

describe('the service', () => {
  const refused = (url: string, statement: string): Promise<string> =>
    sql(url, statement).then(
      () => 'done',
      (error: Error) => error.message,
    );

  it.each([
    ['UPDATE audit_logs SET status = 200', 'permission denied'],
    ['DELETE FROM audit_logs', 'permission denied'],
    ['TRUNCATE audit_logs', 'permission denied'],
    ['DROP TABLE audit_logs', 'must be owner'],
    ['ALTER TABLE audit_logs DISABLE TRIGGER ALL', 'must be owner'],
    ['DROP TRIGGER audit_logs_keep ON audit_logs', 'must be owner'],
    ['UPDATE audit_head SET count = 0', 'permission denied'],
    ['INSERT INTO audit_head (only_row, count, hash) VALUES (true, 0, NULL)', 'permission denied'],
    ['DELETE FROM audit_head', 'permission denied'],
    [`INSERT INTO audit_checkpoints SELECT count, hash, now(), now() FROM audit_head`, 'permission denied'],
    ['DELETE FROM audit_checkpoints', 'permission denied'],
    ['SET session_replication_role = replica', 'permission denied'],
    [
      // A table of its own, to run the function that moves the head with rows of its own.
      `CREATE TEMP TABLE forged (seq bigint, prev_hash bytea, hash bytea);
       CREATE TRIGGER forge AFTER INSERT ON forged REFERENCING NEW TABLE AS added
         FOR EACH STATEMENT EXECUTE FUNCTION audit_logs_extend()`,
      'permission denied for function',
    ],
  ])('may not: %s', async (statement, reason) => {
    await append(entriesAt(NOW, 3));
    expect(await refused(database.serviceUrl, statement)).toContain(reason);
    expect(await verify()).toMatchObject({ valid: true, entries: 3 });
  });

  it('owns nothing', async () => {
    const rows = await sql(
      database.serviceUrl,
      `SELECT relname FROM pg_class WHERE pg_get_userbyid(relowner) = current_user`,
    );
    expect(rows).toEqual([]);
  });

  it('may only go on where the chain ends', async () => {
    await append(entriesAt(NOW, 3));
    const copy = (seq: string, prev: string): string =>
      `INSERT INTO audit_logs SELECT ${seq}, gen_random_uuid(), at, request_id, method, path, route, status,
         error_code, duration_ms, auth_type, user_id, api_key_id, key_prefix, partner_id, ip, user_agent, missed,
         ${prev}, sha256('forged') FROM audit_logs WHERE seq = 2`;
    const url = database.serviceUrl;
    expect(await refused(url, copy('5', `(SELECT hash FROM audit_head)`))).toContain('do not continue');
    expect(await refused(url, copy('4', `sha256('other')`))).toContain('do not continue');
    expect(await refused(url, copy('0', `sha256('other')`))).toContain('do not continue');
    expect(await refused(url, copy('4', 'prev_hash'))).toContain('audit_logs_prev_hash');
    expect(await refused(url, copy('3', `(SELECT hash FROM audit_head)`))).toContain('audit_logs_pkey');
    expect(await verify()).toMatchObject({ valid: true, entries: 3 });
    // One that fits is taken, and found: the service cannot make up what it did not see without a trace.
    expect(await refused(url, copy('4', `(SELECT hash FROM audit_head)`))).toBe('done');
    expect(found(await verify())).toEqual(['changed 4']);
  });

  it('is not led astray by a table of the same name', async () => {
    await append(entriesAt(NOW, 1));
    await withClient(database.serviceUrl, async (client) => {
      await client.query('CREATE TEMP TABLE audit_head (count bigint, hash bytea)');
      await client.query(`INSERT INTO audit_head VALUES (7, sha256('x'))`);
      await expect(
        client.query(`INSERT INTO public.audit_logs SELECT 8, gen_random_uuid(), at, request_id, method, path, route,
          status, error_code, duration_ms, auth_type, user_id, api_key_id, key_prefix, partner_id, ip, user_agent,
          missed, sha256('x'), sha256('y') FROM public.audit_logs`),
      ).rejects.toThrow('do not continue');
    });
  });

  it('keeps what it may do through another migration, and starts without the rights of the owner', async () => {
    const both = { DATABASE_URL: database.serviceUrl, DATABASE_MIGRATION_URL: database.url };
    await sql(database.url, `GRANT ALL ON audit_logs, audit_head TO test_service`);
    expect(await migrate(testConfig(both))).toEqual([]);
    expect(await refused(database.serviceUrl, 'DELETE FROM audit_logs')).toContain('permission denied');
    expect(await migrate(testConfig({ DATABASE_URL: database.serviceUrl }))).toEqual([]);
  });

  it('does not start on a schema that is behind without the rights of the owner', async () => {
    const empty = await createTestDatabase();
    try {
      const config = testConfig({ DATABASE_URL: empty.serviceUrl, PORT: '0' });
      const boot = { config, logger: createLogger('silent'), runsJobs: false, onFatal: () => undefined };
      await expect(bootApi(boot)).rejects.toThrow('run `npm run cli -- migrate` with DATABASE_MIGRATION_URL');
    } finally {
      await empty.drop();
    }
  });
});

it.each([
  ['UPDATE audit_logs SET status = 200', 'UPDATE'],
  ['DELETE FROM audit_logs WHERE seq = 2', 'DELETE'],
  ['TRUNCATE audit_logs', 'TRUNCATE'],
  ['DELETE FROM audit_head', 'DELETE'],
  ['TRUNCATE audit_head', 'TRUNCATE'],
])('not even the owner may by accident: %s', async (statement, operation) => {
  await append(entriesAt(NOW, 3));
  await expect(sql(database.url, statement)).rejects.toThrow(`is append-only: ${operation} refused`);
});

describe('batches', () => {
  it('of many writers at once are one chain', async () => {
    const before = await append(entriesAt(NOW, 2));
    const ends = await Promise.all(Array.from({ length: 12 }, (_, i) => append(entriesAt(NOW + i, 25))));
    expect(before.count).toBe(2);
    expect(ends.map(({ count }) => count).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 12 }, (_, i) => 2 + 25 * (i + 1)),
    );
    const verdict = await verify();
    const last = ends.find(({ count }) => count === 302);
    expect(verdict).toMatchObject({ valid: true, entries: 302, missed: 0, head: `302:${last?.hash}` });
  });

  it('written twice, because nobody heard of the first time, are written once', async () => {
    const entries = entriesAt(NOW, 5);
    const end = await append(entries);
    expect(await append(entries, true)).toEqual(end);
    expect(await append([...entries, entryAt(NOW)], true)).toMatchObject({ count: 6 });
    await expect(append(entries)).rejects.toThrow('audit_logs_id');
    expect(await verify()).toMatchObject({ valid: true, entries: 6 });
  });

  it('are whole or not there', async () => {
    await append(entriesAt(NOW, 2));
    const bad = entryAt(NOW, { userId: 'no uuid' });
    await expect(append([entryAt(NOW), bad, entryAt(NOW)])).rejects.toThrow();
    expect(await verify()).toMatchObject({ valid: true, entries: 2 });
    expect(await append([entryAt(NOW)])).toMatchObject({ count: 3 });
  });

  it('come back from the database as they were, whatever is in them', async () => {
    await append([
      entryAt(NOW, {
        path: `/api/v1/"quoted"/\\back/\u{1F600}/é`,
        userAgent: `\ttab 'single' $1 \u2028`,
        ip: '',
      }),
      entryAt(Date.UTC(1999, 11, 31, 23, 59, 59, 999), {
        errorCode: 'X',
        partnerId: entryAt(0).id,
        missed: 3,
      }),
      entryAt(Date.UTC(2038, 0, 19, 3, 14, 8, 1), { userId: null, apiKeyId: null, keyPrefix: null }),
      ...Array.from({ length: 200 }, (_, i) => entryAt(NOW + i * 1_000_003, { durationMs: 2_147_483_647 })),
    ]);
    expect(await verify()).toMatchObject({ valid: true, entries: 203, missed: 3, findings: [] });
    await sql(database.url, `SET timezone = 'Asia/Kathmandu'; SELECT 1`);
    expect((await verify()).valid).toBe(true);
  });
});

describe('tampering of any kind is found and named:', () => {
  const COUNT = 40;
  let ids: string[];
  beforeEach(async () => {
    const entries = entriesAt(NOW, COUNT);
    ids = entries.map(({ id }) => id);
    for (let i = 0; i < COUNT; i += 10) await append(entries.slice(i, i + 10));
    expect(await verify()).toMatchObject({ valid: true, entries: COUNT });
  });

  it.each([
    ['an edit', [`UPDATE audit_logs SET status = 403 WHERE seq = 7`], ['changed 7']],
    ['an edit of the time', [`UPDATE audit_logs SET at = at + interval '1 ms' WHERE seq = 7`], ['changed 7']],
    [
      'an edit of the link',
      [`UPDATE audit_logs SET prev_hash = sha256('x') WHERE seq = 7`],
      ['unlinked 7', 'changed 7'],
    ],
    [
      'an edit of the hash',
      [`UPDATE audit_logs SET hash = sha256('x') WHERE seq = 7`],
      ['changed 7', 'unlinked 8'],
    ],
    ['a deletion', [`DELETE FROM audit_logs WHERE seq = 7`], ['missing 7']],
    ['the first gone', [`DELETE FROM audit_logs WHERE seq = 1`], ['missing 1']],
    [
      'a deletion closed up',
      [`DELETE FROM audit_logs WHERE seq = 38`, `UPDATE audit_logs SET seq = seq - 1 WHERE seq > 38`],
      ['unlinked 38', 'changed 38', 'changed 39', 'truncated 40'],
    ],
    [
      'an insertion',
      [
        `UPDATE audit_logs SET seq = seq + 1000 WHERE seq > 38`,
        `UPDATE audit_logs SET seq = seq - 999 WHERE seq > 1000`,
        `INSERT INTO audit_logs SELECT 39, gen_random_uuid(), at, request_id, method, path, route, status, error_code,
           duration_ms, auth_type, user_id, api_key_id, key_prefix, partner_id, ip, user_agent, missed, sha256('x'),
           hash FROM audit_logs WHERE seq = 3`,
      ],
      ['unlinked 39', 'changed 39', 'unlinked 40', 'changed 40', 'changed 41', 'foreign 41'],
    ],
    [
      'an insertion at the end',
      [
        `INSERT INTO audit_logs SELECT 41, gen_random_uuid(), at, request_id, method, path, route, status, error_code,
           duration_ms, auth_type, user_id, api_key_id, key_prefix, partner_id, ip, user_agent, missed,
           (SELECT hash FROM audit_head), sha256('x') FROM audit_logs WHERE seq = 3`,
      ],
      ['changed 41', 'foreign 41'],
    ],
    [
      'two that changed places',
      [
        `UPDATE audit_logs SET seq = -7 WHERE seq = 7`,
        `UPDATE audit_logs SET seq = 7 WHERE seq = 9`,
        `UPDATE audit_logs SET seq = 9 WHERE seq = -7`,
      ],
      ['unlinked 7', 'changed 7', 'unlinked 8', 'unlinked 9', 'changed 9', 'unlinked 10'],
    ],
    ['a tail cut off', [`DELETE FROM audit_logs WHERE seq > 35`], ['truncated 36-40']],
    ['all gone', [`TRUNCATE audit_logs`], ['truncated 1-40']],
    [
      'a tail cut off with its head moved by hand',
      [`DELETE FROM audit_logs WHERE seq > 35`, `UPDATE audit_head SET count = 35`],
      ['head 35'],
    ],
    ['a head that is gone', [`DELETE FROM audit_head`], ['head 40']],
    [
      'months dropped before their time',
      [
        `INSERT INTO audit_checkpoints SELECT seq, hash, now(), now() FROM audit_logs WHERE seq = 5`,
        `DELETE FROM audit_logs WHERE seq <= 5`,
      ],
      ['early 1-5'],
    ],
  ])('%s', async (_name, statements, findings) => {
    await tamper(...statements);
    const verdict = await verify();
    expect(found(verdict)).toEqual(findings);
    expect(verdict).toMatchObject({ valid: false, total_findings: findings.length });
    const [first] = verdict.findings;
    if (first?.kind === 'changed') expect(ids.includes(first.id ?? '') || first.entries === '41').toBe(true);
  });

  it('a whole chain made anew, against a place in it that was noted', async () => {
    const [{ hash = '' } = {}] = await sql<{ hash: string }>(
      database.url,
      `SELECT encode(hash, 'hex') AS hash FROM audit_logs WHERE seq = 20`,
    );
    expect((await verify({ count: 20, hash })).valid).toBe(true);
    await tamper(
      'TRUNCATE audit_logs',
      `UPDATE audit_head SET count = 0, hash = decode(repeat('0', 64), 'hex')`,
    );
    await append(entriesAt(NOW, COUNT));
    expect((await verify()).valid).toBe(true);
    expect(found(await verify({ count: 20, hash }))).toEqual(['anchor 20']);
  });
});

describe('pruning', () => {
  const before = prunableBefore(NOW);
  const prune = () => new AuditChainRepository(owner).prune(before, NOW);
  it('drops whole months that are old enough, and the chain goes on from there', async () => {
    await append(entriesAt(before - 90 * 86_400_000, 600));
    await append(entriesAt(before - 600, 600));
    await append([entryAt(before), entryAt(before - 1), ...entriesAt(NOW - 1_000, 8)]);
    const { dropped, checkpoint, check } = await prune();
    expect([dropped, checkpoint?.count, check.found]).toEqual([1_200, 1_200, 0]);
    const verdict = await verify();
    // One older entry came after a younger one: it waits for the next time.
    expect(verdict).toMatchObject({ valid: true, entries: 10, head: expect.stringMatching(/^1210:/) });
    expect(verdict.checkpoint?.at).toMatch(/^1200:[0-9a-f]{64}$/);
    expect(await prune()).toMatchObject({ dropped: 0, checkpoint: { count: 1_200 } });
    await append(entriesAt(NOW, 5));
    expect(await verify()).toMatchObject({ valid: true, entries: 15 });
    await tamper('DELETE FROM audit_logs WHERE seq = 1201');
    expect(found(await verify())).toEqual(['missing 1201']);
  });

  it('may drop everything', async () => {
    await append(entriesAt(before - 1_000, 30));
    expect(await prune()).toMatchObject({ dropped: 30 });
    expect(await verify()).toMatchObject({ valid: true, entries: 0 });
    await append(entriesAt(NOW, 2));
    expect(await verify()).toMatchObject({ valid: true, entries: 2 });
  });

  it('drops nothing of what is younger, nor what does not verify', async () => {
    await append(entriesAt(before, 10));
    expect(await prune()).toMatchObject({ dropped: 0, checkpoint: null });
    await tamper(
      `UPDATE audit_logs SET at = $$${new Date(before - 5_000).toISOString()}$$, status = 200 WHERE seq < 4`,
    );
    const { dropped, check } = await prune();
    expect([dropped, check.findings.map(({ kind }) => kind)]).toEqual([0, ['changed', 'changed', 'changed']]);
    expect(await sql(database.url, 'SELECT seq FROM audit_logs')).toHaveLength(10);
  });

  it('is beyond the service', async () => {
    await append(entriesAt(before - 1_000, 3));
    await expect(new AuditChainRepository(service).prune(before, NOW)).rejects.toThrow('permission denied');
    expect(await verify()).toMatchObject({ valid: true, entries: 3 });
  });

  it('goes on beside writers, and twice at once', async () => {
    await append(entriesAt(before - 1_000, 300));
    const writing = Array.from({ length: 8 }, (_, i) => append(entriesAt(NOW + i, 20)));
    const pruned = await Promise.all([prune(), prune()]);
    await Promise.all(writing);
    expect(pruned.map(({ dropped }) => dropped).sort()).toEqual([0, 300]);
    expect(await verify()).toMatchObject({ valid: true, entries: 160 });
  });
});
