import { FIAT } from '../../kernel/exchanges/fiat';
import { amountIn, amountOrZero, cell, momentIn, textOrNull, type Cells } from '../cells';
import type { RowFormat, RowReading } from '../row';
import { amountOrNull, movement, named, trade, type Amount } from './moves';

const NOT_DONE = /fail|cancel|declin|pending|revers/i;
/** Shares, and moves between the parts of the account. */
const OF_OTHERS: readonly (readonly [RegExp, string])[] = [
  [/^stock/i, 'The row is of shares'],
  [/^account notification/i, 'The row is a notice'],
];

/**
 * One row is one event. Cash has its amount in `Amount`, and bitcoin in `Asset Amount`, or in `Amount` where its
 * currency is bitcoin. An amount is without its fee, and `Net Amount` with it.
 * @source BittyTax, conv/parsers/cashapp.py (both generations); fileConverter, README (types of 2025)
 */
function row(cells: Cells): RowReading {
  const type = cell(cells, 'transactiontype');
  const status = cell(cells, 'status');
  if (NOT_DONE.test(status)) return { skipped: `The row is ${status.toLowerCase().slice(0, 20)}` };
  const other = OF_OTHERS.find(([words]) => words.test(type));
  if (other) return { skipped: other[1] };
  const id = textOrNull(cell(cells, 'transactionid'));
  const shared = { id: id === null ? null : `${id}:${type.toLowerCase()}`, ...momentIn(cell(cells, 'date')) };
  const currency = cell(cells, 'currency').toUpperCase() || 'USD';
  const amount = amountIn(cell(cells, 'amount')) ?? amountOrZero(cells, 'netamount');
  const fee: Amount = { coin: currency, amount: amountOrZero(cells, 'fee').abs() };
  const asset = cell(cells, 'assettype').toUpperCase();
  const units = amountOrNull(cells, 'assetamount')?.abs() ?? null;
  const isCash = FIAT.has(currency);
  // Beside units, the dollars are what they were worth.
  const valueUsd = currency === 'USD' ? amount.abs() : null;
  const coin: Amount | null = units && asset !== '' ? { coin: asset, amount: units, valueUsd } : null;
  if (coin && isCash && /\bbuy\b/i.test(type))
    return trade(shared, true, coin, { coin: currency, amount: amount.abs() }, fee);
  if (coin && isCash && /\b(sale|sell)\b/i.test(type))
    return trade(shared, false, coin, { coin: currency, amount: amount.abs() }, fee);
  const moved = coin ?? { coin: currency, amount: amount.abs() };
  const signed = (isIn: boolean): Amount => ({
    ...moved,
    amount: isIn ? moved.amount : moved.amount.negated(),
  });
  if (/boost|reward|interest/i.test(type))
    return movement(shared, /interest/i.test(type) ? 'interest' : 'rebate', type, signed(true));
  if (/bitcoin/i.test(type) || coin) {
    const isOut = /withdraw|send|sent/i.test(type);
    const isIn = /deposit|receiv/i.test(type);
    const kind = isOut ? 'withdrawal' : isIn ? 'deposit' : undefined;
    return movement(
      shared,
      kind,
      type.toLowerCase(),
      signed(kind === undefined ? !amount.isNegative() : isIn),
      fee,
    );
  }
  const isOut = amount.isNegative() || /withdraw|sent|cash out|debit/i.test(type);
  return movement(shared, isOut ? 'withdrawal' : 'deposit', type, signed(!isOut), fee);
}

export const CASH_APP_CSV: readonly RowFormat[] = [
  {
    name: 'cashapp_activity',
    exchange: 'cashapp',
    part: 'ledger',
    needs: named([
      'Date',
      'Transaction ID',
      'Transaction Type',
      'Currency',
      'Amount',
      'Fee',
      'Net Amount',
      'Asset Type',
    ]),
    read: row,
  },
];
