import { call } from '../accounts/client';
import { startApp, type TestApp } from '../app.factory';
import { OFFLINE } from '../support/offline';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ ...OFFLINE, ANONYMOUS_LEDGER_ROWS: '2000' });
});
afterAll(() => app?.close());

const rows = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    id: `t${i}`,
    timestamp: `2024-01-0${1 + (i % 9)}`,
    type: 'buy',
    symbol: 'A',
    quantity: 1,
    value_usd: 1,
  }));
const send = (path: string, body: unknown, headers = {}) => call(app, 'POST', path, { body, headers });

describe.each([
  ['/api/calculate/cost-basis', {}],
  ['/api/calculate/unrealized-gl', { current_prices: { A: 1 } }],
])('%s', (path, rest) => {
  const withRows = (count: number) => ({ transactions: rows(count), ...rest });

  it('takes as many rows without a credential as ANONYMOUS_LEDGER_ROWS says, and no more', async () => {
    expect((await send(path, withRows(2_000))).status).toBe(200);
    const { status, body } = await send(path, withRows(2_001));
    expect([status, body]).toEqual([
      401,
      {
        detail: 'A ledger of more than 2000 transactions needs a credential (ANONYMOUS_LEDGER_ROWS)',
        error_code: 'UNAUTHORIZED',
      },
    ]);
  });

  it('refuses a long ledger before it reads the rows', async () => {
    const { status } = await send(path, { transactions: Array.from({ length: 2_001 }, () => ({})), ...rest });
    expect(status).toBe(401);
  });

  it('takes more rows with a credential', async () => {
    expect((await send(path, withRows(2_001), { 'X-Partner-Key': app.partnerKey })).status).toBe(200);
  });

  it('is too large above 50,000 rows, and refused before they are read', async () => {
    const long = { transactions: Array.from({ length: 50_001 }, () => ({})), ...rest };
    const { status, body } = await send(path, long, { 'X-Partner-Key': app.partnerKey });
    expect([status, body]).toEqual([
      413,
      { detail: 'A ledger has at most 50000 transactions', error_code: 'PAYLOAD_TOO_LARGE' },
    ]);
    expect((await send(path, long)).status).toBe(401);
  });
});

describe('a ledger whose lots are moved too often', () => {
  /** Lots that a highest-cost ledger moves one by one, each move leaving one unit behind. */
  const moved = (lots: number, moves: number) => [
    ...rows(lots).map((row, i) => ({ ...row, timestamp: 1_700_000_000 + i, value_usd: 1 + i })),
    ...Array.from({ length: moves }, (_, i) => ({
      id: `m${i}`,
      timestamp: 1_700_100_000 + i,
      type: 'internal_transfer',
      symbol: 'A',
      quantity: lots - (i + 1) / 1000,
      from: i % 2 ? 'b' : 'default',
      to: i % 2 ? 'default' : 'b',
    })),
  ];

  it('is refused, with the limit', async () => {
    const body = { transactions: moved(800, 800), method: 'hifo' };
    const answer = await send('/api/calculate/cost-basis', body);
    expect([answer.status, answer.body]).toEqual([
      413,
      {
        detail: 'The history needs more than 250000 lots and slices of lots, the limit of one calculation',
        error_code: 'PAYLOAD_TOO_LARGE',
      },
    ]);
  });
});

describe('owned_wallets', () => {
  const ADDRESS = `0x${'1'.repeat(40)}`;
  const others = (count: number) => Array.from({ length: count }, (_, i) => `0x${String(i + 2).repeat(40)}`);
  const LIMIT = {
    detail: 'More than 5 wallets in owned_wallets need a credential',
    error_code: 'UNAUTHORIZED',
  };

  it('are few without a credential, on every route', async () => {
    const { body: document } = await call(app, 'GET', '/api/docs-json');
    const paths = Object.entries(
      document.paths as Record<string, { get?: { parameters: { name: string }[] } }>,
    )
      .filter(
        ([path, { get }]) =>
          !path.startsWith('/api/v1') && get?.parameters.some(({ name }) => name === 'owned_wallets'),
      )
      .map(([path]) => path.replace('{address}', ADDRESS));
    expect(paths.length).toBeGreaterThan(12);
    for (const path of paths) {
      const ask = (count: number) => call(app, 'GET', `${path}?owned_wallets=${others(count).join()}`);
      expect([path, (await ask(6)).body]).toEqual([path, LIMIT]);
    }
    const body = { address: ADDRESS, current_prices: {}, owned_wallets: others(6) };
    expect((await send('/api/calculate/unrealized-gl', body)).body).toEqual(LIMIT);
  });

  it('are more with one', async () => {
    const path = `/api/calculate/reconciliation/${ADDRESS}?owned_wallets=`;
    const known = { headers: { 'X-Partner-Key': app.partnerKey } };
    // Nothing of them can be read here.
    expect((await call(app, 'GET', `${path}${others(6).join()}`, known)).body.error_code).toBe(
      'DATA_PROVIDER_ERROR',
    );
    expect((await call(app, 'GET', `${path}${others(5).join()}`)).body.error_code).toBe(
      'DATA_PROVIDER_ERROR',
    );
  });
});
