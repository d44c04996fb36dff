import { readExchangeTable } from '../../src/adapters/exchanges/exchange-table';
import {
  accountRecords,
  apiRow,
  exchangeTransactions,
  formatNamed,
  type ExchangeRow,
} from '../../src/domain/exchanges';
import { replay, taxSummary, type Ledger } from '../../src/domain/engine';
import { form8949 } from '../../src/domain/forms';
import { formatMoney, formatUnits } from '../../src/domain/kernel/units';
import { ledgerEvents, valueTransactions, withUserValue } from '../../src/domain/chain';
import { POLICIES } from '../chain/policies';
import { FIFO } from '../support/engine-events';

const NOW = Date.UTC(2026, 0, 1);
const ACCOUNT = { id: 'a', exchange: 'kraken' } as const;

const transactionsOf = (rows: readonly ExchangeRow[]) =>
  valueTransactions(exchangeTransactions(ACCOUNT, accountRecords(rows).records), (id, at) =>
    id === 'bitcoin:native' ? { usd: '50000', at, source: 'market' } : null,
  );
const ledgerOf = (transactions: ReturnType<typeof transactionsOf>): Ledger =>
  replay(ledgerEvents(transactions, { ...POLICIES, owned: new Set() }), FIFO);

const sales = ({ disposals }: Ledger): string[] =>
  disposals.map(({ asset, quantity, type, proceeds, costBasis, gain, isLongTerm, valueStatus }) =>
    [
      `${formatUnits(quantity, asset.decimals)} ${asset.symbol} ${type}`,
      `${formatMoney(proceeds)} - ${formatMoney(costBasis)} = ${formatMoney(gain)}`,
      isLongTerm ? 'long' : 'short',
      valueStatus,
    ].join(', '),
  );
const held = ({ lots }: Ledger): string[] =>
  lots
    .filter(({ remaining }) => remaining > 0n)
    .map(
      ({ asset, remaining, cost }) =>
        `${formatUnits(remaining, asset.decimals)} ${asset.symbol} ${formatMoney(cost)}`,
    );

const HEADERS = {
  ledgers: '"txid","refid","time","type","subtype","aclass","asset","amount","fee","balance"',
  trades:
    '"txid","ordertxid","pair","time","type","ordertype","price","cost","fee","vol","margin","misc","ledgers"',
};
function filed(list: keyof typeof HEADERS, ...lines: string[]): ExchangeRow[] {
  const reading = readExchangeTable([HEADERS[list], ...lines, ''].join('\n'), NOW);
  if ('columns' in reading) throw new Error(reading.columns.join());
  return reading.rows;
}
const asked = (list: string, cells: Record<string, string>): ExchangeRow => {
  const format = formatNamed(`kraken_api_${list}`);
  if (!format) throw new Error(list);
  return apiRow(format, cells);
};

