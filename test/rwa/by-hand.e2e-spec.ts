import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SystemClock } from '../../src/adapters/system/system-clock';
import { dec, type Decimal } from '../../src/domain/kernel/decimal';
import { startApp, type TestApp } from '../app.factory';
import { sendJson, startLocalUpstream, type LocalUpstream } from '../support/local-upstream';

const PAGE = readFileSync(join(__dirname, '../../docs/rwa.md'), 'utf8');

/** Rows of the table whose head begins so, by the words of its head. */
function table(head: string): Record<string, string>[] {
  const lines = PAGE.split('\n').map((line) =>
    line.startsWith('|')
      ? line
          .slice(1, -1)
          .split('|')
          .map((cell) => cell.trim())
      : null,
  );
  const at = lines.findIndex((cells) => cells?.join(' | ') === head);
  const [columns = [], , ...rest] = lines.slice(at).map((cells) => cells ?? []);
  const rows = rest.slice(
    0,
    rest.findIndex((cells) => cells.length === 0),
  );
  return rows.map((cells) => Object.fromEntries(columns.map((column, i) => [column, cells[i] ?? ''])));
}

const MARKET = table('symbol | contract | NAV | yield, percent');
const BOUGHT = table('wallet | symbol | units | bought on | USDC | price | cost');
const EARNED = table('symbol | value | days | yield | yield / cost');
const YEARS = table(
  'symbol | days of 2026 | interest of 2026 | days of 2027 | interest of 2027 | accrued in all',
);

const num = (text: string | undefined): Decimal => dec(text ?? 'NaN');
const result = (text: string | undefined): Decimal => num(text?.split('=').at(-1)?.trim());
const of = (rows: Record<string, string>[], symbol: string | undefined): Record<string, string> => {
  const row = rows.find((each) => each['symbol'] === symbol);
  if (!row) throw new Error(`docs/rwa.md says nothing of ${symbol}`);
  return row;
};
const daysBetween = (from: string | undefined, to: string): number =>
  (Date.parse(to) - Date.parse(from ?? '')) / 86_400_000;

/** At a moment of the page. */
class MovedClock extends SystemClock {
  private at = 0;
  moveTo(day: string): void {
    this.at = Date.parse(`${day}T12:00:00Z`);
  }
  override now(): number {
    return this.at;
  }
}

it('the page has tables to read', () => {
  expect([MARKET, BOUGHT, EARNED, YEARS].map((rows) => rows.length)).toEqual([2, 2, 2, 2]);
});

describe.each(BOUGHT)('$symbol, worked out from what the page gives', (bought) => {
  const symbol = bought['symbol'];
  const { NAV: nav, 'yield, percent': percent } = of(MARKET, symbol);
  const cost = num(bought['USDC']).mul(num(bought['price']));
  const interest = (days: Decimal | number): string =>
    cost.mul(num(percent).div(100)).mul(days).div(365).toDecimalPlaces(8).toFixed();

  it('the first day', () => {
    const earned = of(EARNED, symbol);
    expect(cost.toFixed()).toBe(bought['cost']);
    expect(result(earned['value'])).toEqual(num(bought['units']).mul(num(nav)));
    expect(Number(earned['days'])).toBe(daysBetween(bought['bought on'], '2026-06-30'));
    expect(result(earned['yield']).toFixed()).toBe(interest(num(earned['days'])));
    expect(earned['yield / cost']).toBe(result(earned['yield']).div(cost).toDecimalPlaces(8).toFixed());
  });

  it('the two years', () => {
    const years = of(YEARS, symbol);
    expect(Number(years['days of 2026'])).toBe(daysBetween(bought['bought on'], '2026-12-31'));
    expect(Number(years['days of 2027'])).toBe(daysBetween('2026-12-31', '2027-03-01'));
    expect(years['interest of 2026']).toBe(interest(num(years['days of 2026'])));
    expect(years['interest of 2027']).toBe(interest(num(years['days of 2027'])));
    expect(years['accrued in all']).toBe(interest(daysBetween(bought['bought on'], '2027-03-01')));
  });
});

