import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { HOUR_MS } from '../../src/domain/kernel/durations';
import { BatchedRequestLog } from '../../src/modules/audit/batched-request-log';
import { LateRows } from '../../src/modules/auth/personal-data/late-rows.service';
import { PERSONAL_TABLES, TABLE_NAMES } from '../../src/modules/auth/personal-data/personal-tables';
import { LineageStore } from '../../src/ports/storage/lineage-store';
import { DomainEvents } from '../../src/ports/work/domain-events';
import { Jobs } from '../../src/ports/work/jobs';
import type { TestApp } from '../app.factory';
import { sql, withClient } from '../audit/entries';
import { BillingApp } from '../billing/billing-app';
import { startEmptyMarkets } from '../support/empty-upstreams';
import { throughPool } from '../support/pgbouncer';
import { until } from '../support/until';
import { somebody, type Belongings } from './belongings';
import { account, call, codeOf, login, mail, PASSWORD, post, someEmail } from './client';

/** Export and deletion of everything the service stores of one account, by its owner and by the operator. */

const ME = '/api/v1/auth/me';
let markets: Awaited<ReturnType<typeof startEmptyMarkets>>;
let billing: BillingApp;
let app: TestApp;
const environment = { ...process.env };
beforeAll(async () => {
  markets = await startEmptyMarkets();
  billing = await BillingApp.start({ ...markets.env, EVM_CHAINS: 'ethereum' });
  ({ app } = billing);
  Object.assign(process.env, {
    NODE_ENV: 'test',
    ...throughPool(app.database),
    DATA_DIR: app.dataDir,
    REDIS_URL: '',
  });
});
afterAll(async () => {
  await billing?.close();
  await markets?.close();
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
});

const remove = (token: string, password = PASSWORD) => call(app, 'DELETE', ME, { token, body: { password } });
const verifyAudit = async () => (await import('../../src/commands/audit.js')).verifyAudit(null);
const owner = <T>(work: (client: Client) => Promise<T>) => withClient(app.ownerUrl, work);

/** Every table, with the rows that contain one of the texts anywhere. */
async function tracesOf(texts: readonly string[]): Promise<Record<string, string[]>> {
  return owner(async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables
       WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`,
    );
    const found: Record<string, string[]> = {};
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`);
      const hits = rows.map(({ row }) => row).filter((row) => texts.some((text) => row.includes(text)));
      if (hits.length > 0) found[name] = hits;
    }
    return found;
  });
}

/** The entries of the last requests are written a moment after their answers. */
async function logged(userId: string, atLeast: number): Promise<void> {
  const entries = () => sql(app.ownerUrl, 'SELECT FROM audit_logs WHERE user_id = $1', [userId]);
  await until(entries, ({ length }) => length >= atLeast);
}

it('the table of personal data names every table that refers to accounts, and no other', async () => {
  const referring = await owner(async (client) => {
    const { rows } = await client.query<{ name: string }>(`
      WITH RECURSIVE referring AS (
        SELECT conrelid AS id FROM pg_constraint WHERE contype = 'f' AND confrelid = 'users'::regclass
        UNION SELECT c.conrelid FROM pg_constraint c JOIN referring r ON c.confrelid = r.id WHERE c.contype = 'f'
      ), named AS (
        SELECT table_name AS name FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
        WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND column_name IN ('user_id', 'owner', 'email', 'recipient', 'ledger_id')
      ) SELECT id::regclass::text AS name FROM referring UNION SELECT name FROM named ORDER BY 1`);
    return rows.map(({ name }) => name);
  });
  // Payment events refer to checkouts, and hold facts of the processor alone; users is the account itself.
  const others = ['payment_events', 'users'];
  expect(referring.filter((name) => !others.includes(name)).sort()).toEqual([...TABLE_NAMES].sort());
});

