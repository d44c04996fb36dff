import { amountIn, amountOrZero, cell, momentIn, textOrNull, UnreadableRow, type Cells } from '../cells';
import type { RowFormat, RowReading } from '../row';
import {
  amountWithCoin,
  isPurchase,
  movement,
  named,
  trade,
  type Amount,
  type Kinds,
  type Shared,
} from './moves';

/** TYPES: `Type` -> kind. Amounts have no sign. The fee of a withdrawal comes on top. */
const TYPES: Kinds = {
  deposit: 'deposit',
  'ripple deposit': 'deposit',
  withdrawal: 'withdrawal',
  'ripple payment': 'withdrawal',
  'staking reward': 'reward',
};

/** Staked ether has codes of its own. */
const COINS: Readonly<Record<string, string>> = { ETH2R: 'ETH2' };
const plain = (amount: Amount | null): Amount | null =>
  amount && { ...amount, coin: COINS[amount.coin] ?? amount.coin };

function reading(
  shared: Shared,
  [type, subtype]: readonly [type: string, subtype: string],
  amount: Amount | null,
  value: Amount | null,
  fee: Amount | null,
): RowReading {
  if (!amount) throw new UnreadableRow('The row states no amount');
  if (type === 'market') {
    if (!value) throw new UnreadableRow('The row states no value');
    return trade(shared, isPurchase(subtype), amount, value, fee);
  }
  const kind = TYPES[type];
  const isOut = kind === 'withdrawal';
  return movement(shared, kind, type, isOut ? { ...amount, amount: amount.amount.negated() } : amount, fee);
}

/** @source BittyTax, conv/parsers/bitstamp.py */
function withCurrencies(cells: Cells): RowReading {
  const of = (name: string): Amount | null => {
    const amount = amountIn(cell(cells, name));
    return plain(amount && { coin: cell(cells, `${name}currency`).toUpperCase(), amount: amount.abs() });
  };
  const types = [cell(cells, 'type').toLowerCase(), cell(cells, 'subtype').toLowerCase()] as const;
  const shared = { id: textOrNull(cell(cells, 'id')), ...momentIn(cell(cells, 'datetime')) };
  const fee = amountOrZero(cells, 'fee').isZero() ? null : of('fee');
  return reading(shared, types, of('amount'), of('value'), fee);
}

/** Before 2023: `Jan. 28, 2022, 12:13 AM`, `2.00000000 ETH`. @source rotki, data_import/importers/bitstamp.py */
function withUnits(cells: Cells): RowReading {
  const of = (name: string): Amount | null => plain(amountWithCoin(cell(cells, name)));
  const types = [cell(cells, 'type').toLowerCase(), cell(cells, 'subtype').toLowerCase()] as const;
  return reading(
    { id: null, ...momentIn(cell(cells, 'datetime')) },
    types,
    of('amount'),
    of('value'),
    of('fee'),
  );
}

export const BITSTAMP_CSV: readonly RowFormat[] = [
  {
    name: 'bitstamp_transactions',
    exchange: 'bitstamp',
    part: 'ledger',
    needs: named([
      'ID',
      'Account',
      'Type',
      'Subtype',
      'Datetime',
      'Amount',
      'Amount currency',
      'Value',
      'Fee currency',
    ]),
    read: withCurrencies,
  },
  {
    name: 'bitstamp_transactions_2022',
    exchange: 'bitstamp',
    part: 'ledger',
    needs: named(['Type', 'Datetime', 'Account', 'Amount', 'Value', 'Rate', 'Fee', 'Sub Type']),
    lacks: named(['Amount currency']),
    read: withUnits,
  },
];
