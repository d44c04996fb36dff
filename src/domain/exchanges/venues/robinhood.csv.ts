import {
  amountOf,
  amountOrZero,
  cell,
  hashIn,
  momentIn,
  textOrNull,
  UnreadableRow,
  type Cells,
} from '../cells';
import type { RowFormat, RowReading } from '../row';
import { isPurchase, movement, named, trade } from './moves';

/** @source BittyTax, conv/parsers/robinhood.py */
function order(cells: Cells): RowReading {
  const state = cell(cells, 'state');
  const filled = amountOf(cells, 'quantity').abs().minus(amountOrZero(cells, 'leavesquantity').abs());
  if (!/^filled$/i.test(state)) {
    if (filled.isPositive() && /partial/i.test(state))
      throw new UnreadableRow('The order was filled in part: the row does not state the price of that part');
    return { skipped: `The order is ${state.toLowerCase().slice(0, 20)}` };
  }
  return trade(
    { id: textOrNull(cell(cells, 'uuid')), ...momentIn(cell(cells, 'timeentered')) },
    isPurchase(cell(cells, 'side')),
    { coin: coinIn(cell(cells, 'symbol')), amount: amountOf(cells, 'quantity') },
    { coin: 'USD', amount: amountOf(cells, 'notional').abs() },
  );
}

/** `BTC`, `BTC-USD` and `BTCUSD`. */
const coinIn = (symbol: string): string => symbol.toUpperCase().replace(/(?<=.)[-/]?USD$/, '') || symbol;

function transfer(cells: Cells): RowReading {
  const state = cell(cells, 'state');
  if (!/^(succeeded|completed)$/i.test(state)) return { skipped: `The transfer is ${state.slice(0, 20)}` };
  const type = cell(cells, 'transfertype').toLowerCase();
  const kind = type === 'withdrawal' ? 'withdrawal' : type === 'deposit' ? 'deposit' : undefined;
  const coin = cell(cells, 'currencycode').toUpperCase();
  const amount = amountOf(cells, 'amount').abs();
  const address = textOrNull(cell(cells, 'toaddress'));
  return movement(
    {
      id: textOrNull(cell(cells, 'id')),
      ...momentIn(cell(cells, 'createdat')),
      txHash: hashIn(cell(cells, 'blockchaintxnid')),
      ...(kind === 'deposit' ? { depositAddress: address } : { address }),
    },
    kind,
    type,
    { coin, amount: kind === 'deposit' ? amount : amount.negated() },
    kind === 'withdrawal' ? { coin, amount: amountOrZero(cells, 'networkfee').abs() } : null,
  );
}

export const ROBINHOOD_CSV: readonly RowFormat[] = [
  {
    name: 'robinhood_orders',
    exchange: 'robinhood',
    part: 'trades',
    needs: named(['UUID', 'Time Entered', 'Symbol', 'Side', 'Quantity', 'State', 'Notional']),
    read: order,
  },
  {
    name: 'robinhood_transfers',
    exchange: 'robinhood',
    part: 'withdrawals',
    needs: named(['id', 'created_at', 'currency_code', 'transfer_type', 'amount', 'network_fee', 'state']),
    read: transfer,
  },
];