describe('an account with one of everything', () => {
  let who: Belongings;
  let traces: string[];
  let file: Record<string, unknown>;

  beforeAll(async () => {
    who = await somebody(app, 0);
    const { key, checkout, webhook, jobs, entries, portfolio, mark } = who;
    traces = [key, checkout, webhook, ...jobs, ...Object.values(entries), portfolio, mark, who.who.email];
    await logged(who.who.id, 10);
  });

  it('is exported as a file with everything of it, and no secret', async () => {
    const answer = await call(app, 'GET', `${ME}/export`, { token: who.who.token });
    expect([
      answer.status,
      answer.headers.get('content-disposition'),
      answer.headers.get('cache-control'),
    ]).toEqual([200, 'attachment; filename="account-export.json"', 'no-store']);
    file = answer.body.data;
    const exported = TABLE_NAMES.filter((name) => PERSONAL_TABLES[name].columns !== null);
    expect(Object.keys(file)).toEqual(['generated_at', 'account', ...exported]);
    expect(traces.filter((trace) => !answer.text.includes(trace))).toEqual([]);
    const empty = exported.filter((name) => (file[name] as unknown[]).length === 0);
    // Sent mails and tracked events leave no row.
    expect(
      empty.filter(
        (name) =>
          ![
            'mail_outbox',
            'totp_factors',
            'events',
            'webhook_attempts',
            'webhook_addresses',
            'watches',
          ].includes(name),
      ),
    ).toEqual([]);
    const stored = await owner(async (client) => {
      const { rows } = await client.query<{ secret: string }>(
        `SELECT password_hash AS secret FROM users WHERE id = $1 UNION ALL SELECT key_hash FROM api_keys WHERE user_id = $1
         UNION ALL SELECT secret FROM webhooks WHERE user_id = $1 UNION ALL SELECT refresh_jti::text FROM sessions WHERE user_id = $1`,
        [who.who.id],
      );
      return rows.map(({ secret }) => secret);
    });
    expect(stored.length).toBeGreaterThan(3);
    expect([...stored, who.secret].filter((secret) => answer.text.includes(secret))).toEqual([]);
  });

  it('is exported by the operator alike', async () => {
    const { exportUser } = await import('../../src/commands/personal-data.js');
    const printed = (await exportUser(who.who.email.toUpperCase())) as Record<string, unknown>;
    expect(Object.keys(printed)).toEqual(Object.keys(file));
    for (const name of ['account', 'api_keys', 'manual_entries', 'imported_rows', 'portfolios'])
      expect(JSON.parse(JSON.stringify(printed[name]))).toEqual(file[name]);
    await expect(exportUser('unknown@example.com')).rejects.toThrow('There is no account');
  });

  it('is deleted only with its password', async () => {
    const wrong = await remove(who.who.token, 'not the one');
    expect([...codeOf(wrong), wrong.body.error.field]).toEqual([403, 'FORBIDDEN', 'password']);
    expect((await call(app, 'GET', ME, { token: who.who.token })).status).toBe(200);
  });

  it('leaves nothing but facts without a person, and a chain that verifies', async () => {
    const before = await verifyAudit();
    expect(before).toMatchObject({ valid: true, erased: 0 });
    const answer = await remove(who.who.token);
    expect([answer.status, answer.body.data]).toEqual([200, { deleted: true, user_id: who.who.id }]);
    expect((await call(app, 'GET', ME, { token: who.who.token })).status).toBe(401);
    // A process remembers a key for a second.
    billing.clock.advance(1_000);
    expect((await call(app, 'GET', '/api/v1/jobs', { headers: { 'X-API-Key': who.secret } })).status).toBe(
      401,
    );
    expect(codeOf(await login(app, who.who.email))).toEqual([401, 'UNAUTHORIZED']);
    await app.app.get(BatchedRequestLog, { strict: false }).settle(HOUR_MS);
    const left = await tracesOf([who.who.id, who.who.email, who.mark, who.key]);
    expect(Object.keys(left)).toEqual(['audit_erasures']);
    const after = await verifyAudit();
    expect(after).toMatchObject({ valid: true, total_findings: 0, place_only: 0 });
    expect(after.erased).toBeGreaterThanOrEqual(10);
    expect(after.entries).toBeGreaterThan(before.entries);
    // The payment stays, without the account.
    const [payment] = await sql<{ user_id: null }>(
      app.ownerUrl,
      'SELECT user_id FROM checkouts WHERE session_id = $1',
      [who.checkout],
    );
    expect(payment).toEqual({ user_id: null });
  });

  it('its address is free: a new account with it is another one', async () => {
    const fresh = await account(app, who.who.email).catch(async () => {
      // The mails of the first account are still in the folder of the tests.
      const { token } = await mail(app, who.who.email, 2);
      await post(app, '/api/v1/auth/verify-email', { token });
      const { body } = await login(app, who.who.email);
      return { id: body.data.id as string, token: body.data.access_token as string };
    });
    expect(fresh.id).not.toBe(who.who.id);
    const { data } = (await call(app, 'GET', '/api/v1/portfolios', { token: fresh.token })).body;
    expect(data).toEqual([]);
  });
});

