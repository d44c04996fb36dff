import { readExchangeTable } from '../../src/adapters/exchanges/exchange-table';
import {
  accountRecords,
  exchangeTransactions,
  type ExchangeName,
  type ExchangeRow,
} from '../../src/domain/exchanges';
import { replay, type Ledger } from '../../src/domain/engine';
import { finished } from '../../src/domain/kernel/slices';
import { formatMoney, formatUnits } from '../../src/domain/kernel/units';
import { ledgerEvents, valueTransactions, type WalletTransaction } from '../../src/domain/normalise';
import { markingAccountMatches } from '../../src/domain/overlays/transfer-matches';
import { POLICIES } from '../normalise/policies';
import { FIFO } from '../support/engine-events';

const NOW = Date.UTC(2026, 0, 1);

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
  const marked = finished(markingAccountMatches(transactions, []));
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
    expect([held(books), books.lots.map(({ asset }) => asset.symbol)]).toEqual([[], ['BTC', 'ETH']]);
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
