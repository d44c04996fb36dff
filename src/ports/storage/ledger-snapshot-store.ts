import type { Ledger } from '../../domain/engine';

/** Books worked out ahead, as a table each of lots and disposals: those of the last time, whole. */
export abstract class LedgerSnapshotStore {
  /**
   * Replaces what is kept of these books; all or nothing. The same input again changes nothing.
   * @param scope as of LineageStore: the wallets of one owner, and the owner where they added something
   * @param inputHash names what the ledger follows from
   * @param isForced write although the input is the same
   * @param now ms UTC
   * @returns false when the books were kept already
   */
  abstract save(
    scope: readonly string[],
    ledger: Ledger,
    inputHash: string,
    isForced: boolean,
    now: number,
  ): Promise<boolean>;
}
