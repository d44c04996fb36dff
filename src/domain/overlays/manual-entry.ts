import type { DisposalType, LotSelection } from '../engine';
import type { Asset } from '../kernel/asset';
import type { Money, Quantity } from '../kernel/units';

/** BASIS_TYPES: how the owner says units were come by. */
export const BASIS_TYPES = ['purchase', 'gift', 'inheritance', 'income', 'other'] as const;
export type BasisType = (typeof BASIS_TYPES)[number];

/** Some units of a lot, as their owner says they were acquired. */
export interface BasisPart {
  quantity: Quantity;
  /** Of all of them. */
  cost: Money;
  /** ms UTC, not after the receipt. */
  acquiredAt: number;
}

/** What the owner of a lot says it cost. @source api.md 1.1, 1.11; tax-rules 9.3 */
export interface BasisAssignment {
  kind: 'basis_assignment';
  /** Wallet the lot came into, in the form to compare. */
  wallet: string;
  assetId: string;
  lotId: string;
  basisType: BasisType;
  /** Together at most the lot; what is left of it stays as it was. */
  parts: readonly BasisPart[];
}

/** DISPOSAL_ENTRY_TYPES: how units may leave for good in the words of their owner. */
export const DISPOSAL_ENTRY_TYPES = [
  'sale',
  'spend',
  'gift',
  'donation',
  'lost',
  'stolen',
] as const satisfies readonly DisposalType[];
export type DisposalEntryType = (typeof DISPOSAL_ENTRY_TYPES)[number];

/** How units left, in the words of their owner. @source api.md 1.11; tax-rules 9.5, 10.8 */
export interface DisposalEntry {
  kind: 'disposal_entry';
  id: string;
  wallet: string;
  assetId: string;
  asset: Asset;
  quantity: Quantity;
  /** ms UTC. */
  at: number;
  type: DisposalEntryType;
  /** After selling costs. */
  proceeds: Money;
  fees: Money;
  /** The transaction that is told anew; null for one no chain knows of. */
  txHash: string | null;
  /** The lots that went; what they leave over, and all without them, goes first in, first out. */
  selections?: readonly LotSelection[];
}

/** The other half of a trade, which no chain knows of: what was paid or received outside. @source api.md 1.11 */
export interface TradeCompletion {
  kind: 'trade_completion';
  wallet: string;
  assetId: string;
  txHash: string;
  /** Which way the units went on the chain. */
  side: 'in' | 'out';
  /** USD value of the other half, before fees. */
  value: Money;
  fees: Money;
  /** ms UTC, of units that came in: not after they came; null for then. */
  executedAt: number | null;
}

/** What a user says about a history; theirs alone. */
export type ManualEntry = BasisAssignment | DisposalEntry | TradeCompletion;

/** What an entry of a kind is about: of one wallet, one active entry per target. */
export function targetOf(entry: ManualEntry): string {
  if (entry.kind === 'basis_assignment') return entry.lotId;
  if (entry.kind === 'trade_completion') return [entry.assetId, entry.txHash, entry.side].join('|');
  const { assetId, txHash, at, type, quantity } = entry;
  return [assetId, ...(txHash === null ? [at, type, quantity] : [txHash])].join('|');
}
