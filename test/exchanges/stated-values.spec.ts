import { readExchangeTable } from '../../src/adapters/exchanges/exchange-table';
import { accountRecords } from '../../src/domain/exchanges';
import { booksOf, fileBooks, HEADERS } from './told-books';

describe('dollars that a row states', () => {
  const coinbase = (line: string, header: string = HEADERS.coinbase) => [header, line];
  const bus = (cells: Record<string, string>) =>
    HEADERS.binanceus
      .split(',')
      .map((name) => cells[name] ?? '')
      .join(',');
  const row = (cells: Record<string, string>) =>
    bus({ User_Id: '1', Time: '2024-02-01 03:00:00', Transaction_Id: '9', ...cells });

  it.each([
    [
      'the subtotal of Coinbase',
      'coinbase',
      coinbase('a,2024-02-05 00:00:00 UTC,Staking Income,SOL,0.05,USD,$111.11,$5.56,$5.56,$0.00,'),
      '2024-02-05 staking_reward 0.05 SOL 5.56 stated_by_exchange',
    ],
    [
      'the price of Coinbase, where the sums are empty',
      'coinbase',
      coinbase('2020-05-01T10:00:00Z,Coinbase Earn,COMP,0.05,150.00,"","","",Received', HEADERS.coinbase2020),
      '2020-05-01 airdrop 0.05 COMP 7.5 stated_by_exchange',
    ],
    [
      'the price of Coinbase, where the sums are rounded to nothing',
      'coinbase',
      coinbase('a,2024-02-05 00:00:00 UTC,Staking Income,SOL,0.00002,USD,$100.00,$0.00,$0.00,$0.00,'),
      '2024-02-05 staking_reward 0.00002 SOL 0.002 stated_by_exchange',
    ],
    [
      'the column in dollars of Crypto.com, beside another currency',
      'cryptocom',
      [HEADERS.cryptocom, '2024-08-01 10:00:00,CRO Rewards,CRO,1.5,,,EUR,0.14,0.15,mco_stake_reward,'],
      '2024-08-01 staking_reward 1.5 CRO 0.15 stated_by_exchange',
    ],
    [
      'the value column of Binance.US',
      'binanceus',
      [
        HEADERS.binanceus,
        row({
          Category: 'Distribution',
          Operation: 'Staking Rewards',
          Primary_Asset: 'ADA',
          Realized_Amount_For_Primary_Asset: '1',
          Realized_Amount_For_Primary_Asset_In_USD_Value: '0.30',
        }),
      ],
      '2024-02-01 staking_reward 1 ADA 0.3 stated_by_exchange',
    ],
    [
      'value_usd of a generic file',
      'other',
      [HEADERS.other, '2024-02-05T00:00:00Z,interest,CRO,3,,,a,,1.25'],
      '2024-02-05 interest 3 CRO 1.25 stated_by_exchange',
    ],
  ] as const)('are the value of income before any market price: %s', (_, exchange, lines, income) => {
    expect(fileBooks(exchange, lines, { SOL: '999', COMP: '999' }).income).toEqual([income]);
  });

  it('are those of the API of Coinbase too', () => {
    const body = {
      id: 'r',
      type: 'staking_reward',
      status: 'completed',
      created_at: '2024-02-05T00:00:00Z',
      'amount.amount': '0.05',
      'amount.currency': 'SOL',
      'native_amount.amount': '5.56',
      'native_amount.currency': 'USD',
    };
    const rows = [{ format: 'coinbase_api_transactions', key: 'ledger:r', body }];
    expect(booksOf('coinbase', rows).income).toEqual([
      '2024-02-05 staking_reward 0.05 SOL 5.56 stated_by_exchange',
    ]);
  });

  it('are those of the price of the API of Gemini', () => {
    const body = {
      transactionId: 'r',
      transactionType: 'Interest',
      dateTime: '1707091200000',
      amount: '0.5',
      amountCurrency: 'ETH',
      priceAmount: '2300',
      priceCurrency: 'USD',
    };
    const rows = [{ format: 'gemini_api_earn', key: 'ledger:earn:r', body }];
    expect(booksOf('gemini', rows).income).toEqual(['2024-02-05 interest 0.5 ETH 1150 stated_by_exchange']);
  });

  it.each([
    ['in another currency', 'a,2024-02-05 00:00:00 UTC,Staking Income,SOL,0.05,EUR,€100,€5,€5,€0,'],
    ['of zero', 'a,2024-02-05 00:00:00 UTC,Staking Income,SOL,0.05,USD,$0,$0,$0,$0,'],
    ['that are none', 'a,2024-02-05 00:00:00 UTC,Staking Income,SOL,0.05,USD,?,?,?,$0,'],
  ])('are none %s: the market price counts', (_, line) => {
    expect(fileBooks('coinbase', coinbase(line), { SOL: '100' }).income).toEqual([
      '2024-02-05 staking_reward 0.05 SOL 5 market',
    ]);
  });

  const prices = { BTC: '50000', ETH: '2500' };

  it('are the value of both sides of a trade of two coins, less the costs of what is received', () => {
    const { sales, held, transactions } = fileBooks(
      'coinbase',
      [
        HEADERS.coinbase,
        'a,2021-05-10 10:00:00 UTC,Buy,ETH,2,USD,$3000,$6000,$6000,$0,Bought 2 ETH for 6000 USD',
        'b,2021-09-10 10:00:00 UTC,Convert,ETH,-1,USD,$3200,-$3200,-$3190,$10,Converted 1 ETH to 0.06 BTC',
        'c,2021-09-11 10:00:00 UTC,Advanced Trade Sell,ETH,-1,USD,$3200,-$3200,-$3184,$16,Sold 1 ETH for 0.0597 BTC on ETH-BTC at 0.06 BTC/ETH',
      ],
      prices,
    );
    expect(sales).toEqual([
      '2021-09-10 swap 1 ETH 3190.00 3000.00',
      '2021-09-11 swap 1 ETH 3184.00 3000.00',
      expect.stringMatching(/^2021-09-11 fee 0.0003 BTC/),
    ]);
    expect(held).toEqual(['0.1197 BTC for 6374.00']);
    expect(transactions.flatMap(({ legs }) => legs.flatMap(({ price }) => price?.source ?? []))).toEqual([
      'trade',
      ...Array<string>(4).fill('stated_by_exchange'),
    ]);
  });

  it('are below cash, which is what was paid', () => {
    const { sales } = fileBooks('binanceus', [
      HEADERS.binanceus,
      row({
        Category: 'Spot Trading',
        Operation: 'Sell',
        Base_Asset: 'AVAX',
        Realized_Amount_For_Base_Asset: '3',
        Realized_Amount_For_Base_Asset_In_USD_Value: '46',
        Quote_Asset: 'USD',
        Realized_Amount_For_Quote_Asset_In_USD_Value: '44',
      }),
    ]);
    expect(sales).toEqual(['2024-02-01 sale 3 AVAX 44.00 0.00']);
  });

  it.each(['USD', 'USDT'])('are the quantity of %s where the row has none', (quote) => {
    const { held, sales } = fileBooks('binanceus', [
      HEADERS.binanceus,
      row({
        Category: 'Spot Trading',
        Operation: 'Buy',
        Base_Asset: 'BTC',
        Realized_Amount_For_Base_Asset: '0.01',
        Realized_Amount_For_Base_Asset_In_USD_Value: '301',
        Quote_Asset: quote,
        Realized_Amount_For_Quote_Asset_In_USD_Value: '300',
        Fee_Asset: 'BNB',
        Realized_Amount_For_Fee_Asset: '0.001',
        Realized_Amount_For_Fee_Asset_In_USD_Value: '0.25',
      }),
    ]);
    expect(held.find((line) => line.includes('BTC'))).toMatch(
      quote === 'USD' ? /for 300.25$/ : /for 300.00$/,
    );
    expect(sales).toContain('2024-02-01 fee 0.001 BNB 0.25 0.00');
  });

  it('are the value of a payment', () => {
    const { sales } = fileBooks('cryptocom', [
      HEADERS.cryptocom,
      '2024-01-01 10:00:00,USD -> CRO,USD,-100.00,CRO,1000,USD,100,100,viban_purchase,',
      '2024-02-01 10:00:00,Pay a shop,CRO,-100,,,USD,-12.5,-12.5,crypto_payment,',
    ]);
    expect(sales).toEqual(['2024-02-01 spend 100 CRO 12.50 10.00']);
  });
});

