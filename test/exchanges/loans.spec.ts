import { readExchangeTable } from '../../src/adapters/exchanges/exchange-table';
import { replay } from '../../src/domain/engine';
import { accountRecords, exchangeTransactions } from '../../src/domain/exchanges';
import { formatMoney, formatUnits } from '../../src/domain/kernel/units';
import { ledgerEvents, valueTransactions } from '../../src/domain/normalise';
import { POLICIES } from '../normalise/policies';
import { FIFO } from '../support/engine-events';

const ACCOUNT = { id: '00000000-0000-4000-8000-0000000000aa', exchange: 'binance' } as const;
const HEADER = 'User_ID,UTC_Time,Account,Operation,Coin,Change,Remark';
/** USD of a BTC by month. */
const PRICES: Readonly<Record<string, string>> = { '2023-01': '30000', '2023-02': '20000' };

function booksOf(...lines: string[]) {
  const text = [HEADER, ...lines.map((line) => `1,${line},""`), ''].join('\n');
  const reading = readExchangeTable(text, Date.UTC(2026, 0, 1));
  if ('columns' in reading) throw new Error(reading.columns.join());
  const { records, unknown } = accountRecords(reading.rows);
  const transactions = valueTransactions(exchangeTransactions(ACCOUNT, records), (id, at) => {
    const usd = id === 'bitcoin:native' ? PRICES[new Date(at).toISOString().slice(0, 7)] : '1';
    return usd === undefined ? null : { usd, at, source: 'market' };
  });
  const { lots, disposals, income } = replay(
    ledgerEvents(transactions, { ...POLICIES, owned: new Set() }),
    FIFO,
  );
  return {
    unknown: [...unknown.keys()],
    keys: reading.rows.map(({ key }) => key),
    types: transactions.map(({ type }) => type),
    income: income.length,
    untracked: lots.filter(({ isUntracked }) => isUntracked).length,
    held: lots
      .filter(({ remaining }) => remaining > 0n)
      .map(({ asset, remaining }) => `${formatUnits(remaining, asset.decimals)} ${asset.symbol}`),
    rows: disposals.map(
      ({ asset, type, quantity, gain }) =>
        `${formatUnits(quantity, asset.decimals)} ${asset.symbol} ${type} ${formatMoney(gain)}`,
    ),
  };
}

/** @source tax-rules 10.6 */
describe('a loan of Binance', () => {
  it.each([
    ['Margin loan', 'Margin Repayment'],
    ['Isolated Margin Loan', 'Isolated Margin Repayment'],
    ['Margin Loan', 'Cross Margin Liquidation - Repayment'],
    ['Flexible Loan - Lending', 'Flexible Loan - Repayment'],
    ['Crypto Loan - Borrow', 'Crypto Loan - Repayment'],
  ])('is no income and no receipt of unknown origin: %s, %s', (borrow, repay) => {
    // One second holds the loan and the trade that it is for, and the trade and the payment that it is for.
    const { unknown, types, income, untracked, held, rows } = booksOf(
      '2023-01-05 00:00:00,Cross Margin,Transaction Sold,BTC,-1',
      '2023-01-05 00:00:00,Cross Margin,Transaction Revenue,USDT,30000',
      `2023-01-05 00:00:00,Cross Margin,${borrow},BTC,1`,
      `2023-02-05 00:00:00,Cross Margin,${repay},BTC,-1.01`,
      '2023-02-05 00:00:00,Cross Margin,Transaction Buy,BTC,1.01',
      '2023-02-05 00:00:00,Cross Margin,Transaction Spend,USDT,-20200',
    );
    expect([unknown, income, untracked]).toEqual([[], 0, 0]);
    expect(types).toEqual(['borrow', 'swap', 'swap', 'repay']);
    expect(held).toEqual(['9800 USDT']);
    // 30,000 less 20,000. The hundredth beyond the loan is interest.
    expect(rows).toEqual(['1 BTC swap 0', '20200 USDT swap 0', '1 BTC repayment 10000', '0.01 BTC spend 0']);
  });

  it('returned in the same units has no gain, whatever their price is', () => {
    const { rows, held } = booksOf(
      '2023-01-05 00:00:00,Cross Margin,Margin loan,BTC,1',
      '2023-02-05 00:00:00,Cross Margin,Margin repayment,BTC,-1',
    );
    expect([rows, held]).toEqual([['1 BTC repayment 0'], []]);
  });

  it('in cash moves no lot', () => {
    const { types, rows, held, income } = booksOf(
      '2023-01-05 00:00:00,Cross Margin,Margin loan,EUR,100',
      '2023-02-05 00:00:00,Cross Margin,Margin repayment,EUR,-101',
    );
    expect([types, rows, held, income]).toEqual([['borrow', 'repay'], [], [], 0]);
  });

  it('leaves its collateral in the account', () => {
    const { types, held } = booksOf(
      '2023-01-01 00:00:00,Spot,Deposit,BTC,2',
      '2023-01-05 00:00:00,Spot,Flexible Loan - Collateral Transfer,BTC,-2',
      '2023-02-05 00:00:00,Spot,Flexible Loan - Collateral Transfer,BTC,2',
    );
    expect([types, held]).toEqual([['transfer_in'], ['2 BTC']]);
  });

  it('has the identity that its row had before its meaning was known', () => {
    const { keys } = booksOf('2023-01-05 00:00:00,Cross Margin,Isolated Margin Loan,BTC,1');
    expect(keys).toEqual([`ledger:${Date.UTC(2023, 0, 5)}|unknown|BTC|1|#0`]);
  });
});
