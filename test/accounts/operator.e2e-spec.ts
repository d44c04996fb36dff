import { DataSource } from 'typeorm';
import { demoAccount } from '../../src/launcher/demo/demo-account';
import { startApp, type TestApp } from '../app.factory';
import { account, call, type Account } from './client';

/** The first account, and `npm run cli -- user make-operator` beside a running server. */

let app: TestApp;
const environment = { ...process.env };
beforeAll(async () => {
  app = await startApp({ FIRST_USER_IS_OPERATOR: 'true' });
  await demoAccount(app.app);
  const url = (app.app.get(DataSource).options as { url?: string }).url ?? '';
  Object.assign(process.env, { NODE_ENV: 'test', DATABASE_URL: url, DATA_DIR: app.dataDir, REDIS_URL: '' });
}, 60_000);
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
