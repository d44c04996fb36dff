import { dec } from '../../src/domain/kernel/decimal';
import { LineageLinkEntity } from '../../src/adapters/persistence/ledgers/lineage.entity';
import { DataSource, IsNull } from 'typeorm';
import { call } from '../accounts/client';
import { FakeClock } from '../fakes/fake-clock';
import { startApp, type TestApp } from '../app.factory';
import { readTable } from '../forms/read-back';
import { OFFLINE } from '../support/offline';
import type { Shape } from './shape';
import * as shapes from './shapes';
import { integer } from './shape';

const MAIN = '0xde300000000000000000000000000000000a11ce';
const STAKER = '4StQ87uUY55GUcCqNcD8m6UTQhifPe7qq9sfnR88ASSH';

/** What a free plan shows. */
const CAP = 25;

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ ...OFFLINE, DEMO_WALLETS: 'true' }, new FakeClock(Date.UTC(2026, 5, 15, 12)));
});
afterAll(() => app?.close());

const anonymous = (path: string) => call(app, 'GET', path);
const partner = (path: string) => call(app, 'GET', path, { headers: { 'X-Partner-Key': app.partnerKey } });
const send = (path: string, body: unknown) => call(app, 'POST', path, { body });
const year = async (): Promise<number> => {
  const { body } = await partner(`/api/calculate/tax-export/${MAIN}/summary`);
  return body.available_years.at(-1);
};

describe('answers have the shape written down, and no other key', () => {
  const v1 = (name: string) => `/api/v1/tax-reports/${MAIN}/${name}`;
  const calc = (name: string) => `/api/calculate/${name}/${MAIN}`;
  const exported = (name: string) => `/api/calculate/tax-export/${MAIN}/${name}`;
  const whole = shapes.limits;
  const cut = { ...shapes.limits, tx_total: integer };

  it.each<[string, Shape]>([
    [v1('summary'), shapes.envelope(shapes.reportSummary, false, shapes.completeness)],
    [v1('summary?tax_year=2024'), shapes.envelope(shapes.reportSummary, false, shapes.completeness)],
    [
      v1('form-8949?tax_year=2024'),
      shapes.envelope(shapes.form8949(whole), true, { ...shapes.completeness, ...whole }),
    ],
    [
      v1('form-8949?tax_year=2025'),
      shapes.envelope(shapes.form8949(whole), true, { ...shapes.completeness, ...whole }),
    ],
    [v1('form-8949/export?tax_year=2024&format=json'), shapes.form8949(whole)],
    [
      v1('schedule-1?tax_year=2024'),
      shapes.envelope(shapes.schedule1(whole), true, { ...shapes.completeness, ...whole }),
    ],
    [v1('schedule-1/export?tax_year=2024&format=json'), shapes.schedule1(whole)],
    [calc('tax-summary'), shapes.complete(shapes.taxSummary)],
    [calc('tax-report'), shapes.complete(shapes.taxReport(whole))],
    [`${calc('tax-report')}?tax_year=2024`, shapes.complete(shapes.taxReport(whole))],
    [calc('lots'), shapes.complete(shapes.lots(whole))],
    [calc('wash-sales'), shapes.complete(shapes.washSales(whole))],
    [`${calc('wash-sales')}?simulate=true`, shapes.complete(shapes.washSales(whole))],
    [calc('unrealized-gl'), shapes.complete(shapes.unrealized(whole))],
    [calc('reconciliation'), shapes.complete(shapes.reconciliation(whole))],
    [calc('tax-loss-harvesting'), shapes.complete(shapes.harvest(whole))],
    [exported('summary'), shapes.complete(shapes.exportSummary)],
    [exported('schedule-1/summary'), shapes.complete(shapes.schedule1Summary)],
  ])('%s', async (path, shape) => {
    const { status, body } = await partner(path);
    expect([path, status]).toEqual([path, 200]);
    expect(shape(body, '')).toEqual([]);
  });

  it.each<[string, Shape]>([
    [calc('tax-report'), shapes.complete(shapes.taxReport(cut))],
    [calc('lots'), shapes.complete(shapes.lots(cut))],
    [calc('wash-sales'), shapes.complete(shapes.washSales(cut))],
    [calc('unrealized-gl'), shapes.complete(shapes.unrealized(cut))],
    [calc('tax-loss-harvesting'), shapes.complete(shapes.harvest(cut))],
    [calc('tax-summary'), shapes.complete(shapes.taxSummary)],
  ])('%s without a credential', async (path, shape) => {
    const { status, body } = await anonymous(path);
    expect(status).toBe(200);
    expect(shape(body, '')).toEqual([]);
  });

  it('of a ledger in the body', async () => {
    const { status, body } = await send('/api/calculate/cost-basis', { transactions: LEDGER });
    expect([status, shapes.postedCostBasis(body, '')]).toEqual([200, []]);
    expect(body.summary).toMatchObject({ address: '', tax_year: null, disposal_count: 1 });
    const valued = await send('/api/calculate/unrealized-gl', {
      transactions: LEDGER,
      current_prices: { eth: 3000 },
    });
    expect([valued.status, shapes.unrealized()(valued.body, '')]).toEqual([200, []]);
    const read = await send('/api/calculate/unrealized-gl', {
      address: MAIN,
      current_prices: { ETH: '3000' },
    });
    expect([read.status, shapes.complete(shapes.unrealized(cut))(read.body, '')]).toEqual([200, []]);
  });
});

