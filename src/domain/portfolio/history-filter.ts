import { taxYearOf } from '../engine';
import type { TransactionType, WalletTransaction } from '../chain/facts/wallet-transaction';
import type { PlanWindow } from '../access/plan-window';
import type { Order } from '../kernel/page';

type Placed = Pick<WalletTransaction, 'at' | 'block' | 'txIndex' | 'hash' | 'id'>;
type CursorOrder = Order<Placed> & { parts: readonly ('number' | 'text')[] };

export const TRANSACTION_ORDER: CursorOrder = {
  positionOf: ({ at, block, txIndex, hash, id }) => [at, block ?? 0, txIndex, hash, id],
  parts: ['number', 'number', 'number', 'text', 'text'],
};

export const JOINT_ORDER: CursorOrder = {
  positionOf: ({ at, id }) => [at, id],
  parts: ['number', 'text'],
};

/** Absent fields do not restrict. */
export interface HistoryFilter {
  chain?: string;
  /** Of at least one leg, in any letter case. */
  symbol?: string;
  type?: TransactionType;
  /** Milliseconds UTC, inclusive. */
  from?: number;
  to?: number;
  taxYear?: number;
  includeSpam: boolean;
}

/**
 * Applies the plan's limit before the filter. The plan does not count spam, so spam is shown for the same period as
 * the rest.
 * @param transactions of one wallet, oldest first
 * @returns in the same order
 */
export function pickTransactions(
  transactions: readonly WalletTransaction[],
  filter: HistoryFilter,
  window: PlanWindow,
  timezone: string,
): WalletTransaction[] {
  const start = window.isLimited ? transactions.findIndex(({ id }) => window.shows(id)) : 0;
  return transactions
    .slice(Math.max(0, start))
    .filter((transaction) => isWanted(transaction, filter, timezone));
}

function isWanted(transaction: WalletTransaction, filter: HistoryFilter, timezone: string): boolean {
  const { at, chain, type, legs, isSpam } = transaction;
  const symbol = filter.symbol?.toLowerCase();
  return (
    (filter.includeSpam || !isSpam) &&
    (filter.chain === undefined || chain === filter.chain) &&
    (filter.type === undefined || type === filter.type) &&
    (filter.from === undefined || at >= filter.from) &&
    (filter.to === undefined || at <= filter.to) &&
    (filter.taxYear === undefined || taxYearOf(at, timezone) === filter.taxYear) &&
    (symbol === undefined || legs.some(({ asset }) => asset.symbol.toLowerCase() === symbol))
  );
}
