import type { Ledger } from '../../domain/engine';

/**
 * Precomputed ledgers, as one table of lots and one of disposals. Stores only the latest snapshot,
 * completely.
 */
export abstract class LedgerSnapshotStore {
  /**
   * Replaces the snapshot of this ledger; all or nothing. The same input again changes nothing.
   * @param scope as in LineageStore: the wallets of one owner, and the owner if they added data
   * @param inputHash hash of the input of the ledger
   * @param isForced write although the input is the same
   * @param now ms UTC
   * @returns false when the snapshot was already stored
   */
  abstract save(
    scope: readonly string[],
    ledger: Ledger,
    inputHash: string,
    isForced: boolean,
    now: number,
  ): Promise<boolean>;
}
