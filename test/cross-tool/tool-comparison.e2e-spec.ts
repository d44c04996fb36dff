import { account, type Account } from '../accounts/client';
import { startApp, type TestApp } from '../app.factory';
import { FakeClock } from '../fakes/fake-clock';
import { onPlan, PortfolioClient } from '../portfolios/portfolio-client';
import { OFFLINE } from '../support/offline';

/** Exports of other tools beside the figures of an account at an exchange, over HTTP. */
const TRADES = (...lines: string[]) =>
  ['timestamp,kind,asset,amount,sent_asset,sent_amount,id', ...lines].join('\n');
const OLD = TRADES('2024-02-01T12:00:00Z,trade,BTC,1,USD,10000,a');
const NEW = TRADES(
  '2025-02-01T12:00:00Z,trade,BTC,1,USD,40000,b',
  '2026-03-05T12:00:00Z,trade,USD,60000,BTC,1,c',
);
const KOINLY = [
  'Capital gains report 2026',
  '',
  'Date Sold,Date Acquired,Asset,Amount,Cost (USD),Proceeds (USD),Gain / loss,Notes,Wallet Name,Holding period',
];
const UNIVERSAL =
  '2026-03-05 12:00,2024-02-01 12:00,BTC,1.00000000,10000.00,60000.00,50000.00,,Kraken,Long term';

let app: TestApp;
let ann: Account;
const ids: string[] = [];
let portfolio: string;

type Files = Record<string, string>;
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- answers of any shape
type Body = any;
async function send(path: string, files: Files, fields: Record<string, string> = {}, who: Account = ann) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const [name, text] of Object.entries(files)) form.append('file', new Blob([text]), name);
  const headers = { Authorization: `Bearer ${who.token}` };
  const response = await fetch(app.url + path, { method: 'POST', headers, body: form });
  return { status: response.status, body: (await response.json()) as Body };
}
const compare = (files: Files, fields?: Record<string, string>, query = '') =>
  send(`/api/v1/portfolios/${portfolio}/tool-comparison${query}`, files, fields);

beforeAll(async () => {
  app = await startApp({ ...OFFLINE }, new FakeClock(Date.UTC(2026, 11, 1, 12)));
  ann = await account(app);
  await onPlan(app, ann, 'defi');
  for (const [exchange, text] of [
    ['kraken', OLD],
    ['gemini', NEW],
  ] as const) {
    const { body } = await send('/api/v1/exchange-accounts/import', { 'rows.csv': text }, { exchange });
    ids.push(body.data.account_id);
  }
  portfolio = await new PortfolioClient(app, ann).made(...ids);
});
afterAll(() => app?.close());

it('states each difference and its reason for a portfolio, and stores nothing', async () => {
  const { status, body } = await compare({ 'koinly.csv': [...KOINLY, UNIVERSAL].join('\n') });
  expect([status, body.success]).toEqual([200, true]);
  const moved = { proceeds: '0.00', cost_basis: '-30000.00', gain_loss: '30000.00', income: '0.00' };
  expect(body.data).toMatchObject({
    address: portfolio,
    portfolio_id: portfolio,
    tool: 'koinly',
    files: [{ file: 1, table: null, format: 'koinly_capital_gains', rows_read: 1, rows_rejected: 0 }],
    own: { gain_loss: '20000.00' },
    theirs: { gain_loss: '50000.00' },
    difference: moved,
    reasons: [{ reason: 'wallet_vs_universal', count: 1, ...moved }],
    unexplained: { gain_loss: '0.00' },
    agreed_count: 0,
    rows: [
      {
        tax_year: 2026,
        symbol: 'BTC',
        own_date: '2026-03-05',
        their_date: '2026-03-05',
        transactions: [{ wallet_address: ids[1] }],
        lines: [{ file: 1, line: 4 }],
      },
    ],
  });
  expect(await compare({ 'koinly.csv': [...KOINLY, UNIVERSAL].join('\n') })).toMatchObject({
    body: { data: body.data },
  });
});

it('compares one wallet, the years of the file or one year', async () => {
  const own = '2026-03-05 12:00,2025-02-01 12:00,BTC,1.00000000,40000.00,60000.00,20000.00,,Gemini,Long term';
  const path = `/api/v1/tax-reports/${ids[1]}/tool-comparison`;
  const { body } = await send(path, { 'koinly.csv': [...KOINLY, own].join('\n') });
  expect(body.data).toMatchObject({
    address: ids[1],
    tax_year: null,
    agreed_count: 1,
    reasons: [],
    rows: [],
  });
  const other = await send(`${path}?tax_year=2025`, { 'koinly.csv': [...KOINLY, own].join('\n') });
  expect(other.body.data).toMatchObject({
    tax_year: 2025,
    rows_outside: 1,
    agreed_count: 0,
    own: { gain_loss: '0.00' },
  });
});

it('lists rows that cannot be read, which are in no amount', async () => {
  const bad = '2026-03-06 12:00,2025-02-01 12:00,BTC,one,1,2,1,,Gemini,Long term';
  const { body } = await compare({ 'koinly.csv': [...KOINLY, UNIVERSAL, bad].join('\n') });
  expect(body.data).toMatchObject({
    rows_rejected_total: 1,
    rows_rejected: [{ file: 1, table: null, line: 5, reason: '"one" is not an amount' }],
    theirs: { gain_loss: '50000.00' },
    notes: [expect.stringContaining('no receipts of income'), expect.stringContaining('cannot be read')],
  });
});

it.each<[string, Files, string]>([
  [
    'of unknown columns',
    { 'a.csv': 'Date,Coin,Price\n2026-01-01,BTC,1\n' },
    'Send one of these: Koinly (capital gains',
  ],
  [
    'in another currency',
    { 'a.csv': [...KOINLY, UNIVERSAL].join('\n').replaceAll('(USD)', '(EUR)') },
    'The amounts are in EUR. Set US dollars',
  ],
  [
    'of two tools',
    {
      'a.csv': [...KOINLY, UNIVERSAL].join('\n'),
      'b.csv': 'Currency Name,Purchase Date,Cost Basis,Date Sold,Proceeds\nBTC,01/15/2025,1,03/15/2026,2\n',
    },
    'one tool at a time: these are of koinly and turbotax',
  ],
  ['without a row', { 'a.csv': KOINLY.join('\n') }, 'no row that can be read'],
  [
    'with dates of two readings',
    { 'a.csv': 'Currency Name,Purchase Date,Cost Basis,Date Sold,Proceeds\nBTC,01/02/2025,1,03/05/2026,2\n' },
    'State which: date_order',
  ],
])('refuses files %s, and says what to do', async (_, files, message) => {
  const { status, body } = await compare(files);
  expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
  expect(body.error.message).toContain(message);
});

it('reads a file whose dates have a stated order', async () => {
  const file =
    'Currency Name,Purchase Date,Cost Basis,Date Sold,Proceeds\nBTC,01/02/2025,40000,03/05/2026,60000\n';
  const { body } = await compare({ 'a.csv': file }, { date_order: 'mdy' });
  expect(body.data).toMatchObject({ tool: 'turbotax', agreed_count: 1, reasons: [] });
});
