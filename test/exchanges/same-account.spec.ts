import { readExchangeTable } from '../../src/adapters/exchanges/exchange-table';
import {
  accountRecords,
  comparingRows,
  isSameAccount,
  recordBalances,
  type StoredExchangeRow,
} from '../../src/domain/exchanges';
import { finished } from '../../src/domain/kernel/slices';
import { sampleOf } from './samples';

const NOW = Date.UTC(2026, 0, 1);

function rowsOf(text: string): StoredExchangeRow[] {
  const reading = readExchangeTable(text, NOW, '', 'mdy');
  if ('columns' in reading) throw new Error(reading.columns.join());
  return reading.rows;
}

function isSame(file: readonly StoredExchangeRow[], held: readonly StoredExchangeRow[]): boolean {
  const times = held.map(({ at }) => at);
  const time = { first: Math.min(...times), last: Math.max(...times) };
  return isSameAccount(finished(comparingRows(file, held, time)));
}

const HEAD = 'User_ID,UTC_Time,Account,Operation,Coin,Change,Remark\n';
const deposits = (...lines: string[]) =>
  rowsOf(HEAD + lines.map((line) => `1,${line.replace(' x ', ',Spot,Deposit,')},""\n`).join(''));

describe('a file is of an account', () => {
  it('that has a row with one of its ids', () => {
    const kraken = rowsOf(sampleOf('kraken_ledgers').text);
    expect(isSame(kraken, kraken)).toBe(true);
    expect(isSame(kraken.slice(2), kraken.slice(0, 3))).toBe(true);
    expect(isSame(kraken.slice(4), kraken.slice(0, 3))).toBe(false);
    // The ledger names the trade of a row.
    expect(isSame(rowsOf(sampleOf('kraken_trades').text), kraken)).toBe(true);
  });

  it('that has its content in another layout', () => {
    const statement = rowsOf(sampleOf('binance_statement').text);
    const trades = rowsOf(
      'Date(UTC),Pair,Side,Price,Executed,Amount,Fee\n2021-01-02 10:00:00,ETHUSDT,BUY,800,0.75ETH,600USDT,0.001BNB\n',
    );
    expect(isSame(trades, statement)).toBe(true);
    expect(isSame(statement, trades)).toBe(true);
  });

  it('that has half of it in their common time', () => {
    const held = deposits(
      '2021-01-01 00:00:00 x ETH,1',
      '2021-02-01 00:00:00 x ETH,2',
      '2021-03-01 00:00:00 x ETH,3',
    );
    const later = [...held, ...deposits('2021-04-01 00:00:00 x ETH,4', '2021-05-01 00:00:00 x ETH,5')];
    expect(isSame(later, held)).toBe(true);
    expect(isSame(later.slice(1), held)).toBe(true);
    expect(isSame(held.slice(0, 1), held)).toBe(true);
  });

  it('and of no other one that got one airdrop with it', () => {
    const mine = deposits(
      '2021-01-01 00:00:00 x ETH,1',
      '2021-02-01 00:00:00 x UNI,4',
      '2021-03-01 00:00:00 x ETH,3',
    );
    const other = deposits(
      '2021-01-01 00:00:01 x BTC,1',
      '2021-02-01 00:00:00 x UNI,4',
      '2021-03-01 00:00:01 x BTC,3',
    );
    expect(isSame(mine, other)).toBe(false);
    const none = deposits('2021-01-01 00:00:01 x BTC,1');
    expect(isSame(mine, none)).toBe(false);
  });
});

it('lists of trades count once beside the statement that has them', () => {
  const trades = (line: string) => rowsOf(`Date(UTC),Pair,Side,Price,Executed,Amount,Fee\n${line}\n`);
  const statement = rowsOf(sampleOf('binance_statement').text);
  const balances = (rows: readonly StoredExchangeRow[]) => {
    const { records, repeated } = accountRecords(rows);
    return [Object.fromEntries(recordBalances(records)), repeated];
  };
  const [alone] = balances(statement);
  const listed = trades('2021-01-02 10:00:00,ETHUSDT,BUY,800,0.75ETH,600USDT,0.001BNB');
  expect(balances([...statement, ...listed])).toEqual([alone, 2]);
  const other = trades('2021-01-02 10:00:05,ETHUSDT,BUY,800,0.75ETH,600USDT,0.001BNB');
  expect(balances([...statement, ...other])).not.toEqual([alone, 0]);
});