describe('a swap in a body, without a value of its own', () => {
  const bought = {
    id: 'buy',
    timestamp: '2024-01-05',
    type: 'buy',
    symbol: 'ETH',
    quantity: 2,
    value_usd: 4000,
  };
  const swap = { id: 'swap', timestamp: '2024-03-05', type: 'swap' };
  const sold = { ...swap, symbol: 'ETH', quantity: 1, to_quantity: '2500.5' };
  const paid = { ...swap, quantity: 1800, to_symbol: 'SOL', to_quantity: 10 };

  it.each<[string, object, string[], string[]]>([
    ['cash received', { ...sold, to_symbol: 'USD' }, ['ETH 2500.5 500.5'], []],
    ['a dollar coin received', { ...sold, to_symbol: 'USDC' }, ['ETH 2500.5 500.5'], ['USDC 2500.5']],
    ['cash given', { ...paid, symbol: 'USD' }, [], ['SOL 1800']],
    ['a dollar coin given', { ...paid, symbol: 'USDT' }, ['USDT 1800 1800'], ['SOL 1800']],
  ])('has the value of %s', async (_name, row, disposals, lots) => {
    const { status, body } = await send('/api/calculate/cost-basis', { transactions: [bought, row] });
    expect([status, body.summary.excluded_count]).toEqual([200, 0]);
    const given = body.disposals as { symbol: string; proceeds: string; gain_loss: string }[];
    expect(given.map((one) => `${one.symbol} ${one.proceeds} ${one.gain_loss}`)).toEqual(disposals);
    const got = (body.lots as { symbol: string; cost_basis: string; source: string }[]).filter(
      ({ symbol, source }) => symbol !== 'ETH' && source !== 'unknown',
    );
    expect(got.map((lot) => `${lot.symbol} ${lot.cost_basis}`)).toEqual(lots);
  });
});

const LEDGER = [
  {
    id: 'buy',
    timestamp: '2023-05-01',
    type: 'buy',
    symbol: 'ETH',
    chain: 'Ethereum',
    quantity: 2,
    value_usd: 3000,
  },
  {
    id: 'sell',
    timestamp: '2024-05-02',
    type: 'sell',
    symbol: 'ETH',
    chain: 'ethereum',
    quantity: '0.5',
    price_usd: 3100,
    fee_usd: '1.5',
  },
  {
    id: 'reward',
    timestamp: 1735689600,
    type: 'staking_reward',
    symbol: 'SOL',
    quantity: '0.1',
    price_usd: 190,
  },
];

