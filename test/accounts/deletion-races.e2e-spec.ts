import { Client } from 'pg';
import { demoAccount } from '../../src/launcher/demo/demo-account';
import { UsageRepository } from '../../src/modules/api-keys/usage/usage.repository';
import { DemoSessions } from '../../src/modules/auth/demo/demo-sessions.service';
import { DEMO_EMAIL } from '../../src/modules/auth/users/user.repository';
import { PersonalDataRepository } from '../../src/modules/auth/personal-data/personal-data.repository';
import { failureOf } from '../../src/http/errors/failures';
import { startApp, type TestApp } from '../app.factory';
import { sql } from '../audit/entries';
import { until } from '../support/until';
import { onPlan } from '../portfolios/portfolio-client';
import { account, call, codeOf, PASSWORD, post, type Account, type Answer } from './client';

/** Writes that another connection holds up while their account, or what they belong to, is deleted. */

let app: TestApp;
/** Holds rows, as a request of the service at the same moment does. */
let other: Client;
beforeAll(async () => {
  app = await startApp({ EVM_CHAINS: '', TRUST_PROXY: 'true', CONSOLE_PUBLIC_READ: 'true' });
  other = new Client({ connectionString: app.ownerUrl });
  await other.connect();
});
afterAll(async () => {
  await other?.end();
  await app?.close();
});

const me = (who: Account) =>
  call(app, 'DELETE', '/api/v1/auth/me', { token: who.token, body: { password: PASSWORD } });

/** Waits until a statement of the service waits for a lock of a row or of a transaction. */
async function waits(): Promise<void> {
  const waiting = () =>
    sql(
      app.ownerUrl,
      `SELECT FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event IN ('transactionid', 'tuple')`,
    );
  await until(waiting, ({ length }) => length > 0);
}

/** Deletes a row in the moment in which a request has read it and waits for it to write. */
async function deletedBelow(table: string, id: string, request: () => Promise<Answer>): Promise<Answer> {
  await other.query('BEGIN');
  await other.query(`SELECT FROM ${table} WHERE id = $1 FOR UPDATE`, [id]);
  const answer = request();
  try {
    await waits();
    await other.query(`DELETE FROM ${table} WHERE id = $1`, [id]);
  } finally {
    await other.query('COMMIT');
  }
  return answer;
}

const KRAKEN = 'txid,refid,time,type,subtype,aclass,asset,wallet,amount,fee,balance\n';
const IMPORTED = `${KRAKEN}"L1","R1","2024-01-01 00:00:00","deposit","","currency","ZEUR","spot / main",5,0,5\n`;

function importInto(who: Account, id: string): Promise<Answer> {
  const form = new FormData();
  form.append('file', new Blob([IMPORTED]), 'ledgers.csv');
  form.append('account_id', id);
  const headers = { Authorization: `Bearer ${who.token}` };
  return fetch(`${app.url}/api/v1/exchange-accounts/import`, { method: 'POST', body: form, headers }).then(
    async (answer) => {
      const text = await answer.text();
      return { status: answer.status, headers: answer.headers, text, body: JSON.parse(text) };
    },
  );
}

const WRITES: [name: string, method: string, path: string, body: object][] = [
  ['a webhook', 'POST', '/api/v1/webhooks', { url: 'https://example.com/hook', events: ['lot.created'] }],
  ['a portfolio', 'POST', '/api/v1/portfolios', { name: 'p' }],
  ['an API key', 'POST', '/api/v1/api-keys', { name: 'k', permissions: ['read:lots'] }],
  ['a linked wallet', 'POST', '/api/v1/linked-wallets', { address: `0x${'1'.repeat(40)}` }],
  ['a manual entry', 'POST', '/api/v1/method-elections', { method: 'hifo' }],
  ['a second factor', 'POST', '/api/v1/auth/totp', { password: PASSWORD }],
  ['an exchange account', 'POST', '/api/v1/exchange-accounts', { exchange: 'kraken', source: 'csv' }],
];

describe.each([
  ['without a key', {}],
  ['with an Idempotency-Key', { 'Idempotency-Key': 'race' }],
])('a write %s while its account is deleted', (_name, headers) => {
  it.each(WRITES)('%s is refused as one of an account that is gone', async (_what, method, path, body) => {
    const who = await account(app);
    const answer = await deletedBelow('users', who.id, () =>
      call(app, method, path, { token: who.token, body, headers }),
    );
    expect(codeOf(answer)).toEqual([401, 'UNAUTHORIZED']);
    expect(answer.headers.get('www-authenticate')).not.toBeNull();
  });
});

it('a login while the account is deleted is refused', async () => {
  const who = await account(app);
  const body = { email: who.email, password: PASSWORD };
  const answer = await deletedBelow('users', who.id, () => post(app, '/api/v1/auth/login', body));
  expect(codeOf(answer)).toEqual([401, 'UNAUTHORIZED']);
});

it('an address for a portfolio that is deleted meanwhile finds no portfolio', async () => {
  const who = await account(app);
  const { id } = (await post(app, '/api/v1/portfolios', { name: 'p' }, { token: who.token })).body.data;
  const answer = await deletedBelow('portfolios', id, () =>
    post(app, `/api/v1/portfolios/${id}/addresses`, { address: `0x${'2'.repeat(40)}` }, { token: who.token }),
  );
  expect([...codeOf(answer), answer.body.error.details]).toEqual([
    404,
    'RESOURCE_NOT_FOUND',
    { resource: 'portfolio' },
  ]);
});

