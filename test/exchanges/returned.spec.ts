import { accountRecords } from '../../src/domain/exchanges';
import { fileBooks, HEADERS } from './told-books';

/** Rows of a generic file: `day,kind,coin,amount,id,value`. */
const generic = (...rows: string[]) => [
  HEADERS.other,
  ...rows.map((row) => {
    const [day, kind, coin, amount, id, value = ''] = row.split(',');
    return `${day}T00:00:00Z,${kind},${coin},${amount},,,${id},,${value}`;
  }),
];
const cdc = (...rows: string[]) => [
  HEADERS.cryptocom,
  ...rows.map((row) => {
    const [day, amount, value, kind] = row.split(',');
    return `${day} 10:00:00,Card,CRO,${amount},,,USD,${value},${value},${kind},`;
  }),
];

describe('income that an exchange takes back', () => {
  it.each([
    [
      'a staking reward below zero of Binance.US',
      'binanceus',
      [
        HEADERS.binanceus,
        '1,2023-02-01 03:00:00,Distribution,Staking Rewards,1,204,ADA,1,0.30,,,,,,,,,,Wallet,,',
        '1,2023-02-02 03:00:00,Distribution,Staking Rewards,1,205,ADA,-0.25,-0.075,,,,,,,,,,Wallet,,',
      ],
      ['2023-02-01 staking_reward 0.75 ADA 0.225 stated_by_exchange'],
      ['0.75 ADA for 0.23'],
    ],
    [
      'cashback of Crypto.com, by its own amount although others came later',
      'cryptocom',
      cdc(
        '2023-01-01,10,1.00,referral_card_cashback',
        '2023-02-01,30,3.30,referral_card_cashback',
        '2023-03-01,-10,-1.20,card_cashback_reverted',
      ),
      ['2023-02-01 other 30 CRO 3.3 stated_by_exchange'],
      ['30 CRO for 3.30'],
    ],
    [
      'more than the last reward, in a generic file',
      'other',
      generic(
        '2023-01-01,reward,SOL,1,a,20',
        '2023-01-02,reward,SOL,2,b,42',
        '2023-01-03,reward,SOL,-2.5,c,50',
      ),
      // 2 of the later one, 0.5 of the one before.
      ['2023-01-01 staking_reward 0.5 SOL 10 stated_by_exchange'],
      ['0.5 SOL for 10.00'],
    ],
    [
      'in cash',
      'other',
      generic('2023-01-01,interest,USD,10,a', '2023-01-02,interest,USD,-4,b'),
      ['2023-01-01 interest 6 USD 6 '],
      [],
    ],
    [
      'a reward of KuCoin on the other side',
      'kucoin',
      [
        HEADERS.kucoin,
        '1,mainAccount,ETH,Deposit,1,0,2023-01-01 00:00:00,Staking Rewards',
        '1,mainAccount,ETH,Withdrawal,0.4,0,2023-01-05 00:00:00,Staking Rewards',
      ],
      ['2023-01-01 staking_reward 0.6 ETH missing '],
      ['0.6 ETH for 0.00'],
    ],
    [
      'a reward of Gemini, by the words of a debit',
      'gemini',
      [
        HEADERS.gemini,
        '2023-01-01,00:00:00,Credit,BTC,Deposit (Gemini Credit Card Reward Payout BTC),,,0.001,',
        '2023-01-09,00:00:00,Debit,BTC,Gemini Credit Card Reward Reversal,,,(0.001),',
      ],
      [],
      [],
    ],
    [
      'a reward of Binance',
      'binance',
      [
        HEADERS.binance,
        '1,2023-01-01 00:00:00,Spot,Card Cashback,BNB,0.02,',
        '1,2023-01-09 00:00:00,Spot,Card Cashback,BNB,-0.005,',
      ],
      ['2023-01-01 other 0.015 BNB missing '],
      ['0.015 BNB for 0.00'],
    ],
  ] as const)('lowers it, and its units leave: %s', (_, exchange, lines, income, held) => {
    const books = fileBooks(exchange, lines);
    expect([books.income, books.held, books.sales, books.unknown]).toEqual([income, held, [], []]);
    expect(books.rejected).toEqual([]);
  });

  it('is no income where another coin comes for it at once: the coin has a new name', () => {
    const { income, held, unknown } = fileBooks('binance', [
      HEADERS.binance,
      '1,2023-01-01 00:00:00,Spot,Buy,OLD,10,',
      '1,2023-01-01 00:00:00,Spot,Transaction Related,EUR,-90,',
      '1,2023-02-01 00:00:00,Spot,Distribution,OLD,-10,',
      '1,2023-02-01 00:00:00,Spot,Distribution,NEW,1000,',
    ]);
    expect([income, held, unknown]).toEqual([[], ['1000 NEW for 0.00'], []]);
  });

  it('names the event that a later row lowered', () => {
    const { transactions } = fileBooks(
      'other',
      generic('2023-01-01,reward,SOL,1,a,20', '2023-01-02,reward,SOL,-0.5,b,12'),
    );
    expect(transactions.map(({ rule }) => rule)).toEqual(['exchange-returned']);
  });

  it.each([
    ['of an earlier year', '2022-12-31,reward,SOL,1,a,20'],
    ['of another coin', '2023-01-01,reward,ETH,1,a,20'],
    ['of another kind', '2023-01-01,airdrop,SOL,1,a,20'],
    ['that came later', '2023-06-01,reward,SOL,1,a,20'],
  ])('is listed, and no income is lowered, where it is income %s', (_, row) => {
    const { income, unknown, transactions } = fileBooks(
      'other',
      generic(row, '2023-01-02,reward,SOL,-0.5,b,12'),
    );
    expect(income).toHaveLength(1);
    expect(income[0]).toMatch(/ 1 (SOL|ETH) 20 /);
    expect(unknown).toEqual(['reward taken back']);
    expect(transactions.find(({ legs }) => legs[0]?.direction === 'out')).toMatchObject({
      type: 'transfer_out',
      flags: ['classification_uncertain'],
    });
  });

  it('lowers income of its year in the zone of the reports', () => {
    // Half past midnight UTC is the evening of the day before in New York.
    const unknownIn = (timezone: string, ...days: string[]) => {
      const [given, back] = days.map((day, i) => `${day}Z,reward,SOL,${i === 0 ? 1 : -1},,,${day},,20`);
      const { rows } = fileBooks('other', [HEADERS.other, given ?? '', back ?? '']);
      return [...accountRecords(rows, timezone).unknown.keys()];
    };
    const [before, at, after] = [
      '2022-12-31T12:00:00',
      '2023-01-01T00:30:00',
      '2023-01-01T12:00:00',
    ] as const;
    expect(unknownIn('UTC', at, after)).toEqual([]);
    expect(unknownIn('America/New_York', at, after)).toEqual(['reward taken back']);
    expect(unknownIn('UTC', before, at)).toEqual(['reward taken back']);
    expect(unknownIn('America/New_York', before, at)).toEqual([]);
  });

  it('is not a payment, which is a disposal', () => {
    const { sales } = fileBooks(
      'other',
      generic('2023-01-01,reward,SOL,1,a,20', '2023-01-02,spend,SOL,1,b,25'),
    );
    expect(sales).toEqual(['2023-01-02 spend 1 SOL 25.00 20.00']);
  });

  it('is a payment that comes back, too', () => {
    const books = fileBooks(
      'cryptocom',
      cdc('2023-01-01,-50,-5,crypto_payment', '2023-01-03,50,5.2,crypto_payment_refund'),
    );
    expect([books.sales, books.held, books.unknown]).toEqual([[], [], []]);
  });
});
