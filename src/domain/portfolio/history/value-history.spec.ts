import { nativeAsset } from '../../kernel/asset';
import { dayNumber, dayText } from '../../kernel/calendar';
import { DAY_MS } from '../../kernel/durations';
import { dec } from '../../kernel/decimal';
import { finished } from '../../kernel/slices';
import { money, valueOf } from '../../kernel/units';
import { periodEnds } from './periods';
import { heldDays, unitPrice, unitPriceAt, valueAt, valueHistory, type PriceAt } from './value-history';

const ETH = nativeAsset('ethereum');
const BTC = nativeAsset('bitcoin');
const ONE_ETH = 10n ** 18n;
const ONE_BTC = 10n ** 8n;
const ENDS = [1, 2, 3, 4, 5].map((day) => ({ day, at: day * DAY_MS - 1 }));

/** Prices of five days; `-`: no price, `?`: not fetched, `5~`: the price of an earlier day. */
const priced = (rows: Record<string, string>): PriceAt => {
  const lists = Object.entries(rows).map(([id, text]) => [id, text.split(' ')] as const);
  const byAsset = new Map(lists);
  return (id, at) => {
    const text = byAsset.get(id)?.[(at + 1) / DAY_MS - 1];
    return text === undefined || text === '?'
      ? undefined
      : text === '-'
        ? null
        : unitPrice(text.replace('~', ''), text.endsWith('~'));
  };
};
const valuesOf = (rows: Record<string, string>, from: Record<string, number> = {}) => {
  const histories = [
    { asset: ETH, changes: [{ at: (from['eth'] ?? 0) * DAY_MS, quantity: 2n * ONE_ETH }] },
    { asset: BTC, changes: [{ at: (from['btc'] ?? 0) * DAY_MS, quantity: ONE_BTC }] },
  ];
  const points = finished(valueHistory(heldDays(histories, ENDS), ENDS, priced(rows)));
  return points.map(({ value, gap, estimated, unpriced }) =>
    [
      value === null ? gap : value / ONE_ETH,
      ...(estimated > 0 ? [`${estimated} estimated`] : []),
      ...(unpriced > 0 ? [`${unpriced} unpriced`] : []),
    ].join(', '),
  );
};

describe('the value of each day', () => {
  it('adds up what is held at its end', () => {
    const values = valuesOf({ [ETH.id]: '1 1 1 2 2', [BTC.id]: '- - - 10 11' }, { btc: 3 });
    expect(values).toEqual(['2', '2', '2', '14', '15']);
  });

  it('is zero only while nothing is held', () => {
    expect(valuesOf({ [ETH.id]: '1 1 1 1 1' }, { eth: 2, btc: 9 })).toEqual(['0', '0', '2', '2', '2']);
  });

  it.each([
    [
      'is a gap while a price has not been fetched',
      '1 1 1 1 1',
      '10 ? 10 10 10',
      '12|prices_pending|12|12|12',
    ],
    [
      'is a gap where an asset has prices before and after, and none on the day',
      '1 1 1 1 1',
      '10 - - 10 10',
      '12|price_missing, 1 unpriced|price_missing, 1 unpriced|12|12',
    ],
    [
      'leaves out an asset that has no price yet or no longer, as the totals of holdings do',
      '1 1 1 1 1',
      '- 10 10 - -',
      '2, 1 unpriced|12|12|2, 1 unpriced|2, 1 unpriced',
    ],
    [
      'counts the assets whose price is that of an earlier day',
      '1 1 1~ 1~ 1',
      '10 10 10 10~ -',
      '12|12|12, 1 estimated|12, 2 estimated|2, 1 unpriced',
    ],
    [
      'is a gap when no held asset has a price',
      '- - - - -',
      '- 10 10 - -',
      'no_price, 2 unpriced|10, 1 unpriced|10, 1 unpriced|no_price, 2 unpriced|no_price, 2 unpriced',
    ],
  ])('%s', (_name, eth, btc, expected) => {
    expect(valuesOf({ [ETH.id]: eth, [BTC.id]: btc }).join('|')).toBe(expected);
  });

  it('calls a price that is more than a day old an estimate', () => {
    const priceFrom = (age: number) => unitPriceAt({ usd: '2.5', at: 9 * DAY_MS - age }, 9 * DAY_MS);
    expect([priceFrom(DAY_MS), priceFrom(DAY_MS + 1)]).toEqual([unitPrice('2.5'), unitPrice('2.5', true)]);
  });

  it('rounds as every value of the service', () => {
    for (const usd of ['0.000000000000000001', '1234.5678901234567890123', '0.333333333333333333333333'])
      expect(valueAt(123_456_789_012_345_678n, 18, unitPrice(usd))).toBe(
        valueOf(123_456_789_012_345_678n, 18, dec(usd)),
      );
    expect(valueAt(ONE_BTC, 8, unitPrice('2.5'))).toBe(money('2.5'));
  });
});

describe('periods', () => {
  const [first, last] = [dayNumber(2024, 2, 27), dayNumber(2024, 3, 12)];
  const textsOf = (interval: 'day' | 'week' | 'month') => periodEnds(first, last, interval).map(dayText);

  it('end with their last day, the last one with the end of the range', () => {
    expect(textsOf('day')).toHaveLength(15);
    expect(textsOf('week')).toEqual(['2024-03-03', '2024-03-10', '2024-03-12']);
    expect(textsOf('month')).toEqual(['2024-02-29', '2024-03-12']);
  });
});
