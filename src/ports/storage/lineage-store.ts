import type { LineageLink } from '../../domain/engine';

/** What one save changed. */
export interface LineageChange {
  added: number;
  /** Of the books before, and no longer in them. */
  superseded: number;
}

/**
 * The audit trail of lots: every step ever told of, kept for good.
 * @source tax-rules 13.3
 */
export abstract class LineageStore {
  /**
   * A link known by its id stays as it was first written. Links of the same books that are told of no longer are
   * marked superseded, never deleted; one that is told of again counts again.
   * @param wallets of one owner, whose books these are; order is without effect
   * @param isWhole false when part of the history could not be read: what is absent then is not superseded
   * @param now ms UTC
   */
  abstract save(
    wallets: readonly string[],
    links: readonly LineageLink[],
    isWhole: boolean,
    now: number,
  ): Promise<LineageChange>;
}
