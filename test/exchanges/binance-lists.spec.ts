import { EXCHANGE_LISTS } from '../../src/domain/exchanges';
import { READERS } from '../../src/adapters/exchanges/api/readers';
import { BINANCE } from '../../src/adapters/exchanges/api/readers/binance.reader';
import type { Call } from '../../src/adapters/exchanges/api/call';
import { ExchangeApiError } from '../../src/ports/exchanges/exchange-api';
import { DAY_MS } from '../../src/domain/kernel/durations';

const NOW = Date.UTC(2026, 0, 1);
const START = Date.UTC(2020, 0, 1);

interface Asked {
  method: string;
  start: number;
  end: number;
}

/** An account with one loan, and no other row. */
function exchange() {
  const asked: Asked[] = [];
  const at = Date.UTC(2025, 5, 5);
  const call: Call = (method, params = {}) => {
    const start = Number(params['startTime'] ?? params['beginTime']);
    const end = Number(params['endTime']);
    asked.push({ method, start, end });
    const loan = { asset: 'USDT', type: 'borrowIn', amount: '5', timestamp: String(at), tranId: '1' };
    const answers: Readonly<Record<string, unknown>> = {
      privateGetAccount: {
        balances: [
          { asset: 'LDBTC', free: '1', locked: '0' },
          { asset: 'LDO', free: '2', locked: '0' },
        ],
      },
      sapiV2GetLoanFlexibleOngoingOrders: { rows: [{ collateralCoin: 'ETH', collateralAmount: '3' }] },
      sapiGetLoanIncome: start <= at && at <= end ? [loan] : [],
      sapiGetConvertTradeFlow: { list: [] },
      sapiGetFiatPayments: { code: '000000' },
    };
    return Promise.resolve(answers[method] ?? { rows: [] });
  };
  return { asked, call };
}

async function readList(name: string, from: number | null, places: Readonly<Record<string, string>> = {}) {
  const { asked, call } = exchange();
  const list = BINANCE.lists.find((one) => one.name === name);
  if (!list) throw new Error(name);
  let rows = 0;
  let left = places;
  for await (const page of list.pages(call, { from, now: NOW, places })) {
    rows += page.rows.length;
    left = { ...left, ...page.places };
  }
  return { asked, rows, left };
}

describe('the lists that only Binance has', () => {
  it.each([
    ['loans', 30, 1],
    ['converts', 30, 0],
    ['flexible_loans', 90, 0],
    ['flexible_repayments', 90, 0],
    ['payments', 90, 0],
  ])('are read whole, in windows: %s of %i days', async (name, days, found) => {
    const { asked, rows } = await readList(name, null);
    const starts = [...new Set(asked.map(({ start }) => start))];
    expect([starts[0], asked.at(-1)?.end, rows]).toEqual([START, NOW, found]);
    expect(starts).toEqual(starts.map((_, index) => START + index * days * DAY_MS));
    expect(asked.every(({ start, end }) => end - start < days * DAY_MS)).toBe(true);
  });

  it('without a row are read from the last window on', async () => {
    const { left } = await readList('converts', null);
    const { asked } = await readList('converts', null, left);
    expect(asked.map(({ start }) => start)).toEqual([NOW - 30 * DAY_MS, NOW]);
  });

  it.each(['auth', 'answer', 'unavailable'] as const)(
    'leave the other lists to be read where a country does not have them: %s',
    async (fault) => {
      const [list] = BINANCE.lists.filter(({ name }) => name === 'loans');
      const refused: Call = () => Promise.reject(new ExchangeApiError(fault));
      const pages = list?.pages(refused, { from: null, now: NOW, places: {} });
      const found = await pages?.[Symbol.asyncIterator]()
        .next()
        .catch((error: unknown) => error);
      expect(found).toMatchObject({ fault: fault === 'unavailable' ? fault : 'permission' });
    },
  );

  it('are joined by collateral and claims on Simple Earn in the balances', async () => {
    expect(await BINANCE.balances(exchange().call)).toEqual([
      ['BTC', '1'],
      ['BTC', '0'],
      ['LDO', '2'],
      ['LDO', '0'],
      ['ETH', '3'],
    ]);
  });
});

it('have the lists of every exchange among those that an owner can state to be empty', () => {
  const names = Object.values(READERS).flatMap(({ lists }) => lists.map(({ name }) => name));
  expect([...new Set(names)].sort()).toEqual([...EXCHANGE_LISTS].sort());
});
