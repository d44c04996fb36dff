import { readExchangeTable } from '../../src/adapters/exchanges/exchange-table';
import {
  accountRecords,
  apiRow,
  exchangeTransactions,
  formatNamed,
  recordBalances,
  type ExchangeName,
  type ExchangeRow,
} from '../../src/domain/exchanges';
import { replay, type Ledger } from '../../src/domain/engine';
import { finished } from '../../src/domain/kernel/slices';
import { formatMoney, formatUnits } from '../../src/domain/kernel/units';
import { ledgerEvents, valueTransactions, type WalletTransaction } from '../../src/domain/chain';
import { applyEntries } from '../../src/domain/overlays/apply-entries';
import { markingAccountMatches, statedHash } from '../../src/domain/overlays/transfer-matches';
import { POLICIES } from '../chain/policies';
import { FIFO } from '../support/engine-events';

const NOW = Date.UTC(2026, 0, 1);
const MS = Date.UTC(2023, 0, 1);

function filed(header: string, ...lines: string[]): ExchangeRow[] {
  const reading = readExchangeTable([header, ...lines, ''].join('\n'), NOW);
  if ('columns' in reading) throw new Error(reading.columns.join());
  expect(reading.rejected).toEqual([]);
  return reading.rows;
}
const transactionsOf = (exchange: ExchangeName, rows: readonly ExchangeRow[], id = 'a') =>
  exchangeTransactions({ id, exchange }, accountRecords(rows).records);
const kinds = (transactions: readonly WalletTransaction[]): string[] =>
  transactions.map(
    ({ type, legs: [leg] }) =>
      `${type} ${leg ? `${formatUnits(leg.quantity, leg.asset.decimals)} ${leg.asset.symbol}` : ''}`,
  );
const booksOf = (transactions: readonly WalletTransaction[]): Ledger => {
  const marked = finished(markingAccountMatches(transactions, [], new Set()));
  const valued = valueTransactions([...marked], () => null);
  return replay(ledgerEvents(valued, { ...POLICIES, owned: new Set() }), FIFO);
};
/** The open lots: place, units, basis. */
const held = ({ lots }: Ledger): string[] =>
  lots
    .filter(({ remaining }) => remaining > 0n)
    .map(
      ({ asset, remaining, cost, wallet, isUntracked }) =>
        `${wallet} ${formatUnits(remaining, asset.decimals)} ${asset.symbol} ${isUntracked ? 'untracked' : formatMoney(cost)}`,
    );
const sold = ({ disposals }: Ledger): string[] =>
  disposals.map(({ asset, type, gain }) => `${asset.symbol} ${type} ${formatMoney(gain)}`);