describe('files', () => {
  it.each([
    ['form-8949/export', 'csv', `form-8949-${MAIN}-2024.csv`, 'text/csv; charset=utf-8'],
    ['form-8949/export', 'turbotax', `form-8949-${MAIN}-2024-turbotax.csv`, 'text/csv; charset=utf-8'],
    ['form-8949/export', 'drake', `form-8949-${MAIN}-2024-drake.csv`, 'text/csv; charset=utf-8'],
    ['form-8949/export', 'taxact', `form-8949-${MAIN}-2024-taxact.csv`, 'text/csv; charset=utf-8'],
    ['form-8949/export', 'summary_csv', `form-8949-${MAIN}-2024-summary.csv`, 'text/csv; charset=utf-8'],
    ['form-8949/export', 'summary_pdf', `form-8949-${MAIN}-2024-summary.pdf`, 'application/pdf'],
    ['form-8949/export', 'txf', `form-8949-${MAIN}-2024.txf`, 'text/plain; charset=us-ascii'],
    ['form-8949/export', 'pdf', `form-8949-${MAIN}-2024.pdf`, 'application/pdf'],
    ['form-8949/export', 'json', `form-8949-${MAIN}-2024.json`, 'application/json; charset=utf-8'],
    ['schedule-1/export', 'csv', `schedule-1-${MAIN}-2024.csv`, 'text/csv; charset=utf-8'],
    ['schedule-1/export', 'pdf', `schedule-1-${MAIN}-2024.pdf`, 'application/pdf'],
    ['schedule-1/export', 'json', `schedule-1-${MAIN}-2024.json`, 'application/json; charset=utf-8'],
  ])('%s as %s', async (route, format, name, type) => {
    const { status, headers, text } = await partner(
      `/api/v1/tax-reports/${MAIN}/${route}?tax_year=2024&format=${format}`,
    );
    expect([status, headers.get('Content-Type')]).toEqual([200, type]);
    expect(headers.get('Content-Disposition')).toBe(`attachment; filename="${name}"`);
    expect(headers.get('X-Export-Count')).toMatch(/^\d+$/);
    expect([headers.get('X-Export-Truncated'), headers.get('X-Export-Limited')]).toEqual(['false', null]);
    expect(headers.get('Access-Control-Expose-Headers')).toContain('X-Export-Count');
    expect(text.length).toBeGreaterThan(20);
  });

  it('of the calculation family are those of the reports', async () => {
    for (const [plain, versioned] of [
      ['form-8949/csv', 'form-8949/export?format=csv&'],
      ['txf', 'form-8949/export?format=txf&'],
      ['schedule-1/csv', 'schedule-1/export?format=csv&'],
    ] as const) {
      const mine = await partner(`/api/calculate/tax-export/${MAIN}/${plain}?tax_year=2024`);
      const theirs = await partner(`/api/v1/tax-reports/${MAIN}/${versioned}tax_year=2024`);
      expect([mine.status, mine.text]).toEqual([200, theirs.text]);
      expect(mine.headers.get('Content-Disposition')).toBe(theirs.headers.get('Content-Disposition'));
    }
  });

  it('in whole dollars, and with small fees gathered', async () => {
    const path = `/api/v1/tax-reports/${MAIN}/form-8949/export?tax_year=2024`;
    const rows = readTable((await partner(path)).text);
    const rounded = readTable((await partner(`${path}&rounding=dollars`)).text);
    expect(rounded.map((row) => row['Proceeds'])).toEqual(
      rows.map(
        (row) =>
          `${dec(row['Proceeds'] ?? 'NaN')
            .toDecimalPlaces(0)
            .toFixed()}.00`,
      ),
    );
    const gathered = await partner(`${path}&gather_small_fees=true`);
    expect(readTable(gathered.text).length).toBeLessThanOrEqual(rows.length);
    expect(gathered.headers.get('X-Export-Count')).toBe(String(readTable(gathered.text).length));
  });
});

