import type { Leg, WalletTransaction } from '../../../domain/chain/facts/wallet-transaction';
import type { TransferMatch } from '../../../domain/matching';
import type { LotInNeed } from '../../../domain/portfolio/needs/needs-basis';
import type { TransactionInNeed } from '../../../domain/portfolio/needs/needs-price';

/** What a plan shows of the lots of a wallet. */
export interface ShownLots {
  /** Transactions of the wallet. */
  ids: readonly string[];
  /** Lots whose transaction is none of the wallet: those received at this time (ms UTC) or later. */
  since: number;
}

/** The score is decimal text. */
export type SuggestedTransfer = Omit<TransferMatch, 'score'> & { score: string };

/** A lot with a basis that only the user knows. */
export interface BasisNeed extends Omit<LotInNeed, 'soldAt'> {
  /** Outflows that may be its source. */
  suggestions: readonly SuggestedTransfer[];
}

type Units = Pick<Leg, 'direction' | 'asset' | 'quantity'>;

/** A transaction whose value is not known. */
export interface PriceNeed extends Omit<TransactionInNeed, 'transaction' | 'legs' | 'fees' | 'soldAt'> {
  transaction: Pick<WalletTransaction, 'id' | 'hash' | 'chain' | 'at' | 'type'>;
  legs: readonly Units[];
  fees: readonly Units[];
}

/** What a list of needs reads of one: its wallet, and what a plan shows it by. */
interface NeedOf<Kind extends string, T> {
  kind: Kind;
  wallet: string;
  need: T;
  tokenKey: string | null;
  /** The wallet of its transaction, when that counts against a plan. */
  shownIn: string | null;
}
export type LedgerNeed = NeedOf<'basis', BasisNeed> | NeedOf<'price', PriceNeed>;
export type NeedKind = LedgerNeed['kind'];

/** Needs of one wallet. */
export interface NeedPick {
  wallet: string;
  chain?: string;
  /** A symbol in any letter case, or a token key. */
  symbol?: string;
  /** ms UTC */
  from?: number;
  /** ms UTC, exclusive */
  until?: number;
  /** What a plan shows. Null: everything. */
  shown: ShownLots | null;
}
