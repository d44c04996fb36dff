import { FIAT } from '../../kernel/exchanges/fiat';
import { amountOrZero, cell, dollarsIn, momentIn, type Cells } from '../cells';
import type { RowFormat, RowReading } from '../row';
import { amountOrNull, movement, named, trade, type Amount, type Kinds } from './moves';

/** TYPES: `Transaction Type` -> kind of a row with one amount. */
const TYPES: Kinds = {
  RECEIVE: 'deposit',
  'TRANSFER IN': 'deposit',
  DEPOSIT: 'deposit',
  SEND: 'withdrawal',
  'TRANSFER OUT': 'withdrawal',
  WITHDRAWAL: 'withdrawal',
  REWARD: 'rebate',
};

/** What came in, what went out, and a fee. @source BittyTax, conv/parsers/paypal.py */
function row(cells: Cells): RowReading {
  const valueUsd = dollarsIn(cell(cells, 'marketvalueusd'));
  const of = (name: string): Amount | null => {
    const amount = amountOrNull(cells, `${name}quantity`);
    const coin = cell(cells, `${name}currency`).toUpperCase();
    return amount && !amount.isZero() && coin !== ''
      ? { coin, amount: amount.abs(), ...(FIAT.has(coin) || name === 'transactionfee' ? {} : { valueUsd }) }
      : null;
  };
  const type = cell(cells, 'transactiontype').toUpperCase();
  const shared = { id: null, ...momentIn(cell(cells, 'datetime')) };
  const [got, given, fee] = [of('assetin'), of('assetout'), of('transactionfee')];
  if (got && given) return trade(shared, true, got, given, fee);
  const moved = got ?? (given && { ...given, amount: given.amount.negated() });
  return movement(
    shared,
    TYPES[type],
    type.toLowerCase(),
    moved ?? { coin: fee?.coin ?? 'USD', amount: amountOrZero(cells, 'none') },
    fee,
  );
}

export const PAYPAL_CSV: readonly RowFormat[] = [
  {
    name: 'paypal_crypto',
    exchange: 'paypal',
    part: 'ledger',
    needs: named([
      'DateTime',
      'Transaction Type',
      'Asset In (Quantity)',
      'Asset In (Currency)',
      'Asset Out (Quantity)',
    ]),
    read: row,
  },
];
