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

/** What a user says about a history; theirs alone. */
export type ManualEntry = BasisAssignment;
