import type { Address } from '../../domain/kernel/address';
import type { AppError } from '../../domain/kernel/errors';
import type { SyncStatus } from '../../domain/portfolio/rescan-rules';
import type { ValuedHistory } from './history-reader.service';

/** The history of one owner's wallets as far as it is known, and how far that is. */
export interface WalletHistory {
  subject: Address;
  /** Every wallet of the owner, the subject included; sorted. */
  wallets: readonly string[];
  /** Shared between callers: one object per state of the store. */
  valued: ValuedHistory;
  freshness: SyncStatus;
}

/** The history of wallets none of which is in front of the others: what cannot be known names its wallet. */
export interface JointHistory extends Omit<WalletHistory, 'subject'> {
  /** Why wallets of which nothing can be read cannot, by address value. */
  failures: ReadonlyMap<string, AppError>;
}
