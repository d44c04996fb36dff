import type { Ledger } from '../../domain/engine';
import type { Address } from '../../domain/kernel/address';
import type { WalletTransaction } from '../../domain/chain/facts/wallet-transaction';
import type { ValuedHistory } from '../history/history-reader.service';
import type { JointHistory, WalletHistory } from '../history/wallet-history';

/** One owner's ledger, seen from one wallet. */
export interface WalletLedger {
  subject: Address;
  history: WalletHistory;
  /** Null while the history is incomplete, or when the replay exceeded the budget. */
  ledger: Ledger | null;
  /** Public key of every asset of the history, by asset id. */
  tokenKeys: ReadonlyMap<string, string>;
  /** The subject's own transactions, oldest first. */
  transactions: readonly WalletTransaction[];
}

/** What decides the rules of a ledger: the entries and the accounts of its owner. */
export interface Stated {
  history: { valued: Partial<Pick<ValuedHistory, 'entries' | 'accounts'>> };
}

/** A WalletLedger whose ledger is complete. */
export interface ReadyWalletLedger extends WalletLedger {
  ledger: Ledger;
}

/** One owner's ledger, seen from each of several wallets. */
export interface JointLedger {
  /** In request order. They share one ledger. */
  wallets: WalletLedger[];
  history: JointHistory;
  /** As in WalletLedger. */
  ledger: Ledger | null;
}