describe('a trade of Coinbase whose notes do not name the amount of the other coin', () => {
  const books = (...lines: string[]) => fileBooks('coinbase', [HEADERS.coinbase, ...lines]);

  it.each([
    [
      'd,2021-10-10 10:00:00 UTC,Advanced Trade Sell,ETH,-1,USD,$3100,-$3100,-$3081.40,$18.60,Sold 1 ETH for 3081.40 USD on ETH-BTC',
      ['2021-10-10 sale 1 ETH 3081.40 0.00'],
      [],
    ],
    [
      'd,2021-10-10 10:00:00 UTC,Advanced Trade Buy,ETH,1,USD,$3100,$3100,$3118.60,$18.60,Bought 1 ETH on ETH-BTC',
      [],
      ['1 ETH for 3100.00'],
    ],
  ])('is there with the dollars of the row, and is listed: %s', (line, sales, held) => {
    const found = books(line);
    expect([found.sales, found.held, found.rejected]).toEqual([sales, held, []]);
    expect(found.unknown).toEqual([
      expect.stringMatching(/^advanced trade (buy|sell) on ETH-BTC without the amount in BTC$/),
    ]);
    expect(found.transactions[0]?.flags).toContain('classification_uncertain');
  });

  it('is rejected where the row has no dollars either', () => {
    const { rejected } = books(
      'd,2021-10-10 10:00:00 UTC,Advanced Trade Sell,ETH,-1,EUR,,,,,Sold 1 ETH on ETH-BTC',
    );
    expect(rejected).toEqual(['The notes do not name the amount in BTC']);
  });
});