/** @source coverage.md 2.12 */
describe('a short position of Kraken', () => {
  const seconds = (day: string): string => String(Date.parse(day) / 1_000);
  const [bought = '', opened = '', closed = ''] = ['2019-01-01', '2021-03-01', '2021-03-05'].map(seconds);
  const ledger = [
    asked('ledgers', {
      txid: 'A',
      refid: 'D',
      time: bought,
      type: 'trade',
      asset: 'XXBT',
      amount: '1',
      fee: '0',
    }),
    asked('ledgers', {
      txid: 'B',
      refid: 'D',
      time: bought,
      type: 'trade',
      asset: 'ZUSD',
      amount: '-4000',
      fee: '0',
    }),
    asked('ledgers', {
      txid: 'L1',
      refid: 'T1',
      time: opened,
      type: 'margin',
      asset: 'ZUSD',
      amount: '0',
      fee: '100',
    }),
    asked('ledgers', {
      txid: 'L2',
      refid: 'T2',
      time: closed,
      type: 'margin',
      asset: 'ZUSD',
      amount: '2000',
      fee: '100',
    }),
  ];
  const pair = { pair: 'XXBTZUSD', vol: '1', fee: '100' };
  const trades = (margin: string) => [
    asked('trades', { ...pair, txid: 'D', time: bought, type: 'buy', cost: '4000', fee: '0', margin: '0' }),
    asked('trades', { ...pair, txid: 'T1', time: opened, type: 'sell', cost: '50000', margin }),
    asked('trades', {
      ...pair,
      txid: 'T2',
      time: closed,
      type: 'buy',
      cost: '48000',
      margin,
      misc: 'closing',
    }),
  ];
  const result = [
    '100 USD margin_result, 0 - 100 = -100, short, known',
    '1900 USD margin_result, 1900 - 0 = 1900, short, known',
  ];

  it.each([
    ['the ledger alone', ledger],
    ['the ledger and the trades', [...ledger, ...trades('25000')]],
    ['the ledger, and trades without their margin', [...trades('0'), ...ledger]],
  ])('has the result in cash, and leaves the lots: by %s', (_name, rows) => {
    const books = ledgerOf(transactionsOf(rows));
    expect(sales(books)).toEqual(result);
    expect(held(books)).toEqual(['1 BTC 4000']);
  });

  it('has no result, and sells no lot, by the trades alone', () => {
    const books = ledgerOf(transactionsOf(trades('25000')));
    expect(sales(books)).toEqual([]);
    expect(held(books)).toEqual(['1 BTC 4000']);
  });

  it('is in the summary and on the form, as the result of units is', () => {
    const books = ledgerOf(transactionsOf(ledger));
    const { short, long } = taxSummary(books, { timezone: 'UTC' });
    expect([short.net, long.net].map(formatMoney)).toEqual(['1800', '0']);
    const form = form8949(books, {
      accounts: [{ wallet: books.disposals[0]?.wallet ?? '', kind: 'us_exchange' }],
      year: 2021,
      timezone: 'UTC',
    });
    expect(form.shortTerm).toMatchObject({
      count: 2,
      proceeds: 190_000n,
      costBasis: 10_000n,
      gain: 180_000n,
    });
  });
});

describe('a margin row of the ledger of Kraken', () => {
  it('in dollars is a profit or a loss without a lot', () => {
    const transactions = transactionsOf(
      filed(
        'ledgers',
        '"L0","R0","2023-01-01 00:00:00","deposit","","currency","ZUSD",50000,0,50000',
        '"L1","R1","2023-01-02 00:00:00","margin","","currency","ZUSD",5000,0,55000',
        '"L2","R2","2023-02-02 00:00:00","margin","","currency","ZUSD",-2000,0,53000',
      ),
    );
    const books = ledgerOf(transactions);
    expect(transactions.map(({ type }) => type)).toEqual(['transfer_in', 'transfer_in', 'transfer_out']);
    expect(sales(books)).toEqual([
      '5000 USD margin_result, 5000 - 0 = 5000, short, known',
      '2000 USD margin_result, 0 - 2000 = -2000, short, known',
    ]);
    expect(held(books)).toEqual([]);
    expect(books.disposals.map(({ flags }) => flags)).toEqual([
      ['classification_uncertain'],
      ['classification_uncertain'],
    ]);
  });

  it('of a rollover is what the position costs', () => {
    const rows = filed(
      'ledgers',
      '"L1","T1","2023-01-02 04:00:00","rollover","","currency","ZUSD",0,1.25,998.75',
      '"L2","T1","2023-01-02 08:00:00","rollover","","currency","XXBT",0,0.0002,0.9998',
    );
    expect(sales(ledgerOf(transactionsOf(rows)))).toEqual([
      '1.25 USD margin_result, 0 - 1.25 = -1.25, short, known',
      '0.0002 BTC fee, 10 - 0 = 10, short, known',
      '0.0002 BTC margin_result, 0 - 10 = -10, short, known',
    ]);
  });

  it.each([
    ['40', '40 EUR margin_result, 0 - 0 = 0, short, missing', '44 - 0 = 44, short, known'],
    ['-40', '40 EUR margin_result, 0 - 0 = 0, short, missing', '0 - 44 = -44, short, known'],
  ])('of %s euros waits for its value', (amount, open, stated) => {
    const [transaction] = transactionsOf(
      filed('ledgers', `"L1","R1","2023-01-02 00:00:00","margin","","currency","ZEUR",${amount},0,0`),
    );
    if (!transaction) throw new Error('No transaction');
    expect(sales(ledgerOf([transaction]))).toEqual([open]);
    expect(sales(ledgerOf([withUserValue(transaction, { value: 44n * 10n ** 18n, fees: null })]))).toEqual([
      `40 EUR margin_result, ${stated}`,
    ]);
  });
});