/** @source exchanges.md 2, 4 */
describe('Coinbase Pro', () => {
  const PRO = 'portfolio,type,time,amount,balance,amount/balance unit,transfer id,trade id,order id';
  const MAIN =
    'ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes';
  const bought = [
    'default,match,2020-01-02T00:00:00.000Z,-7035,0,USD,,1,o1',
    'default,match,2020-01-02T00:00:00.000Z,1,1,BTC,,1,o1',
  ];
  const sent = 'default,withdrawal,2020-02-01T10:00:05.000Z,-1,0,BTC,t1,,';
  const received = 'default,deposit,2020-03-01T00:00:00.000Z,2,2,ETH,t2,,';
  const sale = [
    'default,match,2020-04-01T00:00:00.000Z,-2,0,ETH,,2,o2',
    'default,match,2020-04-01T00:00:00.000Z,2000,2000,USD,,2,o2',
  ];
  const pro = (...lines: string[]) => filed(PRO, ...bought, ...lines);
  const main = (...lines: string[]) => filed(MAIN, ...lines);
  const toMain =
    '1,2020-02-01 10:00:00 UTC,Pro Withdrawal,BTC,1,USD,9000,9000,9000,0,Withdrew 1 BTC from Coinbase Pro';
  const toPro = '2,2020-02-29 23:59:50 UTC,Pro Deposit,ETH,2,USD,200,400,400,0,Transferred to Coinbase Pro';
  const mainBuy = '3,2020-02-20 00:00:00 UTC,Buy,ETH,2,USD,200,400,400,0,Bought 2 ETH';

  it('sends units to a wallet and receives some: its statement has both ends', () => {
    const transactions = transactionsOf('coinbase', pro(sent, received, ...sale));
    expect(kinds(transactions)).toEqual([
      'buy 1 BTC',
      'transfer_out 1 BTC',
      'transfer_in 2 ETH',
      'sell 2 ETH',
    ]);
    const books = booksOf(transactions);
    // What it sent is held until its other end is known.
    expect(held(books)).toEqual(['exchange:a>withdrawn 1 BTC 7035']);
    expect(books.lots.map(({ asset }) => asset.symbol)).toEqual(['BTC', 'BTC', 'ETH']);
  });

  it('and Coinbase in one account move units inside it', () => {
    const rows = [...pro(sent, received, ...sale), ...main(toMain, mainBuy, toPro)];
    const transactions = transactionsOf('coinbase', rows);
    expect(kinds(transactions)).toEqual(['buy 1 BTC', 'buy 2 ETH', 'sell 2 ETH']);
    expect(sold(booksOf(transactions))).toEqual(['ETH sale 1600']);
    expect(held(booksOf(transactions))).toEqual(['exchange:a 1 BTC 7035']);
  });

  it('and Coinbase in two accounts are both ends of a transfer', () => {
    const books = booksOf([
      ...transactionsOf('coinbase', pro(sent, received, ...sale), 'p'),
      ...transactionsOf('coinbase', main(toMain, mainBuy, toPro), 'm'),
    ]);
    expect(sold(books)).toEqual(['ETH sale 1600']);
    expect(held(books)).toEqual(['exchange:m 1 BTC 7035']);
  });

  it('without its rows holds what Coinbase sent there, and returns it', () => {
    const back =
      '4,2020-05-01 00:00:00 UTC,Pro Withdrawal,ETH,1.5,USD,200,300,300,0,Withdrew from Coinbase Pro';
    const there = booksOf(transactionsOf('coinbase', main(mainBuy, toPro)));
    expect([sold(there), held(there)]).toEqual([[], ['exchange:a>Coinbase Pro 2 ETH 400']]);
    const again = booksOf(transactionsOf('coinbase', main(toMain, mainBuy, toPro, back)));
    expect(sold(again)).toEqual([]);
    expect(held(again)).toEqual([
      'exchange:a 1 BTC untracked',
      'exchange:a>Coinbase Pro 0.5 ETH 100',
      'exchange:a 1.5 ETH 300',
    ]);
  });

  it('keeps the identity of its rows, so that a file of an earlier release counts once', () => {
    expect(pro(sent, received).map(({ key }) => key)).toEqual([
      'ledger:1577923200000|trade|USD|-7035|#0',
      'ledger:1577923200000|trade|BTC|1|#0',
      'ledger:1580551205000|internal|BTC|-1|#0',
      'ledger:1583020800000|internal|ETH|2|#0',
    ]);
  });
});

/** @source coverage.md 2.12 */
describe('the statement of Binance', () => {
  const HEADER = 'User_ID,UTC_Time,Account,Operation,Coin,Change,Remark';
  const MOVE = 'Transfer Between Spot Account and UM Futures Account';
  const spot = [
    `1,2023-01-01 00:00:00,Spot,${MOVE},USDT,-100,`,
    `1,2023-02-01 00:00:00,Spot,${MOVE},USDT,130,`,
  ];
  const futures = [
    `1,2023-01-01 00:00:01,USD-M Futures,${MOVE},USDT,100,`,
    '1,2023-01-15 00:00:00,USD-M Futures,Realized Profit and Loss,USDT,30,',
    `1,2023-02-01 00:00:00,USD-M Futures,${MOVE},USDT,-130,`,
  ];

  it('of the spot account has the result in what comes back', () => {
    expect(kinds(transactionsOf('binance', filed(HEADER, ...spot)))).toEqual([
      'stake 100 USDT',
      'unstake 130 USDT',
    ]);
  });

  it('of both accounts has the results, and moves inside the account', () => {
    const transactions = transactionsOf('binance', filed(HEADER, ...spot, ...futures));
    expect(transactions.map(({ rule }) => rule)).toEqual(['exchange-margin']);
  });
});

