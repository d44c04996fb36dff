import { account, type Account, call, codeOf, post } from '../accounts/client';
import { startApp, type TestApp } from '../app.factory';

/** A demo wallet with one transaction more than the free plan shows. */
const WALLET = '0xde300000000000000000000000000000000a11ce';

describe('PLANS=off', () => {
  let app: TestApp;
  let owner: Account;
  let key: string;

  beforeAll(async () => {
    app = await startApp({ PLANS: 'off', STRIPE_SECRET_KEY: 'sk_test_any' });
    owner = await account(app);
    const permissions = ['read:holdings', 'read:transactions', 'read:lots', 'read:tax-reports'];
    const made = await post(app, '/api/v1/api-keys', { name: 'key', permissions }, { token: owner.token });
    key = made.body.data.key as string;
  });
  afterAll(() => app?.close());

  it('is stated by the account and its usage, which name no limit of a plan', async () => {
    const me = await call(app, 'GET', '/api/v1/auth/me', { token: owner.token });
    expect(me.body.data).toMatchObject({ plan_name: 'free', plan_expired: false, plan_unlimited: true });
    const usage = await call(app, 'GET', '/api/v1/usage', { token: owner.token });
    expect(usage.body.data).toMatchObject({ plan_unlimited: true, wallet_limit: null, tx_limit: null });
  });

  it.each([
    ['a session', () => ({ token: owner.token })],
    ['an API key', () => ({ headers: { 'X-API-Key': key } })],
  ])('shows the whole history to %s', async (_, credential) => {
    const transactions = await call(
      app,
      'GET',
      `/api/v1/wallets/${WALLET}/transactions?per_page=100`,
      credential(),
    );
    expect(transactions.body.data).toHaveLength(26);
    expect(transactions.body.meta).toMatchObject({ is_limited: false, tx_limit: null });
    const form = await call(
      app,
      'GET',
      `/api/v1/tax-reports/${WALLET}/form-8949?tax_year=2024`,
      credential(),
    );
    expect(form.body.data).toMatchObject({ is_limited: false, rows_omitted: 0 });
  });

  it('links more wallets than the free plan', async () => {
    for (const end of ['a1', 'a2', 'a3']) {
      const address = `0x${end.padStart(40, '0')}`;
      expect((await post(app, '/api/v1/linked-wallets', { address }, { token: owner.token })).status).toBe(
        201,
      );
    }
  });

  it('sells no plan', async () => {
    const answer = await post(app, '/api/v1/checkout/sessions', { plan: 'basic' }, { token: owner.token });
    expect(codeOf(answer)).toEqual([500, 'CONFIGURATION_ERROR']);
    expect(answer.body.error.details).toEqual({ variable: 'PLANS' });
  });

  it('leaves callers without a credential as they are', async () => {
    const { body } = await call(app, 'GET', `/api/wallets/${WALLET}/transactions?limit=100`);
    expect(body.is_limited).toBe(true);
  });
});
