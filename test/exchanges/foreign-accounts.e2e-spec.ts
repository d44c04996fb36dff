import { account, call, post, type Account } from '../accounts/client';
import { startApp, type TestApp } from '../app.factory';
import { onPlan } from '../portfolios/portfolio-client';

/** Every route that takes the id of an exchange account in a body: the id of another user is answered as an unknown one. */

const NOBODY = '00000000-0000-4000-8000-000000000000';
const FILE = 'txid,refid,time,type,subtype,aclass,asset,wallet,amount,fee,balance\n';

let app: TestApp;
let eve: Account;
/** Of another user. */
let foreign: string;
beforeAll(async () => {
  app = await startApp({ EVM_CHAINS: '' });
  const ada = await account(app);
  eve = await account(app);
  for (const who of [ada, eve]) await onPlan(app, who, 'defi');
  const made = await post(
    app,
    '/api/v1/exchange-accounts',
    { exchange: 'kraken', source: 'csv' },
    { token: ada.token },
  );
  foreign = made.body.data.id;
}, 60_000);
afterAll(() => app?.close());

const row = { box_1c: '1', box_1e: '2025-03-01', box_1f: '100.00', box_1g: '90.00', symbol: 'ETH' };

function file(id: string): FormData {
  const form = new FormData();
  form.append('file', new Blob([FILE]), 'ledgers.csv');
  form.append('account_id', id);
  return form;
}

const asEve = (path: string, body: unknown) => call(app, 'POST', path, { token: eve.token, body });

it.each<[string, (id: string) => Promise<{ status: number; body: unknown }>]>([
  ['a portfolio', (id) => asEve('/api/v1/portfolios', { name: 'p', addresses: [`exchange:${id}`] })],
  [
    'an election',
    (id) =>
      asEve('/api/v1/method-elections', {
        account_id: id,
        method: 'hifo',
        effective_from: '2026-01-01T00:00:00Z',
      }),
  ],
  ['a Form 1099-DA', (id) => asEve('/api/v1/broker-forms', { tax_year: 2025, account_id: id, rows: [row] })],
  [
    'a key',
    (id) =>
      asEve('/api/v1/exchange-accounts', {
        exchange: 'kraken',
        api_key: 'k'.repeat(56),
        api_secret: Buffer.alloc(64).toString('base64'),
        account_id: id,
      }),
  ],
  [
    'an imported file',
    async (id) => {
      const answer = await fetch(`${app.url}/api/v1/exchange-accounts/import`, {
        method: 'POST',
        body: file(id),
        headers: { Authorization: `Bearer ${eve.token}` },
      });
      return { status: answer.status, body: await answer.json() };
    },
  ],
])('%s takes no exchange account of another user', async (_name, ask) => {
  const [anothers, nobodys] = [await ask(foreign), await ask(NOBODY)];
  for (const { status, body } of [anothers, nobodys])
    expect([status, body]).toMatchObject([
      404,
      { error: { code: 'RESOURCE_NOT_FOUND', details: { resource: 'exchange_account' } } },
    ]);
});

it('an account without a key continues no account', async () => {
  const { status, body } = await asEve('/api/v1/exchange-accounts', {
    exchange: 'kraken',
    source: 'csv',
    account_id: foreign,
  });
  expect([status, body.error.code, body.error.field]).toEqual([400, 'VALIDATION_ERROR', 'source']);
  const list = await call(app, 'GET', '/api/v1/exchange-accounts', { token: eve.token });
  expect(list.body.data).toEqual([]);
});

it('a Form 1099-DA of an account that is gone is still compared', async () => {
  const token = eve.token;
  const own = await post(app, '/api/v1/exchange-accounts', { exchange: 'kraken', source: 'csv' }, { token });
  const id = own.body.data.id as string;
  expect((await asEve('/api/v1/broker-forms', { tax_year: 2025, account_id: id, rows: [row] })).status).toBe(
    201,
  );
  const gone = await call(app, 'DELETE', `/api/v1/exchange-accounts/${id}?keep_data=false`, { token });
  expect(gone.status).toBe(200);
  const compared = await call(app, 'GET', '/api/v1/broker-forms/reconciliation?tax_year=2025', { token });
  expect(compared.status).toBe(200);
});