/** A place that has no rows in the account: units go there and come back. */
describe('a part of an exchange without rows', () => {
  const APP =
    'Timestamp (UTC),Transaction Description,Currency,Amount,To Currency,To Amount,Native Currency,Native Amount,Native Amount (in USD),Transaction Kind,Transaction Hash';

  it('is the exchange of Crypto.com', () => {
    const rows = filed(
      APP,
      '2022-05-01 10:00:00,Buy BTC,BTC,1,,,USD,30000,30000,crypto_purchase,',
      '2022-05-02 10:00:00,To Exchange,BTC,-1,,,USD,30000,30000,crypto_to_exchange_transfer,',
      '2022-05-03 10:00:00,From Exchange,BTC,0.25,,,USD,30000,30000,exchange_to_crypto_transfer,',
      '2022-05-04 10:00:00,From Exchange,ETH,10,,,USD,30000,30000,exchange_to_crypto_transfer,',
    );
    const transactions = transactionsOf('cryptocom', rows);
    expect(kinds(transactions)).toEqual([
      'buy 1 BTC',
      'transfer_out 1 BTC',
      'transfer_in 0.25 BTC',
      'transfer_in 10 ETH',
    ]);
    expect([sold(booksOf(transactions)), held(booksOf(transactions))]).toEqual([
      [],
      [
        'exchange:a>Crypto.com Exchange 0.75 BTC 22500',
        'exchange:a 0.25 BTC 7500',
        'exchange:a 10 ETH untracked',
      ],
    ]);
  });

  const okx = (type: string, balChg: string): ExchangeRow => {
    const format = formatNamed('okx_api_bills');
    if (!format) throw new Error('No layout');
    return apiRow(format, { billId: type, ccy: 'ETH', balChg, type, ts: String(MS + Number(type)) });
  };

  it('is a sub-account of OKX, and not its trading account', () => {
    const rows = [okx('20', '-1'), okx('21', '1.5'), okx('83', '2'), okx('131', '-1')];
    const books = booksOf(transactionsOf('okx', rows));
    expect(kinds(transactionsOf('okx', rows))).toEqual([
      'transfer_out 1 ETH',
      'transfer_in 1.5 ETH',
      'income 2 ETH',
    ]);
    expect(books.income).toHaveLength(1);
  });

  const GEMINI =
    'Date,Time (UTC),Type,Symbol,Specification,Liquidity Indicator,USD Amount USD,GUSD Amount GUSD,Trade ID,Tx Hash,Withdrawal Destination';
  const history = [
    '2021-01-01,00:00:00,Buy,GUSDUSD,Market,Taker,($100.00),100 GUSD,1,,',
    '2021-02-01,00:00:00,Debit,GUSD,Earn Transfer,,,(100 GUSD),,,',
    '2021-03-01,00:00:00,Credit,GUSD,Earn Redemption,,,101 GUSD,,,',
  ];
  const earn = [
    '2021-02-01,00:01:00,Credit,GUSD,Earn Deposit,,,100 GUSD,,,',
    '2021-02-20,00:00:00,Interest Credit,GUSD,,,,1 GUSD,,,',
    '2021-03-01,00:01:00,Debit,GUSD,Earn Redemption,,,(101 GUSD),,,',
  ];

  it('is Earn of Gemini: what comes back beyond the deposit is interest', () => {
    const transactions = transactionsOf('gemini', filed(GEMINI, ...history));
    expect(kinds(transactions)).toEqual(['buy 100 GUSD', 'stake 100 GUSD', 'unstake 101 GUSD']);
    const { income, lots } = booksOf(transactions);
    expect(income.map(({ type, quantity }) => [type, quantity])).toEqual([['interest', 100n]]);
    expect(lots.some(({ isUntracked }) => isUntracked)).toBe(false);
  });

  it('has its interest once where its rows are known', () => {
    const transactions = transactionsOf('gemini', filed(GEMINI, ...history, ...earn));
    expect(kinds(transactions)).toEqual(['buy 100 GUSD', 'income 1 GUSD']);
  });

  it('has its interest once where the API lists it', () => {
    const format = formatNamed('gemini_api_earn');
    if (!format) throw new Error('No layout');
    const listed = ['Deposit 100', 'Interest 1', 'Redeem 101'].map((text, index) => {
      const [transactionType = '', amount = ''] = text.split(' ');
      const dateTime = String(Date.UTC(2021, 1 + index, 1, 0, 1));
      return apiRow(format, {
        transactionId: String(index),
        ...{ transactionType, amount, amountCurrency: 'GUSD', dateTime },
      });
    });
    const rows = [...filed(GEMINI, ...history), ...listed];
    const transactions = transactionsOf('gemini', rows);
    expect(kinds(transactions)).toEqual(['buy 100 GUSD', 'income 1 GUSD']);
    expect(Object.fromEntries(recordBalances(accountRecords(rows).records))).toEqual({
      GUSD: '101',
      USD: '-100',
    });
  });

  it('is not stated by KuCoin: a transfer without its other row is listed', () => {
    const HEADER = 'UID,Account Type,Currency,Side,Amount,Fee,Time(UTC+00:00),Remark';
    const unknownOf = (...lines: string[]) => {
      const reading = readExchangeTable([HEADER, ...lines, ''].join('\n'), NOW);
      if ('columns' in reading) throw new Error(reading.columns.join());
      expect(transactionsOf('kucoin', reading.rows)).toEqual([]);
      return reading.unknown;
    };
    const out = '1,Main,USDT,Withdrawal,100,0,2023-01-01 00:00:00,Transfer';
    const into = '1,Trade,USDT,Deposit,100,0,2023-01-01 00:00:00,Transfer';
    const back = '1,Main,USDT,Deposit,130,0,2023-02-01 00:00:00,Transfer';
    expect(unknownOf(out, into)).toEqual([]);
    expect(unknownOf(out, back)).toEqual([{ name: 'transfer', count: 2 }]);
  });

  it.each([
    ['Main and Funding Account Transfer', 'Binance Funding'],
    ['Transfer Between Spot and Strategy Account', 'Binance Strategy'],
  ])('is in the statement of Binance: %s', (operation, place) => {
    const HEADER = 'User_ID,UTC_Time,Account,Operation,Coin,Change,Remark';
    const out = `1,2023-01-02 00:00:00,Spot,${operation},BTC,-1,`;
    const back = `1,2023-01-03 00:00:00,Spot,${operation},BTC,1.5,`;
    const deposit = '1,2023-01-01 00:00:00,Spot,Distribution,BTC,1,';
    const there = booksOf(transactionsOf('binance', filed(HEADER, deposit, out)));
    expect(held(there)).toEqual([`exchange:a>${place} 1 BTC 0`]);
    const again = booksOf(transactionsOf('binance', filed(HEADER, deposit, out, back)));
    expect(held(again)).toEqual(['exchange:a 0.5 BTC untracked', 'exchange:a 1 BTC 0']);
    const whole = filed(HEADER, deposit, out, `1,2023-01-02 00:00:00,Other,${operation},BTC,1,`);
    expect(kinds(transactionsOf('binance', whole))).toEqual(['income 1 BTC']);
  });
});

