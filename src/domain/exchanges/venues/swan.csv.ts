import {
  amountIn,
  amountOf,
  amountOrZero,
  cell,
  momentIn,
  textOrNull,
  UnreadableRow,
  type Cells,
} from '../cells';
import type { RowFormat, RowReading } from '../row';
import { movement, named, trade } from './moves';

const isDone = (status: string): boolean => /^(settled|completed?|executed)$/i.test(status);

/**
 * Deposits and purchases; the trades are in a file of their own too, and count once. Until 2022 the dollars had one
 * column. @source satsweb, exchange/swan.go; dca-dashboard, README (2021)
 */
function event(cells: Cells): RowReading {
  const status = cell(cells, 'status');
  const name = cell(cells, 'event').toLowerCase();
  if (!isDone(status)) return { skipped: `The ${name.slice(0, 20)} is ${status.slice(0, 20)}` };
  const id = textOrNull(cell(cells, 'transactionid'));
  const shared = { id: id === null ? null : `${name}:${id}`, ...momentIn(cell(cells, 'date')) };
  const coin = cell(cells, 'assettype').toUpperCase();
  const fee = amountOrZero(cells, 'feeusd').abs();
  const units = amountIn(cell(cells, 'unitcount'))?.abs() ?? null;
  const total = amountIn(cell(cells, 'totalusd')) ?? amountIn(cell(cells, 'usd'));
  if (name === 'purchase' || name === 'sale') {
    const paid = amountIn(cell(cells, 'transactionusd')) ?? total?.minus(fee) ?? null;
    if (!units || !paid) throw new UnreadableRow('The row does not state both amounts');
    return trade(
      shared,
      name === 'purchase',
      { coin, amount: units },
      { coin: 'USD', amount: paid.abs() },
      { coin: 'USD', amount: fee },
    );
  }
  const moved = coin === 'USD' ? (total?.abs() ?? units) : units;
  if (/fee$/.test(name)) {
    const amount = coin === 'USD' ? (fee.isZero() ? moved : fee) : units;
    return amount ? movement(shared, 'fee', name, { coin, amount }) : { skipped: 'The amount is zero' };
  }
  if (!moved) throw new UnreadableRow('The row states no amount');
  const kind = name === 'deposit' ? 'deposit' : name === 'withdrawal' ? 'withdrawal' : undefined;
  const amount = kind === 'withdrawal' ? moved.negated() : moved;
  return movement(shared, kind, name, { coin, amount }, coin === 'USD' ? { coin, amount: fee } : null);
}

function withdrawal(cells: Cells): RowReading {
  const status = cell(cells, 'status');
  if (!isDone(status)) return { skipped: `The withdrawal is ${status.slice(0, 20)}` };
  return movement(
    {
      id: textOrNull(cell(cells, 'transactionid')),
      ...momentIn(cell(cells, 'executedat') || cell(cells, 'createdat')),
    },
    'withdrawal',
    'withdrawal',
    { coin: 'BTC', amount: amountOf(cells, 'bitcoinamount').abs().negated() },
  );
}

export const SWAN_CSV: readonly RowFormat[] = [
  {
    name: 'swan_transfers',
    exchange: 'swan',
    part: 'ledger',
    needs: named(['Event', 'Date', 'Timezone', 'Status', 'Unit Count', 'Asset Type', 'BTC Price']),
    read: event,
  },
  {
    name: 'swan_withdrawals',
    exchange: 'swan',
    part: 'withdrawals',
    needs: named(['Created At', 'Transaction ID', 'Executed At', 'Canceled At', 'Status', 'Bitcoin Amount']),
    read: withdrawal,
  },
];