it('a file for an exchange account that is deleted meanwhile finds no account', async () => {
  const who = await account(app);
  await onPlan(app, who, 'defi');
  const wish = { exchange: 'kraken', source: 'csv' };
  const { id } = (await post(app, '/api/v1/exchange-accounts', wish, { token: who.token })).body.data;
  const answer = await deletedBelow('exchange_accounts', id, () => importInto(who, id));
  expect([...codeOf(answer), answer.body.error.details]).toEqual([
    404,
    'RESOURCE_NOT_FOUND',
    { resource: 'exchange_account' },
  ]);
});

it('a foreign key to accounts, or to what an account has, is named as failures read it', async () => {
  const rows = await sql<{ table: string; constraint: string; parent: string }>(
    app.ownerUrl,
    `SELECT conrelid::regclass::text AS table, conname AS constraint, confrelid::regclass::text AS parent
     FROM pg_constraint c WHERE contype = 'f' AND confdeltype = 'c' AND (confrelid = 'users'::regclass OR EXISTS (
       SELECT FROM pg_constraint p WHERE p.contype = 'f' AND p.conrelid = c.confrelid AND p.confdeltype = 'c'
         AND p.confrelid = 'users'::regclass))`,
  );
  expect(rows.length).toBeGreaterThan(20);
  const statuses = rows.map((row) => [
    row,
    failureOf(Object.assign(new Error(), { code: '23503', ...row })).status,
  ]);
  expect(statuses).toEqual(
    rows.map((row) => [row, row.parent === 'users' && !row.constraint.endsWith('_space') ? 401 : 404]),
  );
});

it('counted requests of others are stored while an account is deleted', async () => {
  const [gone, stays] = [await account(app), await account(app)];
  const count = (who: Account) => ({
    userId: who.id,
    keyId: null,
    day: '2024-01-01',
    method: 'GET',
    path: '/race',
    status: 200,
    requests: 1,
    lastAt: new Date(),
  });
  await other.query('BEGIN');
  await other.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [gone.id]);
  const added = app.app.get(UsageRepository, { strict: false }).add([count(gone), count(stays)]);
  await waits();
  await other.query('DELETE FROM users WHERE id = $1', [gone.id]);
  await other.query('COMMIT');
  await added;
  const rows = await sql(app.ownerUrl, `SELECT user_id FROM usage_days WHERE path = '/race'`);
  expect(rows).toEqual([{ user_id: stays.id }]);
});

describe('a deadlock', () => {
  it('of the deletion of an account with another write is tried again', async () => {
    const who = await account(app);
    const { id } = (await post(app, '/api/v1/portfolios', { name: 'p' }, { token: who.token })).body.data;
    await other.query('BEGIN');
    await other.query('UPDATE portfolios SET name = name WHERE id = $1', [id]);
    const deleted = me(who);
    await waits();
    // It waits for the account, which the deletion holds. The database ends the one that waits longer.
    await other.query(
      `INSERT INTO portfolios (user_id, name, description, metadata, created_at, updated_at)
       SELECT user_id, 'q', description, metadata, now(), now() FROM portfolios WHERE id = $1`,
      [id],
    );
    await other.query('COMMIT');
    expect((await deleted).status).toBe(200);
    expect(await sql(app.ownerUrl, 'SELECT FROM portfolios WHERE user_id = $1', [who.id])).toEqual([]);
  });

  it('of a write with an Idempotency-Key is tried again', async () => {
    const who = await account(app);
    const token = who.token;
    const made = await post(app, '/api/v1/api-keys', { name: 'k', permissions: ['read:lots'] }, { token });
    const { id } = made.body.data;
    // What the database reports for the one that loses. A sequence keeps its value where a transaction is undone.
    await sql(
      app.ownerUrl,
      `CREATE SEQUENCE race_tries; GRANT USAGE ON SEQUENCE race_tries TO PUBLIC;
       CREATE FUNCTION race_lost() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         IF nextval('race_tries') < 3 THEN RAISE EXCEPTION USING ERRCODE = '40P01'; END IF; RETURN NEW; END $$;
       CREATE TRIGGER race_lost BEFORE UPDATE ON api_keys FOR EACH ROW EXECUTE FUNCTION race_lost()`,
    );
    const headers = { 'Idempotency-Key': 'lost' };
    const rotated = await post(app, `/api/v1/api-keys/${id}/rotate`, {}, { token, headers });
    await sql(app.ownerUrl, 'DROP TRIGGER race_lost ON api_keys');
    expect(rotated.status).toBe(200);
    const used = await call(app, 'GET', '/api/v1/usage', { headers: { 'X-API-Key': rotated.body.data.key } });
    expect(used.status).toBe(200);
  });
});

describe('the session of the demo', () => {
  const open = (path = '') =>
    post(app, `/api/v1/auth/console/demo-session${path}`, {}, { headers: { 'X-Console': '1' } });

  it('opens while another tab resets the account', async () => {
    const demo = app.app.get(DemoSessions, { strict: false });
    const data = app.app.get(PersonalDataRepository, { strict: false });
    const email = DEMO_EMAIL;
    let resets = 2;
    demo.offer({
      wallets: [],
      email,
      ensure: async () => {
        const id = await demoAccount(app.app);
        if (resets-- > 0) await data.erase({ id, email });
        return id;
      },
    });
    expect((await open()).status).toBe(200);
    expect(resets).toBe(-1);
  });

  it('opens in each of many tabs that reset it at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => open(i % 2 === 0 ? '/reset' : '')));
    expect(answers.map(({ status, text }) => (status === 200 ? status : text))).toEqual(Array(8).fill(200));
  });
});
