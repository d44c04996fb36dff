import fc from 'fast-check';
import { replay, type Ledger } from '../../src/domain/engine';
import { exchangeTransactions, type ExchangeRecord } from '../../src/domain/exchanges';
import { formatMoney, toUnits } from '../../src/domain/kernel/units';
import { ledgerEvents, valueTransactions, withUserValue } from '../../src/domain/chain';
import { POLICIES } from '../chain/policies';
import { FIFO } from '../support/engine-events';

const AT = Date.UTC(2015, 1, 1);
const YEAR = 366 * 86_400_000;
const PRICES: Readonly<Record<string, string>> = {
  'bitcoin:native': '50000',
  'ethereum:native': '2000',
  'bsc:native': '500',
  'solana:native': '100',
};
type Paid = readonly [amount: string, coin: string];
type Fees = readonly Paid[];

type Deed = readonly [moved: Fees, fees: Fees, kind?: ExchangeRecord['kind']];

/** What moved, and its fees, a year after what was before. */
const recordsOf = (deeds: readonly Deed[]): ExchangeRecord[] =>
  deeds.flatMap(([moved, fees, kind = 'trade'], year) =>
    moved.map(([amount, coin], i): ExchangeRecord => {
      const [fee, feeCoin] = fees[i] ?? [];
      return {
        ...{
          id: `${year} ${i}`,
          group: `g${year}`,
          at: AT + year * YEAR,
          kind,
          coin,
          nativeCoin: coin,
          amount,
        },
        fee: fee === undefined || feeCoin === undefined ? null : { coin: feeCoin, amount: fee },
        ...{ txHash: null, address: null, depositAddress: null },
      };
    }),
  );
const valued = (records: readonly ExchangeRecord[]) =>
  valueTransactions(exchangeTransactions({ id: 'a', exchange: 'binanceus' }, records), (id, at) => {
    const usd = PRICES[id];
    return usd === undefined ? null : { usd, at, source: 'market' };
  });
const booksAfter = (deeds: readonly Deed[]): Ledger =>
  replay(ledgerEvents(valued(recordsOf(deeds)), { ...POLICIES, owned: new Set() }), FIFO);
const booksOf = (moved: Fees, fees: Fees): Ledger => booksAfter([[moved, fees]]);
const bases = ({ lots }: Ledger): string[] =>
  lots
    .filter(({ remaining }) => remaining > 0n)
    .map(({ asset, cost }) => `${asset.symbol} ${formatMoney(cost)}`);
const sales = ({ disposals }: Ledger): string[] =>
  disposals.map(({ asset, type, proceeds }) => `${asset.symbol} ${type} ${formatMoney(proceeds)}`);

const CASH_AND_COIN: Fees = [
  ['10', 'USD'],
  ['0.02', 'BNB'],
];

/** @source tax-rules 6 */
describe('fees of a trade', () => {
  const two: Fees = [
    ['-4000', 'USD'],
    ['0.04', 'BTC'],
    ['1', 'ETH'],
  ];

  it('are in the basis of two coins once', () => {
    expect(bases(booksOf(two, [['10', 'USD']]))).toEqual(['BTC 2005', 'ETH 2005']);
  });

  it('in cash and in a coin are both in the basis', () => {
    const moved: Fees = [
      ['-2000', 'USD'],
      ['1', 'ETH'],
    ];
    const ledger = booksOf(moved, CASH_AND_COIN);
    expect(bases(ledger)).toEqual(['ETH 2020']);
    expect(sales(ledger)).toEqual(['BNB fee 10']);
  });

  it('in cash and in a coin both reduce the proceeds', () => {
    const moved: Fees = [
      ['2000', 'USD'],
      ['-1', 'ETH'],
    ];
    expect(sales(booksOf(moved, CASH_AND_COIN))).toEqual(['ETH sale 1980', 'BNB fee 10']);
  });

  it('reduce the proceeds of a coin given for another, and each coin that pays is a disposal', () => {
    const moved: Fees = [
      ['-1', 'ETH'],
      ['0.04', 'BTC'],
    ];
    const fees: Fees = [
      ['0.02', 'BNB'],
      ['0.1', 'SOL'],
    ];
    const ledger = booksOf(moved, fees);
    expect(bases(ledger)).toEqual(['BTC 2000']);
    expect(sales(ledger).sort()).toEqual(['BNB fee 10', 'ETH swap 1980', 'SOL fee 10']);
  });

  it('in cash other than dollars have the value that the trade gives it', () => {
    const moved: Fees = [
      ['-1800', 'EUR'],
      ['1', 'ETH'],
    ];
    const fees: Fees = [
      ['9', 'EUR'],
      ['0.02', 'BNB'],
    ];
    expect(bases(booksOf(moved, fees))).toEqual(['ETH 2020']);
  });

  it.each<[string, Fees, Fees, string[], string[]]>([
    [
      'sale for dollars',
      [
        ['-1', 'ETH'],
        ['2000', 'USD'],
      ],
      [['9', 'EUR']],
      ['missing_price'],
      ['ETH sale 2000'],
    ],
    [
      'swap',
      [
        ['-1', 'ETH'],
        ['0.04', 'BTC'],
      ],
      [['9', 'EUR']],
      ['missing_price'],
      ['ETH swap 2000'],
    ],
    [
      'purchase for dollars',
      [
        ['1', 'ETH'],
        ['-2000', 'USD'],
      ],
      [['9', 'EUR']],
      ['missing_price'],
      [],
    ],
    [
      'sale with two fees',
      [
        ['-1', 'ETH'],
        ['2000', 'USD'],
      ],
      [
        ['10', 'USD'],
        ['9', 'EUR'],
      ],
      ['missing_price'],
      ['ETH sale 1990'],
    ],
    [
      'sale for euros',
      [
        ['-1', 'ETH'],
        ['1800', 'EUR'],
      ],
      [['9', 'EUR']],
      [],
      ['ETH sale 1990'],
    ],
  ])('in cash that nothing values mark the %s', (_name, moved, fees, flags, sold) => {
    const [transaction] = valued(recordsOf([[moved, fees]]));
    if (!transaction) throw new Error('No transaction');
    expect(transaction.flags).toEqual(flags);
    const ledger = booksOf(moved, fees);
    expect(sales(ledger)).toEqual(sold);
    expect(ledger.disposals.flatMap((one) => one.flags)).toEqual(sold.length === 0 ? [] : flags);
    // What the user states is net of it.
    expect(withUserValue(transaction, { value: toUnits('1991', 18), fees: null }).flags).toEqual(['manual']);
  });

  it('count once in all, however many coins and fees there are', () => {
    const cents = fc
      .integer({ min: 100, max: 10_000_000 })
      .map((n) => `${Math.trunc(n / 100)}.${String(n % 100).padStart(2, '0')}`);
    const coins = fc.subarray(['BTC', 'ETH', 'SOL'], { minLength: 1 });
    fc.assert(
      fc.property(cents, coins, fc.boolean(), (cash, held, isBuy) => {
        const [gives, gets] = isBuy ? ['-', ''] : ['', '-'];
        const moved: Fees = [[`${gives}${cash}`, 'USD'], ...held.map((coin): Paid => [`${gets}0.7`, coin])];
        const { lots, disposals } = booksOf(moved, [
          ['0.07', 'USD'],
          ['0.0002', 'BNB'],
        ]);
        const sold = disposals.filter(({ type }) => type === 'sale');
        const total = isBuy
          ? lots.reduce((sum, { remaining, cost }) => sum + (remaining > 0n ? cost : 0n), 0n)
          : sold.reduce((sum, { proceeds }) => sum + proceeds, 0n);
        const fees = toUnits('0.17', 18);
        expect(total).toBe(toUnits(cash, 18) + (isBuy ? fees : -fees));
      }),
    );
  });
});