describe('the dollars that layouts of other exchanges state', () => {
  it.each([
    [
      'Cash App',
      'Date,Transaction ID,Transaction Type,Currency,Amount,Fee,Net Amount,Asset Type,Asset Price,Asset Amount,Status,Notes\n2023-12-08 09:57:00 PST,a4,Bitcoin Boost,USD,$1.07,$0,$1.07,BTC,"$40,000.00",0.000025,COMPLETE,\n',
      '1.07',
    ],
    [
      'PayPal',
      'DateTime,Transaction Type,Asset In (Quantity),Asset In (Currency),Asset Out (Quantity),Asset Out (Currency),Transaction Fee (Quantity),Transaction Fee (Currency),Market Value (USD)\n2023-08-01T10:00:00Z,REWARD,0.002,BTC,,,,,61.5\n',
      '61.5',
    ],
    [
      'Koinly',
      'Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency,Net Worth Amount,Net Worth Currency,Label,Description,TxHash\n2024-04-02 10:00:00,,,0.5,SOL,,,93.5,USD,reward,,\n',
      '93.5',
    ],
    [
      'Strike',
      'Reference,Date & Time (UTC),Transaction Type,Amount USD,Fee USD,Amount BTC,Fee BTC,BTC Price,Cost Basis (USD),Destination,Description,Transaction Hash,Note\nr1,Jan 14 2025 08:25:16,Referral,25.00,,0.00025,,100000,,,,,\n',
      '25',
    ],
  ])('are the value of income: %s', (_, text, valueUsd) => {
    const reading = readExchangeTable(text, Date.UTC(2026, 0, 1));
    if ('columns' in reading) throw new Error(reading.columns.join());
    expect(accountRecords(reading.rows).records.map((record) => record.valueUsd)).toEqual([valueUsd]);
  });
});
