import { FIAT } from '../../kernel/exchanges/fiat';
import { amountIn, cell, dollarsIn, hashIn, momentIn, textOrNull, UnreadableRow, type Cells } from '../cells';
import type { RowFormat, RowReading } from '../row';
import { movement, named, trade, type Amount, type Kinds } from './moves';

/** LABELS: label or tag of a row with one amount -> kind. Rows without a label are deposits and withdrawals. */
const LABELS: Kinds = {
  airdrop: 'airdrop',
  fork: 'fork',
  mining: 'mining',
  mined: 'mining',
  reward: 'reward',
  staked: 'reward',
  staking: 'reward',
  'staking reward': 'reward',
  interest: 'interest',
  'loan interest': 'interest',
  'lending interest': 'interest',
  cashback: 'rebate',
  'fee refund': 'rebate',
  deposit: 'deposit',
  withdrawal: 'withdrawal',
  buy: 'deposit',
  sell: 'withdrawal',
  transfer: 'deposit',
};

interface Columns {
  sent: string;
  received: string;
  label: string;
}

/** What was sent, what was received, and a fee that comes on top. */
const reader =
  (columns: Columns) =>
  (cells: Cells): RowReading => {
    const isInDollars = /^usd$/i.test(cell(cells, 'networthcurrency'));
    const worth = isInDollars ? dollarsIn(cell(cells, 'networthamount')) : null;
    const of = (name: string, code: string, valueUsd: Amount['valueUsd']): Amount | null => {
      const amount = amountIn(cell(cells, name));
      const coin = cell(cells, code).toUpperCase();
      return amount && !amount.isZero()
        ? { coin, amount: amount.abs(), ...(FIAT.has(coin) ? {} : { valueUsd }) }
        : null;
    };
    const sent = of(columns.sent, 'sentcurrency', worth);
    const received = of(columns.received, 'receivedcurrency', worth);
    const fee = of('feeamount', 'feecurrency', null);
    const label = cell(cells, columns.label).toLowerCase();
    const shared = { id: null, ...momentIn(cell(cells, 'date')), txHash: hashIn(cell(cells, 'txhash')) };
    if (sent && received) return trade(shared, true, received, sent, fee);
    const moved = received ?? (sent && { ...sent, amount: sent.amount.negated() });
    if (!moved) {
      if (fee) return movement(shared, 'fee', label, fee);
      throw new UnreadableRow('The row states no amount');
    }
    const plain = received ? 'deposit' : 'withdrawal';
    const known = label === '' || isPlain(label) ? plain : LABELS[label];
    const address = textOrNull(cell(cells, 'address'));
    return movement({ ...shared, ...(received ? {} : { address }) }, known, label, moved, fee);
  };

/** A direction that the amounts state better. */
const isPlain = (label: string): boolean => LABELS[label] === 'deposit' || LABELS[label] === 'withdrawal';

/**
 * Formats in which several exchanges export, and which owners write. River exports the first without its last columns.
 * @source btctax, adapters/sources (River, Swan); Koinly and CoinTracker, help pages on custom files
 */
export const UNIVERSAL_CSV: readonly RowFormat[] = [
  {
    name: 'other_koinly',
    exchange: 'other',
    part: 'trades',
    needs: named([
      'Date',
      'Sent Amount',
      'Sent Currency',
      'Received Amount',
      'Received Currency',
      'Label',
      'TxHash',
    ]),
    read: reader({ sent: 'sentamount', received: 'receivedamount', label: 'label' }),
  },
  {
    name: 'river_activity',
    exchange: 'river',
    part: 'ledger',
    needs: named([
      'Date',
      'Sent Amount',
      'Sent Currency',
      'Received Amount',
      'Received Currency',
      'Fee Amount',
      'Tag',
    ]),
    read: reader({ sent: 'sentamount', received: 'receivedamount', label: 'tag' }),
  },
  {
    name: 'other_cointracker',
    exchange: 'other',
    part: 'trades',
    needs: named([
      'Date',
      'Received Quantity',
      'Received Currency',
      'Sent Quantity',
      'Sent Currency',
      'Fee Amount',
      'Tag',
    ]),
    read: reader({ sent: 'sentquantity', received: 'receivedquantity', label: 'tag' }),
  },
];