/** @source api.md 1.12: a transfer that its owner states as external is a disposal of the stated type */
describe('a transfer to a place of the owner, stated as external', () => {
  const HEADER = 'User_ID,UTC_Time,Account,Operation,Coin,Change,Remark';
  const MOVE = 'Main and Funding Account Transfer';

  it('leaves for good, and no place', () => {
    const [bought, moved] = transactionsOf(
      'binance',
      filed(
        HEADER,
        '1,2023-01-01 00:00:00,Spot,Buy,BTC,1,',
        '1,2023-01-01 00:00:00,Spot,Transaction Related,USD,-100,',
        `1,2023-01-02 00:00:00,Spot,${MOVE},BTC,-1,`,
      ),
    );
    const leg = moved?.legs[0];
    if (!bought || !moved || !leg) throw new Error('No move');
    const events = ledgerEvents(
      valueTransactions([bought, moved], () => null),
      {
        ...POLICIES,
        owned: new Set(),
      },
    );
    const stated = applyEntries(events, [
      {
        kind: 'disposal_entry',
        id: 'e',
        wallet: moved.wallet,
        assetId: leg.asset.id,
        asset: leg.asset,
        quantity: leg.quantity,
        at: moved.at,
        type: 'sale',
        proceeds: 500n * 10n ** 18n,
        fees: 0n,
        txHash: statedHash(moved),
        value: null,
        recipient: null,
      },
    ]);
    const books = replay(stated, FIFO);
    expect([sold(books), held(books)]).toEqual([['BTC sale 400'], []]);
    expect(held(replay(events, FIFO))).toEqual(['exchange:a>Binance Funding 1 BTC 100']);
  });
});
