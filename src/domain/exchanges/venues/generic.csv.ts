import type { RecordKind } from '../record';
import {
  amountIn,
  amountOf,
  cell,
  dollarsIn,
  hashIn,
  momentIn,
  textOrNull,
  UnreadableRow,
  type Cells,
} from '../cells';
import { INCOME } from '../rules/returned';
import { tradeDrafts, type RowFormat, type RowReading } from '../row';

/** Kinds that a file of another exchange may state, and the sign of their amount. */
const KINDS: Readonly<Record<string, { kind: RecordKind; sign: 1 | -1 | 0 }>> = {
  trade: { kind: 'trade', sign: 0 },
  convert: { kind: 'convert', sign: 0 },
  deposit: { kind: 'deposit', sign: 1 },
  withdrawal: { kind: 'withdrawal', sign: -1 },
  spend: { kind: 'spend', sign: -1 },
  fee: { kind: 'fee', sign: -1 },
  reward: { kind: 'reward', sign: 1 },
  mining: { kind: 'mining', sign: 1 },
  interest: { kind: 'interest', sign: 1 },
  airdrop: { kind: 'airdrop', sign: 1 },
  fork: { kind: 'fork', sign: 1 },
  rebate: { kind: 'rebate', sign: 1 },
};

/**
 * The generic file: `timestamp`, `kind`, `asset`, `amount`, and for a trade what was given in `sent_asset` and
 * `sent_amount`; optional `fee_asset`, `fee_amount`, `id`, `tx_hash`, `address`, `value_usd`. Income below zero is taken
 * back.
 */
function row(cells: Cells): RowReading {
  const stated = cell(cells, 'kind').toLowerCase();
  const known = Object.hasOwn(KINDS, stated) ? KINDS[stated] : undefined;
  if (!known) throw new UnreadableRow(`kind should be one of ${Object.keys(KINDS).join(', ')}`);
  const { kind, sign } = known;
  const shared = { id: textOrNull(cell(cells, 'id')), ...momentIn(cell(cells, 'timestamp')), kind };
  const feeAmount = amountIn(cell(cells, 'feeamount'));
  const coin = cell(cells, 'asset').toUpperCase();
  const fee = feeAmount
    ? { coin: cell(cells, 'feeasset').toUpperCase() || coin, amount: feeAmount.abs() }
    : null;
  if (coin === '') throw new UnreadableRow('asset is empty');
  const amount = amountOf(cells, 'amount');
  if (amount.isZero() && !fee) return { skipped: 'The amount is zero' };
  const valueUsd = dollarsIn(cell(cells, 'valueusd'));
  if (sign === 0) {
    const sent = amountIn(cell(cells, 'sentamount'));
    const sentCoin = cell(cells, 'sentasset').toUpperCase();
    if (!sent || sentCoin === '') throw new UnreadableRow('A trade needs sent_asset and sent_amount');
    return {
      drafts: tradeDrafts({ ...shared, valueUsd }, { coin: sentCoin, amount: sent }, { coin, amount }, fee),
    };
  }
  const address = textOrNull(cell(cells, 'address'));
  const isTaken = INCOME[kind] !== undefined && amount.isNegative();
  if (kind === 'fee')
    return { drafts: [{ ...shared, coin, amount: amount.mul(0), fee: { coin, amount: amount.abs() } }] };
  return {
    drafts: [
      {
        ...shared,
        coin,
        amount: isTaken ? amount : amount.abs().mul(sign),
        ...(isTaken ? { keyAmount: amount.abs() } : {}),
        valueUsd,
        fee,
        txHash: hashIn(cell(cells, 'txhash')),
        ...(kind === 'deposit' ? { depositAddress: address } : { address }),
      },
    ],
  };
}

export const GENERIC_CSV: readonly RowFormat[] = [
  {
    name: 'generic',
    exchange: 'other',
    part: 'ledger',
    needs: ['timestamp', 'kind', 'asset', 'amount'],
    read: row,
  },
];