/** @source tax-rules 6: the fee counts as a cost, and the coin that pays it is disposed of */
describe('a fee in the coin of a margin row', () => {
  const bought = [
    '"A","D","2019-01-01 00:00:00","trade","","currency","XXBT",1,0,1',
    '"B","D","2019-01-01 00:00:00","trade","","currency","ZUSD",-4000,0,0',
  ];
  const margin = (amount: string) =>
    filed(
      'ledgers',
      ...bought,
      `"L1","R1","2023-01-02 00:00:00","margin","","currency","XXBT",${amount},0.0002,0`,
    );

  it.each([
    [
      'of an opening is a loss of its value, and a sale of the coin',
      '0',
      ['0.0002 BTC fee, 10 - 0.8 = 9.2, long, known', '0.0002 BTC margin_result, 0 - 10 = -10, short, known'],
      ['0.9998 BTC 3999.2'],
    ],
    [
      'of a profit comes out of it, without a gain',
      '0.01',
      [
        '0.0002 BTC fee, 10 - 10 = 0, short, known',
        '0.01 BTC margin_result, 500 - 0 = 500, short, known',
        '0.0002 BTC margin_result, 0 - 10 = -10, short, known',
      ],
      ['1 BTC 4000', '0.0098 BTC 490'],
    ],
    [
      'of a loss makes it larger',
      '-0.01',
      [
        '0.01 BTC margin_result, 0 - 40 = -40, short, known',
        '0.0002 BTC fee, 10 - 0.8 = 9.2, long, known',
        '0.0002 BTC margin_result, 0 - 10 = -10, short, known',
      ],
      ['0.9898 BTC 3959.2'],
    ],
  ])('%s', (_name, amount, results, left) => {
    const books = ledgerOf(transactionsOf(margin(amount)));
    expect(sales(books)).toEqual(results);
    expect(held(books)).toEqual(left);
  });
});

describe('a position of Kraken that is settled', () => {
  const settled = [
    '"L3","R3","2023-03-02 00:00:00","settled","","currency","ZUSD",-20000,0,33000',
    '"L4","R3","2023-03-02 00:00:00","settled","","currency","XXBT",1,0,1',
  ];
  const sold = [
    '"L5","R5","2023-04-02 00:00:00","trade","","currency","XXBT",-1,0,0',
    '"L6","R5","2023-04-02 00:00:00","trade","","currency","ZUSD",28000,0,61000',
  ];
  const trades = filed(
    'trades',
    '"R0","O0","XXBTZUSD","2023-03-01 00:00:00","buy","market",20000,20000,0,1,4000,"initiated",""',
    '"R3","O3","XXBTZUSD","2023-03-02 00:00:00","buy","settle position",20000,20000,0,1,0,"closing",""',
    '"R5","O5","XXBTZUSD","2023-04-02 00:00:00","sell","market",28000,28000,0,1,0,"",""',
  );

  it.each([
    ['the ledger', filed('ledgers', ...settled, ...sold)],
    ['the trades', trades],
    ['both', [...trades, ...filed('ledgers', ...settled, ...sold)]],
  ])('is a purchase of its units: by %s', (_name, rows) => {
    expect(sales(ledgerOf(transactionsOf(rows)))).toEqual(['1 BTC sale, 28000 - 20000 = 8000, short, known']);
  });
});

