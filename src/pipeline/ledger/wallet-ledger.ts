import type { Ledger } from '../../domain/engine';
import type { Address } from '../../domain/kernel/address';
import type { WalletTransaction } from '../../domain/normalise/facts/wallet-transaction';
import type { JointHistory, WalletHistory } from '../history/wallet-history';

/** One owner's books, seen from one of the wallets. */
export interface WalletLedger {
  subject: Address;
  history: WalletHistory;
  /** Null when the history is still being read, or the replay did not finish within the budget. */
  ledger: Ledger | null;
  /** Public key of every asset of the history, by asset id. */
  tokenKeys: ReadonlyMap<string, string>;
  /** The subject's own transactions, oldest first. */
  transactions: readonly WalletTransaction[];
}

/** Books that are there. */
export interface ReadyWalletLedger extends WalletLedger {
  ledger: Ledger;
}

/** One owner's books, seen from every one of several wallets. */
export interface JointLedger {
  /** In the order asked for. They share one ledger. */
  wallets: WalletLedger[];
  history: JointHistory;
  /** As in WalletLedger. */
  ledger: Ledger | null;
}
