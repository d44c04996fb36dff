import type { EachLot, WalletSnapshot } from '../../domain/portfolio/snapshots/wallet-snapshot';

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

/** Wallets of one owner that were asked for. */
export interface AskedScope extends Omit<SnapshotScope, 'wallet'> {
  /** Address values of the wallets with a snapshot, sorted. */
  subjects: string[];
}

/** What a snapshot follows from. */
export interface SnapshotBasis {
  /** Names the stored data and the policies. */
  state: string;
  /** Names the code of the rules. */
  rules: string;
  /** Milliseconds UTC since which a process with these rules runs. */
  rulesSince: number;
}

export type SnapshotPart = keyof WalletSnapshot;

export interface FoundSnapshot<P extends SnapshotPart> {
  snapshot: Pick<WalletSnapshot, P>;
  /** Names the code of the rules that it was computed by. */
  rules: string;
  /** True when a process that runs longer computed it by other rules: those of an earlier release. */
  isOutdated: boolean;
  /** Milliseconds UTC. */
  askedAt: number;
  /** Milliseconds UTC. */
  computedAt: number;
}

/** Stored snapshots, one per scope. */
export abstract class WalletSnapshots {
  /**
   * @param basis its state must be the same
   * @param since milliseconds UTC; an older one is not returned
   * @param parts only these are read: a list of lots is many times larger than the figures of a year
   * @returns by address value
   */
  abstract findAll<P extends SnapshotPart>(
    scope: Pick<AskedScope, 'name' | 'subjects'>,
    basis: SnapshotBasis,
    since: number,
    parts: readonly P[],
  ): Promise<Map<string, FoundSnapshot<P>>>;
  /**
   * The units of each lot, where a snapshot has them apart.
   * @param computedAt of the snapshot that was found
   * @returns null when it was replaced meanwhile
   */
  abstract eachLot(scope: SnapshotScope, basis: SnapshotBasis, computedAt: number): Promise<EachLot | null>;
  /**
   * Replaces the snapshot of the scope in one step: a reader finds the old one or the new one, whole.
   * @param isAsked true when a request needed it
   */
  abstract save(
    scope: SnapshotScope,
    basis: SnapshotBasis,
    snapshot: WalletSnapshot,
    now: number,
    isAsked: boolean,
  ): Promise<void>;
  /** Deletes snapshots that were neither computed nor needed since. @param before milliseconds UTC @returns their number */
  abstract prune(before: number): Promise<number>;
  /** A request needed the snapshot. */
  abstract noteAsked(scope: SnapshotScope, now: number): Promise<void>;
  /**
   * The scopes with a snapshot that a wallet is part of and that a request needed, the latest first.
   * @param since milliseconds UTC of the request, at least
   */
  abstract scopesOf(address: string, since: number, limit: number): Promise<AskedScope[]>;
  /**
   * Deletes every snapshot that a wallet is part of.
   * @returns their number, and the assets in them
   */
  abstract forget(address: string): Promise<{ count: number; assetIds: string[] }>;
}
