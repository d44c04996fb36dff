import { DataSource } from 'typeorm';
import { startApp, type TestApp } from '../app.factory';
import { account, call } from './client';

/** `npm run cli -- user make-operator`, beside a running server. */

let app: TestApp;
const environment = { ...process.env };
beforeAll(async () => {
  app = await startApp();
  const url = (app.app.get(DataSource).options as { url?: string }).url ?? '';
  Object.assign(process.env, { NODE_ENV: 'test', DATABASE_URL: url, DATA_DIR: app.dataDir, REDIS_URL: '' });
}, 60_000);
afterAll(async () => {
  await app?.close();
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
});

it('makes an account an operator with its next request, and nobody else', async () => {
  const { makeOperator } = await import('../../src/commands/users.js');
  const [ada, bob] = [await account(app), await account(app)];
  const role = async (token: string) =>
    (await call(app, 'GET', '/api/v1/auth/me', { token })).body.data.role as string;
  expect(await makeOperator(ada.email.toUpperCase())).toEqual({ email: ada.email, role: 'operator' });
  expect([await role(ada.token), await role(bob.token)]).toEqual(['operator', 'user']);
  await expect(makeOperator('nobody@example.com')).rejects.toThrow('no verified account');
});