describe('the routes say what the page says, and ask no market', () => {
  let market: LocalUpstream;
  let app: TestApp;
  const clock = new MovedClock();

  beforeAll(async () => {
    market = await startLocalUpstream((_url, response) => sendJson(response, {}, 500));
    clock.moveTo('2026-06-30');
    app = await startApp(
      {
        DEMO_WALLETS: 'true',
        DEFILLAMA_COINS_BASE_URL: market.url,
        DEFILLAMA_YIELDS_BASE_URL: market.url,
        DEFILLAMA_API_BASE_URL: market.url,
        COINGECKO_BASE_URL: market.url,
      },
      clock,
    );
  });
  afterAll(async () => {
    await app?.close();
    await market?.close();
  });

  const ask = async (wallet: string | undefined, view: string) => {
    const { status, body } = await app.get(`/api/rwa/wallets/${wallet}/${view}`, {});
    expect(status).toBe(200);
    return body;
  };

  it.each(BOUGHT)('of $symbol, on the first day', async ({ wallet, symbol, cost, units }) => {
    const earned = of(EARNED, symbol);
    const [value, accrued] = [Number(result(earned['value'])), Number(result(earned['yield']))];
    expect((await ask(wallet, 'rwa-holdings')).rwa_holdings).toMatchObject([
      {
        symbol,
        balance: Number(units),
        current_value_usd: value,
        accrued_yield_usd: accrued,
        yield_vs_cost: Number(earned['yield / cost']),
        data_source: 'demo',
      },
    ]);
    expect((await ask(wallet, 'rwa-yield-summary')).yield_summary).toMatchObject({
      total_rwa_value_usd: value,
      total_acquisition_cost_usd: Number(cost),
      total_accrued_yield_usd: accrued,
      positions: 1,
    });
    const report = (await ask(wallet, 'rwa-tax-report')).tax_report;
    expect(report.interest_income.total_usd).toBe(accrued);
    expect(report.interest_income.rows).toMatchObject([
      { cost_basis_usd: Number(cost), basis_step_usd: accrued },
    ]);
  });

  afterEach(() => expect(market.requests).toEqual([]));

  it.each(BOUGHT)('of $symbol, over two years', async ({ wallet, symbol, 'bought on': boughtOn }) => {
    clock.moveTo('2027-03-01');
    const years = of(YEARS, symbol);
    const holdings = await ask(wallet, 'rwa-holdings');
    expect(holdings.summary.total_accrued_yield_usd).toBe(Number(years['accrued in all']));
    for (const year of ['2026', '2027']) {
      const { tax_report: report } = await ask(wallet, `rwa-tax-report?tax_year=${year}`);
      expect(report.interest_income.rows).toHaveLength(1);
      expect(report.interest_income.rows[0]).toMatchObject({
        accrued_yield_usd: Number(years[`interest of ${year}`]),
        tax_year: Number(year),
      });
      if (year === '2027')
        expect(report.interest_income.rows[0].basis_step_usd).toBe(Number(years['accrued in all']));
      expect(report.interest_income.rows[0].acquisition_date.slice(0, 10)).toBe(boughtOn);
      expect(report.summary.total_taxable_income_usd).toBe(Number(years[`interest of ${year}`]));
    }
  });

  it.each(BOUGHT)('of $symbol, in the zone of the request', async ({ wallet, symbol, cost }) => {
    clock.moveTo('2026-12-31');
    const oneDay = num(cost)
      .mul(num(of(MARKET, symbol)['yield, percent']).div(100))
      .div(365);
    const [utc, east] = [
      await ask(wallet, 'rwa-tax-report'),
      await ask(wallet, 'rwa-tax-report?timezone=Pacific/Kiritimati'),
    ];
    expect(utc.tax_year).toBe(2026);
    expect([east.tax_year, east.tax_report.interest_income.total_usd]).toEqual([
      2027,
      Number(oneDay.toDecimalPlaces(8)),
    ]);
    const file = await fetch(
      `${app.url}/api/rwa/wallets/${wallet}/rwa-tax-report/csv?timezone=Pacific/Kiritimati`,
    );
    expect(file.headers.get('content-disposition')).toContain('-2027.csv');
    const wrong = await app.get(`/api/rwa/wallets/${wallet}/rwa-tax-report?timezone=Mars/Olympus`, {});
    expect([wrong.status, wrong.body.detail]).toMatchObject([422, [{ loc: ['query', 'timezone'] }]]);
  });
});
