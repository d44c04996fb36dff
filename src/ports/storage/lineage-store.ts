import type { LineageLink } from '../../domain/engine';

/** Changes made by one save. */
export interface LineageChange {
  added: number;
  /** Links of this ledger that are no longer in it. */
  superseded: number;
}

/**
 * The audit trail of lots: every recorded step, stored permanently.
 * @source tax-rules 13.3
 */
export abstract class LineageStore {
  /**
   * A known link keeps its first content. Links of the same ledger that are absent now are marked superseded,
   * never deleted. A link that appears again becomes active again.
   * @param wallets of one owner, in any order
   * @param isWhole false when part of the history could not be read: absent links are then not superseded
   * @param now ms UTC
   */
  abstract save(
    wallets: readonly string[],
    links: readonly LineageLink[],
    isWhole: boolean,
    now: number,
  ): Promise<LineageChange>;
}
