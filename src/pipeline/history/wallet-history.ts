import type { Address } from '../../domain/kernel/address';
import type { AppError } from '../../domain/kernel/errors';
import type { SyncStatus } from '../../domain/portfolio/sync-status';
import type { ChainState } from '../../ports/storage/raw-history-store';
import type { Budget } from '../budget';
import type { ValuedHistory } from './history-reader.service';

/** The known history of one owner's wallets, and its coverage. */
export interface WalletHistory {
  subject: Address;
  /** Every wallet of the owner, including the subject, sorted. */
  wallets: readonly string[];
  /** Shared between callers: one object per state of the store. */
  valued: ValuedHistory;
  syncStatus: SyncStatus;
}

/** The history of several equal wallets. Each unknown part names its wallet. */
export interface JointHistory extends Omit<WalletHistory, 'subject'> {
  /** Why a wallet has no readable data, by address value. */
  failures: ReadonlyMap<string, AppError>;
}

/** A wallet before its read. `order`: what the request needs of a job. */
export interface Asked {
  address: Address;
  budget: Budget;
  states: readonly ChainState[];
  order: 'none' | 'refresh' | 'needed';
}