describe('a plan', () => {
  it('cuts lists to the most recent transactions, and no sum', async () => {
    const path = `/api/calculate/tax-report/${MAIN}?tax_year=${await year()}`;
    const all = (await partner(path)).body;
    const few = (await anonymous(path)).body;
    expect(few.tax_summary).toEqual(all.tax_summary);
    expect([few.is_limited, few.tx_limit, few.tx_total > CAP]).toEqual([true, CAP, true]);
    expect(few.lots.length).toBeLessThan(all.lots.length);
    const ids = new Set(all.lots.map((lot: { lot_id: string }) => lot.lot_id));
    expect(few.lots.every((lot: { lot_id: string }) => ids.has(lot.lot_id))).toBe(true);
    const unrealized = async (get: typeof partner) => {
      const {
        by_asset: _,
        is_limited: __,
        tx_limit: ___,
        tx_total: ____,
        ...sums
      } = (await get(`/api/calculate/unrealized-gl/${MAIN}`)).body;
      return sums;
    };
    expect(await unrealized(anonymous)).toEqual(await unrealized(partner));
  });

  it('never cuts a ledger in the body', async () => {
    const transactions = Array.from({ length: 60 }, (_, i) => ({
      id: `t${i}`,
      timestamp: 1_700_000_000 + i,
      type: 'buy',
      symbol: 'A',
      quantity: 1,
      value_usd: i,
    }));
    const { body } = await send('/api/calculate/cost-basis', { transactions });
    expect(body.lots).toHaveLength(60);
  });
});

describe('lineage', () => {
  const links = () => app.app.get(DataSource, { strict: false }).getRepository(LineageLinkEntity);

  it('is kept only on request, and only for callers with a credential', async () => {
    const path = `/api/calculate/tax-summary/${STAKER}`;
    expect((await partner(path)).status).toBe(200);
    expect(await links().count()).toBe(0);
    const refused = await anonymous(`${path}?persist_lineage=true`);
    expect([refused.status, refused.body.error_code]).toEqual([401, 'UNAUTHORIZED']);
    expect(await links().count()).toBe(0);
    const summary = (await partner(`${path}?persist_lineage=true`)).body;
    expect(summary).toEqual((await partner(path)).body);
    const kept = await links().count();
    expect(kept).toBeGreaterThan(0);
    await partner(`${path}?persist_lineage=1`);
    expect([await links().count(), await links().countBy({ supersededAt: IsNull() })]).toEqual([kept, kept]);
  });
});

