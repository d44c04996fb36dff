import type { Address } from '../../../domain/kernel/address';
import type { ManualEntry } from '../../../domain/overlays/manual-entry';
import type { EachLot, WalletSnapshot } from '../../../domain/portfolio/snapshots/wallet-snapshot';
import type { SyncStatus } from '../../../domain/portfolio/sync-status';
import type { LedgerVersion } from '../../../ports/storage/ledgers/ledgers';
import type { OwnedExchangeAccount } from '../../../ports/storage/overlays';
import type { SnapshotPart } from '../../../ports/storage/wallet-snapshots';
import type { Covered, CoveredHistory, CoveredTogether } from '../../history/covered-wallets';
import type { JointLedger, WalletLedger } from '../wallet-ledger';

/** The snapshot of a wallet. */
export interface WalletPart<P extends SnapshotPart> {
  subject: Address;
  snapshot: Pick<WalletSnapshot, P>;
  /** True while prices of the history are fetched. */
  isUnpriced: boolean;
  /** The units of each lot of its assets with many lots. */
  eachLot: () => Promise<EachLot>;
}

/** What stands beside snapshots of one ledger. */
export interface Beside<L> {
  syncStatus: SyncStatus;
  /** Of the user, as the snapshots have them. */
  entries: readonly ManualEntry[];
  accounts: readonly OwnedExchangeAccount[];
  /** The stored ledger that they were made of. Null when that is deleted. */
  version: () => Promise<LedgerVersion | null>;
  compute: () => Promise<L>;
}

/** What an answer is computed from: the snapshot of the stored data, else its ledger. */
export type SnapshotOr<L, P extends SnapshotPart> =
  (WalletPart<P> & Beside<L> & { walletLedger: null }) | { snapshot: null; walletLedger: L };

/** As `SnapshotOr`, of several wallets of one owner: all of them have a snapshot of the same ledger, or none is used. */
export type JointSnapshotsOr<P extends SnapshotPart> =
  | (Beside<JointLedger> & Pick<CoveredTogether, 'failures'> & { wallets: WalletPart<P>[]; joint: null })
  | { wallets: null; joint: JointLedger };

/** Wallets of one ledger, each with a snapshot. */
export interface View {
  covered: CoveredHistory<Covered>;
  subjects: readonly Address[];
}

/** Of a request. */
export interface Asked<L> extends View {
  compute: () => Promise<L>;
  /** Fetches prices that are missing. Null: an answer from stored data does not. */
  fetchPrices: (() => Promise<unknown>) | null;
  /** Of each subject. */
  seenIn: (computed: L) => readonly WalletLedger[];
}

export type Found<L, P extends SnapshotPart> =
  (Beside<L> & { wallets: WalletPart<P>[] }) | { wallets: null; computed: L };

/** Of the wallet at that place among the subjects. */
export function at<T>(all: readonly T[], place: number): T {
  const found = all[place];
  if (found === undefined) throw new Error(`there is no wallet ${place}`);
  return found;
}

export const one = <L>(walletLedger: L): readonly L[] => [walletLedger];

/** Of one wallet. */
export function only<L, P extends SnapshotPart>(found: Found<L, P>): SnapshotOr<L, P> {
  if (found.wallets === null) return { snapshot: null, walletLedger: found.computed };
  const { wallets, ...beside } = found;
  return { ...at(wallets, 0), ...beside, walletLedger: null };
}
