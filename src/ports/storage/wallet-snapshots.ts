import type { WalletSnapshot } from '../../domain/portfolio/snapshots/wallet-snapshot';

/** What a snapshot is of: one wallet, seen with the other wallets of its owner. */
export interface SnapshotScope {
  /** Address value. */
  wallet: string;
  /** Names the wallets of the owner, their chains, and the user whose additions count. */
  name: string;
  /** Every wallet of the owner. */
  wallets: readonly string[];
  /** Null without additions of a user. */
  userId: string | null;
}

export type SnapshotPart = keyof WalletSnapshot;

/** Stored snapshots, one per scope. */
export abstract class WalletSnapshots {
  /**
   * @param state names the stored data and the rules that the snapshot must follow from
   * @param since milliseconds UTC; an older one is not returned
   * @param parts only these are read: a list of lots is many times larger than the figures of a year
   */
  abstract find<P extends SnapshotPart>(
    scope: SnapshotScope,
    state: string,
    since: number,
    parts: readonly P[],
  ): Promise<Pick<WalletSnapshot, P> | null>;
  /** Replaces the snapshot of the scope in one step: a reader finds the old one or the new one, whole. */
  abstract save(scope: SnapshotScope, state: string, snapshot: WalletSnapshot, now: number): Promise<void>;
  /** Deletes every snapshot that a wallet is part of. */
  abstract forget(address: string): Promise<void>;
}