describe('input', () => {
  const base = `/api/calculate`;
  const next = 2027;

  it.each([
    [`tax-summary/${MAIN}?tax_year=1800`, ['query', 'tax_year']],
    [`tax-summary/${MAIN}?tax_year=2024abc`, ['query', 'tax_year']],
    [`tax-summary/${MAIN}?tax_year=${next}`, ['query', 'tax_year']],
    [`tax-summary/${MAIN}?persist_lineage=maybe`, ['query', 'persist_lineage']],
    [`tax-report/${MAIN}?include_lots=`, ['query', 'include_lots']],
    [`lots/${MAIN}?limit=501`, ['query', 'limit']],
    [`lots/${MAIN}?limit=0`, ['query', 'limit']],
    [`lots/${MAIN}?page=1.5`, ['query', 'page']],
    [`lots/${MAIN}?status=OPEN`, ['query', 'status']],
    [`wash-sales/${MAIN}?simulate=2`, ['query', 'simulate']],
    [`unrealized-gl/${MAIN}?min_value=NaN`, ['query', 'min_value']],
    [`tax-loss-harvesting/${MAIN}?term=medium`, ['query', 'term']],
    [`tax-loss-harvesting/${MAIN}?limit=201`, ['query', 'limit']],
    [`tax-loss-harvesting/${MAIN}?min_loss=-0.1`, ['query', 'min_loss']],
    [`tax-export/${MAIN}/txf?tax_year=20.5`, ['query', 'tax_year']],
  ])('%s is refused with 422', async (path, loc) => {
    const { status, body } = await anonymous(`${base}/${path}`);
    expect(status).toBe(422);
    expect(body.detail).toEqual([{ loc, msg: expect.any(String), type: expect.any(String) }]);
  });

  it.each([
    ['form-8949', 'tax_year'],
    ['schedule-1/export', 'tax_year'],
    ['form-8949?tax_year=2008', 'tax_year'],
    ['form-8949?tax_year=2024&box=M', 'box'],
    ['form-8949?tax_year=2024&per_page=101', 'per_page'],
    ['form-8949/export?tax_year=2024&format=xml', 'format'],
    ['form-8949/export?tax_year=2024&rounding=up', 'rounding'],
    ['schedule-1?tax_year=2024&income_type=gift', 'income_type'],
    ['schedule-1/export?tax_year=2024&format=txf', 'format'],
    [`summary?tax_year=${next}`, 'tax_year'],
    ['summary?owned_wallets=0x12', 'owned_wallets'],
  ])('%s is refused and names the field', async (path, field) => {
    const { status, body } = await partner(`/api/v1/tax-reports/${MAIN}/${path}`);
    expect([status, body.error.field]).toEqual([400, field]);
  });

  it('addresses that are none', async () => {
    for (const name of ['tax-summary', 'lots', 'unrealized-gl', 'reconciliation']) {
      const { status, body } = await anonymous(`${base}/${name}/vitalik.eth`);
      expect([status, body.error_code]).toEqual([400, 'INVALID_ADDRESS']);
    }
    const { status, body } = await send(`${base}/unrealized-gl`, { current_prices: {}, address: 'nobody' });
    expect([status, body.error_code]).toEqual([400, 'INVALID_ADDRESS']);
  });

  const row = (more: object) => ({ timestamp: '2024-01-01', type: 'buy', symbol: 'A', quantity: 1, ...more });
  const at = (...loc: (string | number)[]) => ['body', 'transactions', ...loc];

  it.each<[string, unknown, unknown[], string]>([
    ['no transactions', undefined, at(), 'missing'],
    ['none in the list', [], at(), 'too_short'],
    ['no list', {}, at(), 'list_type'],
    ['no object', [1], at(0), 'model_attributes_type'],
    ['a year of 9999', [row({ timestamp: '9999-01-01T00:00:00Z' })], at(0, 'timestamp'), 'datetime_parsing'],
    ['a negative time', [row({ timestamp: -1 })], at(0, 'timestamp'), 'datetime_parsing'],
    ['milliseconds', [row({ timestamp: 1_700_000_000_000 })], at(0, 'timestamp'), 'datetime_parsing'],
    ['30 February', [row({ timestamp: '2024-02-30' })], at(0, 'timestamp'), 'datetime_parsing'],
    ['too large an exponent', [row({ quantity: '1e400' })], at(0, 'quantity'), 'decimal_parsing'],
    ['minus zero', [row({ quantity: '-0' })], at(0, 'quantity'), 'greater_than'],
    ['less than nothing', [row({ quantity: -1 })], at(0, 'quantity'), 'greater_than_equal'],
    ['infinity', [row({ quantity: '∞' })], at(0, 'quantity'), 'decimal_parsing'],
    ['a type of its own', [row({ type: 'airlift' })], at(0, 'type'), 'enum'],
    ['a type in capitals', [row({ type: 'BUY' })], at(0, 'type'), 'enum'],
    ['a swap for nothing', [row({ type: 'swap', to_symbol: 'B' })], at(0, 'to_quantity'), 'missing'],
    ['a move to nowhere', [row({ type: 'internal_transfer' })], at(0, 'to'), 'missing'],
    ['a fee in nothing', [row({ fee_quantity: 1 })], at(0, 'fee_symbol'), 'missing'],
    ['a price below nothing', [row({ price_usd: '-1' })], at(0, 'price_usd'), 'greater_than_equal'],
  ])('a body with %s', async (_name, transactions, loc, type) => {
    const headers = { 'X-Partner-Key': app.partnerKey };
    const { status, body } = await call(app, 'POST', `${base}/cost-basis`, {
      body: { transactions },
      headers,
    });
    expect([status, body.detail[0].loc, body.detail[0].type]).toEqual([422, loc, type]);
  });

  it('tells every field that an empty row lacks', async () => {
    const { status, body } = await send(`${base}/cost-basis`, { transactions: [{}] });
    expect(status).toBe(422);
    expect(body.detail.map(({ loc, type }: { loc: unknown[]; type: string }) => [loc.at(-1), type])).toEqual(
      ['timestamp', 'type', 'symbol', 'quantity'].map((field) => [field, 'missing']),
    );
  });

  it('tells no more than a hundred reasons', async () => {
    const { status, body } = await send(`${base}/cost-basis`, {
      transactions: Array.from({ length: 1_000 }, () => ({})),
    });
    expect([status, body.detail.length]).toEqual([422, 100]);
  });

  it('a choice with a method that does not read it', async () => {
    const { status, body } = await send(`${base}/cost-basis`, {
      transactions: [row({ id: 'b' }), row({ id: 's', timestamp: '2024-02-01', type: 'sell' })],
      lot_selections: { s: [{ acquired_tx_id: 'b' }] },
    });
    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'lot_selections']]);
  });

  it.each<[string, object, unknown[], string]>([
    ['a method nobody has', { method: 'FIFO' }, ['method'], 'enum'],
    ['a year to come', { tax_year: next }, ['tax_year'], 'less_than_equal'],
    ['owned wallets as text', { owned_wallets: MAIN }, ['owned_wallets'], 'list_type'],
    ['choices as a list', { lot_selections: [] }, ['lot_selections'], 'dict_type'],
    [
      'a choice without a lot',
      { lot_selections: { s: [{}] } },
      ['lot_selections', 's', 0, 'lot_id'],
      'missing',
    ],
  ])('%s', async (_name, more, loc, type) => {
    const { status, body } = await send(`${base}/cost-basis`, { transactions: [row({})], ...more });
    expect([status, body.detail[0].loc, body.detail[0].type]).toEqual([422, ['body', ...loc], type]);
  });

  it.each([
    ['of a lot that is not there', { s: [{ lot_id: 'x', quantity: 1 }] }],
    ['of more than the lot holds', { s: [{ acquired_tx_id: 'b', quantity: 2 }] }],
    ['for a sale that is not there', { nobody: [{ acquired_tx_id: 'b' }] }],
    ['for a purchase', { b: [{ acquired_tx_id: 'b' }] }],
  ])('a choice %s is refused as a whole', async (_name, selections) => {
    const transactions = [row({ id: 'b' }), row({ id: 's', timestamp: '2024-02-01', type: 'sell' })];
    const { status, body } = await send(`${base}/cost-basis`, {
      transactions,
      method: 'specific_id',
      lot_selections: selections,
    });
    expect([status, body.error_code, typeof body.detail]).toEqual([400, 'INVALID_REQUEST', 'string']);
  });

  it.each([
    ['missing', {}, ['current_prices'], 'missing'],
    ['a list', { current_prices: [] }, ['current_prices'], 'dict_type'],
    [
      'null',
      { current_prices: { 'ethereum:ETH': null } },
      ['current_prices', 'ethereum:ETH'],
      'decimal_parsing',
    ],
    [
      'NaN',
      { current_prices: { 'ethereum:ETH': 'NaN' } },
      ['current_prices', 'ethereum:ETH'],
      'decimal_parsing',
    ],
    [
      'too large',
      { current_prices: { 'ethereum:ETH': '1e400' } },
      ['current_prices', 'ethereum:ETH'],
      'decimal_parsing',
    ],
    ['an object', { current_prices: { ETH: { usd: 1 } } }, ['current_prices', 'ETH'], 'decimal_parsing'],
    ['negative', { current_prices: { ETH: -1 } }, ['current_prices', 'ETH'], 'greater_than_equal'],
  ])('prices that are %s', async (_name, given, loc, type) => {
    const { status, body } = await send(`${base}/unrealized-gl`, { ...given, transactions: LEDGER });
    expect([status, body.detail[0].loc, body.detail[0].type]).toEqual([422, ['body', ...loc], type]);
  });

  it('neither transactions nor an address', async () => {
    const { status, body } = await send(`${base}/unrealized-gl`, { current_prices: {} });
    expect([status, body]).toEqual([400, { detail: expect.any(String), error_code: 'INVALID_REQUEST' }]);
  });

  it('no prices at all: everything is missing, nothing is lost', async () => {
    const { status, body } = await send(`${base}/unrealized-gl`, {
      current_prices: {},
      transactions: LEDGER,
    });
    expect([status, body.by_asset, body.missing_prices]).toEqual([200, {}, ['ethereum:ETH', 'unknown:SOL']]);
    expect([body.total_cost_basis, body.portfolio_unrealized_gl_percent]).toEqual(['0', '0']);
  });

  it('transactions win over an address', async () => {
    const { status, body } = await send(`${base}/unrealized-gl`, {
      current_prices: { 'ETHEREUM:ETH': '3000', sol: 200 },
      transactions: LEDGER,
      address: 'my ledger',
    });
    expect(status).toBe(200);
    expect(body.by_asset['ethereum:ETH']).toMatchObject({
      quantity: '1.5',
      current_value: '4500',
      cost_basis: '2250',
      unrealized_gl: '2250',
      unrealized_gl_percent: '100',
    });
    expect(body.by_asset['unknown:SOL']).toMatchObject({ current_price: '200', unrealized_gl: '1' });
    expect(body.portfolio_total).toBe('2251');
  });
});

