import { readExchangeTable } from '../../src/adapters/exchanges/exchange-table';
import { replay } from '../../src/domain/engine';
import { accountRecords, exchangeTransactions } from '../../src/domain/exchanges';
import { formatMoney, formatUnits } from '../../src/domain/kernel/units';
import { ledgerEvents, valueTransactions } from '../../src/domain/chain';
import { POLICIES } from '../chain/policies';
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

  it.each(['Crypto Loan - Collateral Spent', 'Flexible Loan - Collateral Spent'])(
    'takes its collateral, which is no spend: %s',
    (operation) => {
      const { types, held, unknown, rows } = booksOf(
        '2023-01-01 00:00:00,Spot,Deposit,BTC,2',
        `2023-01-05 00:00:00,Spot,${operation},BTC,-1`,
        '2023-01-05 00:00:00,Spot,Crypto Loan - Borrow,USDT,10000',
        '2023-02-05 00:00:00,Spot,Crypto Loan - Repayment,USDT,-10000',
        '2023-02-05 00:00:00,Spot,Crypto Loan - Collateral Return after Liquidation,BTC,1',
      );
      expect([types, held, unknown]).toEqual([['transfer_in', 'borrow', 'repay'], ['2 BTC'], []]);
      expect(rows).toEqual(['10000 USDT repayment 0']);
    },
  );

  it('has the identity that its row had before its meaning was known', () => {
    const { keys } = booksOf('2023-01-05 00:00:00,Cross Margin,Isolated Margin Loan,BTC,1');
    expect(keys).toEqual([`ledger:${Date.UTC(2023, 0, 5)}|unknown|BTC|1|#0`]);
    const fees = booksOf('2023-01-05 00:00:00,Spot,BNB Fee Deduction,BTC,-0.1');
    expect(fees.keys).toEqual([`ledger:${Date.UTC(2023, 0, 5)}|unknown|BTC|-0.1|#0`]);
    expect(fees.rows).toEqual(['0.1 BTC fee 3000']);
  });
});

/** @source tax-rules 6 */
describe('a fee of a futures account of Binance', () => {
  const lines = [
    '2023-01-04 00:00:00,Spot,Buy,USDT,100',
    '2023-01-04 00:00:00,Spot,Transaction Related,USD,-100',
    '2023-01-04 00:00:01,Spot,Transfer Between Spot Account and UM Futures Account,USDT,-100',
    '2023-01-04 00:00:01,USD-M Futures,Transfer Between Spot Account and UM Futures Account,USDT,100',
    '2023-01-05 00:00:00,USD-M Futures,Realized Profit and Loss,USDT,30',
    '2023-01-05 00:00:00,USD-M Futures,Fee,USDT,-2',
  ];

  it('lowers the result of the position', () => {
    const { rows, keys } = booksOf(...lines);
    expect(rows).toEqual(['30 USDT margin_result 30', '2 USDT fee 0', '2 USDT margin_result -2']);
    expect(keys.at(-1)).toBe(`ledger:${Date.UTC(2023, 0, 5)}|trade|USDT|0|USDT 2#0`);
  });
});

describe('the statement of Binance as it is exported now', () => {
  const NOW_HEADER = 'User ID,Time,Account,Operation,Coin,Change,Remark';
  const rowsOf = (header: string, time: string) => {
    const reading = readExchangeTable(
      [header, `1,${time},Spot,Deposit,BTC,1,`, `1,${time},Spot,Withdraw,BTC,-1,`].join('\n'),
      Date.UTC(2026, 0, 1),
    );
    if ('columns' in reading) throw new Error(reading.columns.join());
    return reading;
  };
  const whole = rowsOf(HEADER, '2023-12-22 18:26:26');

  it.each([
    [NOW_HEADER, '23-12-22 18:26:26'],
    [NOW_HEADER, '2023-12-22 18:26:26'],
    ['ID de usuario,Tiempo,Cuenta,Operación,Moneda,Cambio,Observación', '23-12-22 18:26:26'],
  ])('is read with short years and Spanish columns: %s, %s', (header, time) => {
    const { rows, rejected } = rowsOf(header, time);
    expect(rejected).toEqual([]);
    expect(rows.map(({ key }) => key)).toEqual(whole.rows.map(({ key }) => key));
  });

  it.each([
    ['Binance-Transaction-History-202608120614(UTC+9)-part1-of1.csv', 9 * 60],
    ['Binance-Transaction-History-202603230400(UTC--6)_abcd.csv', -6 * 60],
    ['Binance-Transaction-History-202603230400(UTC+5:30).csv', 5 * 60 + 30],
    ['history.csv', 0],
  ])('has the times of the zone in its name: %s', (name, minutes) => {
    const text = [NOW_HEADER, '1,23-12-22 18:26:26,Spot,Deposit,BTC,1,'].join('\n');
    const reading = readExchangeTable(text, Date.UTC(2026, 0, 1), name);
    if ('columns' in reading) throw new Error(reading.columns.join());
    const at = Date.UTC(2023, 11, 22, 18, 26, 26) - minutes * 60_000;
    expect(reading.rows.map((row) => row.at)).toEqual([at]);
    expect(accountRecords(reading.rows).records.map((record) => record.at)).toEqual([at]);
  });
});