describe('deleting an account', () => {
  it('erases the personal fields of entries from before they were hashed separately', async () => {
    const ada = await account(app);
    await call(app, 'GET', '/api/v1/jobs', { token: ada.token });
    await logged(ada.id, 1);
    // As the release before wrote it: the personal fields are in the hash.
    const { createHash, randomUUID } = await import('node:crypto');
    const { canonicalRow } = await import('../../src/domain/audit/chain.js');
    const [head] = await sql<{ count: string; hash: string }>(
      app.ownerUrl,
      `SELECT count, encode(hash, 'hex') AS hash FROM audit_head`,
    );
    const entry = {
      id: randomUUID(),
      at: Date.UTC(2026, 0, 1),
      requestId: randomUUID(),
      method: 'GET',
      path: '/api/v1/wallets/0xabc/lots',
      route: '/api/v1/wallets/:address/lots',
      status: 200,
      errorCode: null,
      durationMs: 5,
      authType: 'bearer',
      userId: ada.id,
      apiKeyId: null,
      keyPrefix: null,
      partnerId: null,
      ip: '203.0.113.9',
      userAgent: 'an agent',
      missed: 0,
      version: 1,
      personalHash: null,
    } as const;
    const seq = Number(head?.count) + 1;
    const hash = createHash('sha256')
      .update(canonicalRow(seq, head?.hash ?? '', entry))
      .digest('hex');
    await sql(
      app.database.DATABASE_URL,
      `INSERT INTO audit_logs (seq, id, at, request_id, method, path, route, status, duration_ms, auth_type, user_id, ip,
         user_agent, prev_hash, hash)
       VALUES ($1, $2, to_timestamp($3::float8 / 1000), $4, 'GET', $5, $6, 200, 5, 'bearer', $7, $8, $9,
         decode($10, 'hex'), decode($11, 'hex'))`,
      [
        seq,
        entry.id,
        entry.at,
        entry.requestId,
        entry.path,
        entry.route,
        ada.id,
        entry.ip,
        entry.userAgent,
        head?.hash,
        hash,
      ],
    );
    expect(await verifyAudit()).toMatchObject({ valid: true, place_only: 0 });
    await remove(ada.token);
    expect(await verifyAudit()).toMatchObject({ valid: true, place_only: 1 });
    expect(
      await sql(app.ownerUrl, 'SELECT path, user_id, ip, user_agent FROM audit_logs WHERE id = $1', [
        entry.id,
      ]),
    ).toEqual([{ path: entry.route, user_id: null, ip: '', user_agent: '' }]);
  });

  it('by the operator ends sessions, links and sign-ups under way', async () => {
    const ada = await account(app);
    await post(app, '/api/v1/auth/forgot-password', { email: ada.email });
    const { token } = await mail(app, ada.email, 2);
    const { deleteUser } = await import('../../src/commands/personal-data.js');
    expect(await deleteUser(ada.email)).toEqual({
      id: ada.id,
      email: ada.email,
      deleted: true,
      audit_entries_erased: expect.any(Number),
    });
    billing.clock.advance(1_000);
    expect((await call(app, 'GET', ME, { token: ada.token })).status).toBe(401);
    const reset = await post(app, '/api/v1/auth/reset-password', { token, password: PASSWORD });
    expect(codeOf(reset)).toEqual([400, 'INVALID_TOKEN']);
    await expect(deleteUser(ada.email)).rejects.toThrow('There is no account');
  });

  it('leaves nothing of requests and jobs that go on while and after it happens', async () => {
    const ada = await account(app);
    const { id } = ada;
    const wallet = '0x00000000000000000000000000000000000000ad';
    const at = (name: string) =>
      ({ type: 'price.alert', address: null, userId: id, key: `${name} ${id}` }) as const;
    const news = (name: string) => [{ ...at(name), occurredAt: null, data: {} }];
    const provided = <T>(type: abstract new (...parameters: never[]) => T): T =>
      app.app.get<T>(type, { strict: false });
    const [events, jobs] = [provided(DomainEvents), provided(Jobs)];
    const order = (key: string) =>
      jobs.enqueue(
        'exchange_sync',
        `${key} ${id}`,
        { userId: id, accountId: wallet, full: false },
        { owner: `user:${id}`, address: null, params: {}, keepsResult: false },
      );
    // Its statements have run, and it commits after the deletion, which sees nothing of it.
    await provided(DataSource).transaction(async (manager) => {
      await events.append(news('while'), manager);
      await manager.query(
        `INSERT INTO change_feeds (owner, list, fingerprint, began_at, last_at, read_at)
         VALUES ($1, 'lots', '', now(), now(), now())`,
        [`user:${id}`],
      );
      expect((await remove(ada.token)).status).toBe(200);
    });
    await events.append(news('after'));
    await order('after');
    await provided(LineageStore).save([`${wallet}+${id}`], [], true, Date.now());
    const personal = async () => {
      const traces = await tracesOf([id]);
      return Object.keys(traces).filter((table) => table !== 'audit_erasures' && table !== 'audit_logs');
    };
    expect(await personal()).toEqual(['change_feeds', 'events', 'jobs', 'lineage_books']);
    await provided(LateRows).sweep();
    expect(await personal()).toEqual([]);
  });

  it('five times at once does no harm', async () => {
    const ada = await account(app);
    const answers = await Promise.all(Array.from({ length: 5 }, () => remove(ada.token)));
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  });

  it('without a password names the way', async () => {
    const email = someEmail();
    const partner = { headers: { 'X-Partner-Key': app.partnerKey } };
    const made = await post(app, '/api/v1/auth/magic-link', { email }, partner);
    const token = new URL(made.body.data.magic_link).searchParams.get('token');
    const session = await post(app, '/api/v1/auth/magic-link/verify', { token });
    expect(codeOf(await remove(session.body.data.access_token, 'anything'))).toEqual([409, 'CONFLICT']);
  });
});