/** @source coverage.md 2.12 */
describe('moves between spot and futures', () => {
  const bought = [
    '"L1","R1","2023-01-01 00:00:00","trade","","currency","ZUSD",-20000,0,0',
    '"L2","R1","2023-01-01 00:00:00","trade","","currency","XXBT",1,0,1',
  ];
  const moved = (day: string, subtype: string, coin: string, amount: string): string =>
    `"M${day}${coin}${subtype}","M${day}","2023-${day} 00:00:00","transfer","${subtype}","currency","${coin}",${amount},0,0`;
  const away = (day: string, coin: string, amount: string) => moved(day, 'spottofutures', coin, `-${amount}`);
  const back = (day: string, coin: string, amount: string) => moved(day, 'spotfromfutures', coin, amount);
  const booksOf = (...lines: string[]) => ledgerOf(transactionsOf(filed('ledgers', ...bought, ...lines)));

  it('in cash have what comes back beyond the deposit as their result', () => {
    const rows = filed('ledgers', away('02-01', 'ZUSD', '1000'), back('03-01', 'ZUSD', '1500'));
    const transactions = transactionsOf(rows);
    expect(transactions.map(({ type, rule, flags }) => [type, rule, flags])).toEqual([
      ['stake', 'exchange-futures', ['classification_uncertain']],
      ['unstake', 'exchange-futures', ['classification_uncertain']],
    ]);
    const books = ledgerOf(transactions);
    expect(sales(books)).toEqual(['500 USD margin_result, 500 - 0 = 500, short, known']);
    expect(books.disposals[0]?.flags).toEqual(['classification_uncertain']);
  });

  it('keep the lots of a coin in their place, and carry them back', () => {
    const there = booksOf(away('02-01', 'XXBT', '0.4'));
    const open = there.lots.filter(({ remaining }) => remaining > 0n);
    expect(open.map(({ wallet, cost, isUntracked }) => [wallet, formatMoney(cost), isUntracked])).toEqual([
      ['exchange:a', '12000', false],
      ['exchange:a>Kraken Futures', '8000', false],
    ]);
    const again = booksOf(away('02-01', 'XXBT', '0.4'), back('03-01', 'XXBT', '0.4'));
    expect([sales(again), held(again)]).toEqual([[], ['0.6 BTC 12000', '0.4 BTC 8000']]);
    expect(again.lots.every(({ isUntracked }) => !isUntracked)).toBe(true);
  });

  it('of a coin have a result in the coin, with its value as the basis', () => {
    const books = booksOf(away('02-01', 'XXBT', '0.4'), back('03-01', 'XXBT', '0.5'));
    expect(sales(books)).toEqual(['0.1 BTC margin_result, 5000 - 0 = 5000, short, known']);
    expect(held(books)).toEqual(['0.6 BTC 12000', '0.1 BTC 5000', '0.4 BTC 8000']);
  });

  it('leave what does not come back in its place: the result is not known', () => {
    const books = booksOf(away('02-01', 'XXBT', '0.4'), back('03-01', 'XXBT', '0.1'));
    expect(sales(books)).toEqual([]);
    expect(held(books)).toEqual(['0.6 BTC 12000', '0.3 BTC 6000', '0.1 BTC 2000']);
  });

  it('bring a coin that was never sent there as units of unknown basis', () => {
    const books = booksOf(back('03-01', 'XETH', '2'));
    const [, ether] = books.lots;
    expect([sales(books), ether?.isUntracked, ether?.asset.symbol]).toEqual([[], true, 'ETH']);
  });

  it('that undo each other at once are nothing', () => {
    const rows = filed('ledgers', away('02-01', 'ZUSD', '1000'), back('02-01', 'ZUSD', '1000'));
    expect(transactionsOf(rows)).toEqual([]);
  });
});