describe('amounts keep every digit', () => {
  it('however they are written', async () => {
    const text = `{"transactions":[
      {"id":"a","timestamp":"2024-01-01T00:00:00","type":"buy","symbol":"A","quantity":0.1234567890123456789,"value_usd":0.1},
      {"id":"b","timestamp":"2024-01-02 12:00","type":"buy","symbol":"A","quantity":1e-7,"value_usd":"0.2"},
      {"id":"c","timestamp":1704240000,"type":"buy","symbol":"B","quantity":"115792089237316195423570985008687907853269984665640564039457584007913129639935","value_usd":"1e-18"},
      {"id":"d","timestamp":"1704326400.5","type":"sell","symbol":"A","quantity":"0.1234568890123456789","value_usd":0.3}]}`;
    const response = await fetch(`${app.url}/api/calculate/cost-basis`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: text,
    });
    const body = (await response.json()) as {
      summary: Record<string, string>;
      lots: Record<string, string>[];
    };
    expect(response.status).toBe(200);
    expect(body.summary).toMatchObject({
      total_proceeds: '0.3',
      total_cost_basis: '0.3',
      total_realized_gl: '0',
    });
    expect(
      body.lots.map((lot) => [lot['transaction_id'], lot['original_quantity'], lot['original_cost_basis']]),
    ).toEqual([
      [
        'c',
        '115792089237316195423570985008687907853269984665640564039457584007913129639935',
        '0.000000000000000001',
      ],
      ['a', '0.1234567890123456789', '0.1'],
      ['b', '0.0000001', '0.2'],
    ]);
  });
});
