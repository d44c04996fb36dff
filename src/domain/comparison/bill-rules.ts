import type { Disposal, Ledger, LedgerEvent, ReplayOptions } from '../engine';
import { printedAmounts, type Cents } from '../forms';
import { accountOf } from '../kernel/address';
import { pow10, type Money } from '../kernel/units';
import type { BillId } from '../law';
import type { Terms } from './terms';

/** `undecided`: the result under the bill is not known, and the amount of the law stays. */
export interface BillGain {
  gain: Cents;
  undecided?: 'unknown_basis' | 'missing_value';
  isOfUnknownKind?: boolean;
}

export interface BillRule {
  options?: (options: ReplayOptions, terms: Terms) => ReplayOptions;
  event?: (event: LedgerEvent, terms: Terms) => LedgerEvent;
  gains?: (ledger: Ledger, terms: Terms, yearOf: (at: number) => number) => GainRule;
}
type GainRule = ((disposal: Disposal) => BillGain | null) & { notes?: ReadonlyMap<number, string> };

export const printedGain = (disposal: Disposal): Cents => printedAmounts(disposal, 'cents').gain;

/** Losses that are replaced are disallowed, also for assets that section 1091 does not name. */
const wash: BillRule = {
  options: (options, { from }) => ({
    ...options,
    washSales: true,
    ...(from > -Infinity && { washSalesFrom: from }),
  }),
  // A coin that is left out replaces no loss, so none of its losses is disallowed.
  event: (event, { isCoin }) =>
    event.kind === 'acquire' && isCoin(event.asset)
      ? { ...event, source: 'manual', isPurchase: false }
      : event,
};

/** Network fees below a limit give no gain or loss, while the year has few transfers. */
const fee: BillRule = {
  gains: (ledger, { from, feeLimit, maxTransfers }, yearOf) => {
    const values = new Map<string, Money | null>();
    const transfers = new Map<number, Set<string>>();
    for (const disposal of ledger.disposals) {
      if (!isNetworkFee(disposal)) continue;
      const { transactionId, proceeds, valueStatus } = disposal;
      const before = values.get(transactionId);
      const isKnown = valueStatus === 'known' && before !== null;
      values.set(transactionId, isKnown ? (before ?? 0n) + proceeds : null);
      const year = yearOf(disposal.disposedAt);
      const own = transfers.get(year) ?? new Set();
      transfers.set(year, own.add(transactionId));
    }
    const above = [...transfers].filter(([, own]) => own.size > maxTransfers);
    const notes = new Map(
      above.map(([year, own]) => [year, `${own.size} transfers, more than ${maxTransfers}: no fee counts`]),
    );
    const rule = (disposal: Disposal): BillGain | null => {
      if (!isNetworkFee(disposal) || disposal.disposedAt < from) return null;
      if (notes.has(yearOf(disposal.disposedAt))) return null;
      const value = values.get(disposal.transactionId);
      if (value === undefined || value === null)
        return { gain: printedGain(disposal), undecided: 'missing_value' };
      return value < feeLimit ? { gain: 0n } : null;
    };
    return Object.assign(rule, { notes });
  },
};

const isNetworkFee = ({ type, wallet }: Disposal): boolean => type === 'fee' && accountOf(wallet) === null;

/** A coin of one US dollar gives no gain or loss, unless its basis is below a part of that dollar. */
const stablecoin: BillRule = {
  gains:
    (_ledger, { from, floor, isCoin }) =>
    (disposal) => {
      const { asset, quantity, costBasis, isUntracked, disposedAt } = disposal;
      if (!isCoin(asset) || disposedAt < from) return null;
      if (isUntracked) return { gain: printedGain(disposal), undecided: 'unknown_basis' };
      return costBasis * pow10(asset.decimals) >= floor * quantity ? { gain: 0n } : null;
    },
};

const REWARDS: ReadonlySet<string> = new Set(['staking_reward', 'mining_reward']);

/** Rewards have no value until they are sold. */
const rewards: BillRule = {
  event: (event, { from }) =>
    event.kind === 'acquire' && isReward(event, from) ? { ...event, cost: 0n } : event,
  gains: (ledger, { from }) => {
    const lots = new Map(ledger.lots.map((lot) => [lot.id, lot]));
    return (disposal) => {
      const lot = lots.get(disposal.lotId);
      if (lot === undefined || lot.incomeType === null || !REWARDS.has(lot.incomeType)) return null;
      if (lot.valueStatus === 'missing' || (lot.acquiredAt ?? lot.receivedAt) < from) return null;
      return { gain: printedGain(disposal), isOfUnknownKind: true };
    };
  },
};

const isReward = (event: LedgerEvent & { kind: 'acquire' }, from: number): boolean =>
  event.incomeType !== null &&
  REWARDS.has(event.incomeType) &&
  event.cost !== null &&
  event.isCash !== true &&
  event.at >= from;

/** BILL_RULES: the bills that are computed from a ledger. Every other bill of the register says why it is not. */
export const BILL_RULES: Readonly<Partial<Record<BillId, BillRule>>> = {
  'hr10357.wash': wash,
  'hr9172.wash': wash,
  'hr10357.fee': fee,
  'hr9178.fee': fee,
  'hr8899.stablecoin': stablecoin,
  'hr9175.rewards': rewards,
};
