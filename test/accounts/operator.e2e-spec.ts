import { DataSource } from 'typeorm';
import { demoAccount } from '../../src/launcher/demo/demo-account';
import { startApp, type TestApp } from '../app.factory';
import { throughPool } from '../support/pgbouncer';
import { until } from '../support/until';
import { account, call, login, post, type Account } from './client';

/** The first account, and `npm run cli -- user make-operator` beside a running server. */

let app: TestApp;
const environment = { ...process.env };
beforeAll(async () => {
  app = await startApp({ FIRST_USER_IS_OPERATOR: 'true' });
  await demoAccount(app.app);
  Object.assign(process.env, {
    NODE_ENV: 'test',
    ...throughPool({ DATABASE_URL: app.database.DATABASE_URL }),
    DATA_DIR: app.dataDir,
    REDIS_URL: '',
  });
});
afterAll(async () => {
  await app?.close();
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
});

const standing = async ({ token }: Account): Promise<string> => {
  const { role, plan_name: plan } = (await call(app, 'GET', '/api/v1/auth/me', { token })).body.data;
  return `${role} ${plan}`;
};

let first: Account;

it('is the first account that verifies its address, of two at the same time one, and not the demo account', async () => {
  const both = await Promise.all([account(app), account(app)]);
  const standings = await Promise.all(both.map(standing));
  expect(standings.toSorted()).toEqual(['operator defi', 'user free']);
  first = both[standings.indexOf('operator defi')] as Account;
  expect(await standing(await account(app))).toBe('user free');
  const [demo] = await app.app.get(DataSource).query(`SELECT role FROM users WHERE email LIKE 'demo@%'`);
  expect(demo).toEqual({ role: 'user' });
});

it('is an account that is made one, with its next request, and nobody else', async () => {
  const { makeOperator } = await import('../../src/commands/users.js');
  const [ada, bob] = [await account(app), await account(app)];
  expect(await makeOperator(ada.email.toUpperCase())).toEqual({ email: ada.email, role: 'operator' });
  expect([await standing(ada), await standing(bob), await standing(first)]).toEqual([
    'operator free',
    'user free',
    'operator defi',
  ]);
  await expect(makeOperator('nobody@example.com')).rejects.toThrow('no verified account');
});

it('lists accounts, and sets a plan', async () => {
  const { listUsers, setPlan } = await import('../../src/commands/users.js');
  const ada = await account(app);
  await setPlan(ada.email, 'professional');
  const users = (await listUsers()) as { email: string }[];
  expect(users.find(({ email }) => email === ada.email)).toMatchObject({
    plan_name: 'professional',
    plan_unlimited: false,
    role: 'user',
  });
});

it('prints a link for a new password, which works once and ends all sessions', async () => {
  const { resetPassword } = await import('../../src/commands/users.js');
  const ada = await account(app);
  const printed = (await resetPassword(` ${ada.email.toUpperCase()}`)) as {
    email: string;
    reset_url: string;
  };
  expect(printed.email).toBe(ada.email);
  const url = new URL(printed.reset_url);
  expect(url.pathname).toBe('/reset-password');
  const body = { token: url.searchParams.get('token'), password: 'another long and rare passphrase' };
  expect((await post(app, '/api/v1/auth/reset-password', body)).status).toBe(200);
  expect((await post(app, '/api/v1/auth/reset-password', body)).status).toBe(400);
  expect((await call(app, 'GET', '/api/v1/auth/me', { token: ada.token })).status).toBe(401);
  expect((await login(app, ada.email, body.password)).status).toBe(200);
  await expect(resetPassword('nobody@example.com')).rejects.toThrow('no account');
});

it('orders the reading of a wallet once, and the service reads it', async () => {
  const { addWallet, walletStatus } = await import('../../src/commands/wallets.js');
  const address = '0xde300000000000000000000000000000000a11ce';
  const [first, second] = [await addWallet(address), await addWallet(address)] as { job_id: string }[];
  expect(first).toEqual({ address, job_id: expect.any(String) });
  expect(second?.job_id).toEqual(expect.any(String));
  await until(async () => ((await walletStatus(address)) as { is_known: boolean }).is_known);
});