describe('the database', () => {
  const service = (statement: string, values: unknown[] = []) =>
    sql(app.database.DATABASE_URL, statement, values).then(
      () => 'done',
      (error: Error) => error.message,
    );

  it('does not let the service erase entries of an account that exists, nor change or write erasures', async () => {
    const ada = await account(app);
    expect((await call(app, 'GET', ME, { token: ada.token })).status).toBe(200);
    await logged(ada.id, 1);
    expect(await service('SELECT audit_erase($1)', [ada.id])).toContain('the account exists');
    expect(await service(`UPDATE audit_logs SET ip = ''`)).toContain('permission denied');
    expect(await service(`INSERT INTO audit_erasures VALUES (gen_random_uuid(), 0)`)).toContain(
      'permission denied',
    );
  });

  it('does not let its owner erase more or less than the personal fields by accident', async () => {
    const set = `path = route, user_id = NULL, api_key_id = NULL, key_prefix = NULL, ip = '', user_agent = '',
      personal_salt = NULL, erased_at = now()`;
    for (const statement of [
      `UPDATE audit_logs SET ${set}, status = 200 WHERE user_id IS NOT NULL`,
      `UPDATE audit_logs SET ${set} WHERE user_id IS NULL AND erased_at IS NULL`,
      `UPDATE audit_logs SET user_id = NULL WHERE user_id IS NOT NULL`,
      `UPDATE audit_logs SET erased_at = NULL WHERE erased_at IS NOT NULL`,
    ])
      await expect(sql(app.ownerUrl, statement)).rejects.toThrow('is append-only: UPDATE refused');
    expect(await verifyAudit()).toMatchObject({ valid: true });
  });
});
