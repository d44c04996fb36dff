import { account, call, type Account } from '../accounts/client';
import { startApp, type TestApp } from '../app.factory';
import { FakeClock } from '../fakes/fake-clock';
import { onPlan } from '../portfolios/portfolio-client';
import { OFFLINE } from '../support/offline';

/** The register of law, and what bills would change, over HTTP. */
const FILE =
  'timestamp,kind,asset,amount,sent_asset,sent_amount,id\n' +
  '2027-01-01T12:00:00Z,trade,BTC,1,USD,200,a\n2027-03-10T12:00:00Z,trade,USD,100,BTC,1,b\n' +
  '2027-03-20T12:00:00Z,trade,BTC,1,USD,40,c\n';

let app: TestApp;
let ann: Account;
let id: string;
const ask = (method: string, path: string, body?: object, who: Account = ann) =>
  call(app, method, path, { token: who.token, body });

beforeAll(async () => {
  app = await startApp({ ...OFFLINE }, new FakeClock(Date.UTC(2027, 11, 1, 12)));
  ann = await account(app);
  await onPlan(app, ann, 'defi');
  const form = new FormData();
  form.set('exchange', 'kraken');
  form.append('file', new Blob([FILE]), 'rows.csv');
  const headers = { Authorization: `Bearer ${ann.token}` };
  const target = `${app.url}/api/v1/exchange-accounts/import`;
  const response = await fetch(target, { method: 'POST', headers, body: form });
  id = ((await response.json()) as { data: { account_id: string } }).data.account_id;
});
afterAll(() => app?.close());

it('lists rules in force and bills, to everybody', async () => {
  const { status, body } = await call(app, 'GET', '/api/v1/law', {});
  expect(status).toBe(200);
  const byId = new Map(body.data.rules.map((one: { id: string }) => [one.id, one]));
  expect(byId.get('notice-2026-20')).toMatchObject({
    status: 'notice',
    effective_from: '2026-01-01',
    effective_to: '2026-12-31',
    computable: true,
  });
  expect(byId.get('hr10357.fee')).toMatchObject({
    status: 'bill',
    computable: true,
    parameters: expect.arrayContaining([{ name: 'fee_limit_usd', value: '10', unverified: true }]),
  });
  expect(byId.get('hr9176.trading')).toMatchObject({
    computable: false,
    not_computable_reason: expect.any(String),
  });
});

it('tells what a bill would change, and leaves every form as it is', async () => {
  const path = `/api/v1/tax-reports/${id}`;
  const form = () =>
    ask('GET', `${path}/form-8949?tax_year=2027`).then(({ text }) =>
      text.replace(/"request_id":"[^"]*"/, ''),
    );
  const before = await form();
  const { status, body } = await ask('POST', `${path}/law-comparison`, {
    law: ['hr9172.wash', 'hr10357.constructive_sales'],
    tax_year: 2027,
  });
  expect(status).toBe(200);
  expect(body.data).toMatchObject({
    is_comparison: true,
    tax_year: 2027,
    results: [
      {
        law: 'hr9172.wash',
        computable: true,
        unverified: ['effective_from', 'coins_left_out'],
        years: [{ tax_year: 2027, law_gains: '-100.00', bill_gains: '0.00', difference: '100.00' }],
        difference: '100.00',
        rows: [{ type: 'sale', symbol: 'BTC', law_amount: '-100.00', bill_amount: '0.00' }],
        rows_total: 1,
        rows_not_listed: 0,
      },
      { law: 'hr10357.constructive_sales', computable: false, difference: null, rows: [] },
    ],
    assumptions: { is_comparison: true, wash_sales: false },
  });
  expect(await form()).toBe(before);
  const made = await ask('POST', '/api/v1/portfolios', { name: 'all', addresses: [id] });
  const joint = await ask('POST', `/api/v1/portfolios/${made.body.data.id}/law-comparison`, {
    law: ['hr9172.wash'],
  });
  expect(joint.body.data).toMatchObject({
    portfolio_id: made.body.data.id,
    results: [{ difference: '100.00' }],
  });
  const tom = await account(app);
  await onPlan(app, tom, 'defi');
  const foreign = `/api/v1/portfolios/${made.body.data.id}/law-comparison`;
  expect((await ask('POST', foreign, { law: ['hr9172.wash'] }, tom)).status).toBe(404);
});

it.each([
  [{}, 'law'],
  [{ law: [] }, 'law'],
  [{ law: ['irc-1091'] }, 'law.0'],
  [{ law: ['hr9172.wash'], parameters: { fee_limit_usd: '5' } }, 'parameters.fee_limit_usd'],
  [{ law: ['hr8899.stablecoin'], parameters: { coins: ['XYZ'] } }, 'parameters.coins.0'],
  [{ law: ['hr8899.stablecoin'], parameters: { limit: '1' } }, 'parameters.limit'],
])('refuses %j', async (body, field) => {
  const answer = await ask('POST', `/api/v1/tax-reports/${id}/law-comparison`, body);
  expect([answer.status, answer.body.error.code, answer.body.error.field]).toEqual([
    400,
    'VALIDATION_ERROR',
    field,
  ]);
});