/** @source tax-rules 6: a fee withheld from the token received is no gain */
describe('a fee in the coin that a trade', () => {
  const old: Deed = [
    [
      ['-1000', 'USD'],
      ['10', 'BTC'],
    ],
    [],
  ];
  const gains = ({ disposals }: Ledger): string[] =>
    disposals.map(({ asset, type, gain }) => `${asset.symbol} ${type} ${formatMoney(gain)}`);

  it('buys for cash comes out of the purchase, whose cost is the basis of the rest', () => {
    const ledger = booksAfter([
      old,
      [
        [
          ['-100000', 'USD'],
          ['2', 'BTC'],
        ],
        [['0.002', 'BTC']],
      ],
    ]);
    expect(bases(ledger)).toEqual(['BTC 1000', 'BTC 100000']);
    expect(ledger.lots.map(({ remaining }) => remaining)).toEqual([1_000_000_000n, 199_800_000n, 0n]);
    expect(sales(ledger)).toEqual(['BTC fee 100']);
    expect(gains(ledger)).toEqual(['BTC fee 0']);
  });

  it('receives for another comes out of the receipt, and reduces what the other coin is sold for', () => {
    const ledger = booksAfter([
      old,
      [
        [
          ['-25', 'ETH'],
          ['1', 'BTC'],
        ],
        [['0.001', 'BTC']],
      ],
    ]);
    expect(bases(ledger)).toEqual(['BTC 1000', 'BTC 49950']);
    expect(sales(ledger)).toEqual(['ETH swap 49950', 'BTC fee 50']);
    expect(gains(ledger)).toEqual(['ETH swap 49950', 'BTC fee 0']);
  });

  it('buys has the value of the trade, beside another fee', () => {
    const ledger = booksAfter([
      old,
      [
        [
          ['-80000', 'USD'],
          ['2', 'BTC'],
        ],
        [
          ['0.002', 'BTC'],
          ['0.02', 'BNB'],
        ],
      ],
    ]);
    expect(bases(ledger)).toEqual(['BTC 1000', 'BTC 80010']);
    expect(gains(ledger).sort()).toEqual(['BNB fee 10', 'BTC fee 0']);
  });

  it('sells takes further units in the order of the account', () => {
    const sale: Deed = [
      [
        ['-2', 'BTC'],
        ['100000', 'USD'],
      ],
      [['0.002', 'BTC']],
    ];
    expect(gains(booksAfter([old, sale]))).toEqual(['BTC sale 99700', 'BTC fee 99.8']);
  });

  it('does not buy: a reward is income in full, and its fee comes out of it', () => {
    const ledger = booksAfter([old, [[['1', 'BTC']], [['0.1', 'BTC']], 'reward']]);
    expect(ledger.income.map(({ fairMarketValue }) => formatMoney(fairMarketValue))).toEqual(['50000']);
    expect(bases(ledger)).toEqual(['BTC 1000', 'BTC 45000']);
    expect(gains(ledger)).toEqual(['BTC fee 0']);
  });

  it('brings in from elsewhere takes units in the order of the account', () => {
    expect(gains(booksAfter([old, [[['1', 'BTC']], [['0.1', 'BTC']], 'deposit']]))).toEqual(['BTC fee 4990']);
  });
});
