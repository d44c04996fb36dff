import type { WalletTransaction } from '../../../domain/chain/facts/wallet-transaction';
import type {
  Disposal,
  Income,
  Issue,
  Ledger,
  LedgerLot,
  LineageLink,
  PlacedLink,
  TransactionResult,
  WashSale,
} from '../../../domain/engine';
import type { Unsettled } from '../../../domain/forms';
import type { Asset } from '../../../domain/kernel/asset';
import type { Money } from '../../../domain/kernel/units';
import type { PageRequest, Position } from '../../../domain/kernel/page';
import type { TransferCounts } from '../../../domain/overlays/transfer-matches';
import type { HistoryFilter } from '../../../domain/portfolio/history-filter';
import type { LotFilter, LotSort } from '../../../domain/portfolio/lot-filter';
import type { BasisNeed, LedgerNeed, NeedPick, PriceNeed, ShownLots } from './needs';

export type { ShownLots } from './needs';

/**
 * A version of a stored ledger. Readers see a version whole: the rows of an older one are kept for some minutes after
 * the next one is written.
 */
export interface LedgerVersion {
  ledgerId: string;
  version: number;
  facts: LedgerFacts;
}

/** What a ledger states beside its rows. */
export interface LedgerFacts extends Pick<Ledger, 'isApproximate' | 'movesNotIdentified'> {
  /** Of all wallets and years. */
  unsettled: readonly Unsettled[];
  /** As `inputHash`. */
  inputHash: string;
  transfers: TransferCounts;
}

/** Without what only its classification needs. */
export type StoredTransaction = Omit<WalletTransaction, 'position'>;

export interface LedgerTransaction {
  transaction: StoredTransaction;
  /** Of the disposals of its wallet. Null without one. */
  result: TransactionResult | null;
}

export interface LedgerLotRow {
  lot: LedgerLot;
  tokenKey: string;
  /** First in, first out among all lots of the wallet and asset, with those that are closed. 0 is consumed first. */
  place: number;
  /** The wallet of its transaction, when that counts against a plan. */
  shownIn: string | null;
  /** True while prices that its basis needs are fetched. */
  isPending: boolean;
}

export interface LedgerIssueRow {
  issue: Issue;
  /** As in LedgerLotRow. */
  shownIn: string | null;
}

/** Everything that is stored of a ledger. Each list is read once. */
export interface LedgerContents {
  facts: LedgerFacts;
  assets: Iterable<Asset>;
  /** By asset id. */
  tokenKeys: ReadonlyMap<string, string>;
  transactions: Iterable<LedgerTransaction>;
  lots: Iterable<LedgerLotRow>;
  disposals: Iterable<Disposal>;
  income: Iterable<Income>;
  links: Iterable<LineageLink>;
  issues: Iterable<LedgerIssueRow>;
  washSales: Iterable<WashSale>;
  needs: Iterable<LedgerNeed>;
}

/** What a ledger is of. */
export interface LedgerScope {
  ledgerId: string;
  /** Of its snapshots. */
  name: string;
  /** Every wallet of the owner. */
  wallets: readonly string[];
  /** Null without additions of a user. */
  userId: string | null;
}

/** What a version follows from, as of a snapshot. */
export interface LedgerBasis {
  /** Names the stored data and the policies. */
  state: string;
  /** Names the code of the rules. */
  rules: string;
}

/** Transactions of one wallet. */
export interface TransactionPick extends Omit<HistoryFilter, 'taxYear'> {
  wallet: string;
  /** The position of the oldest one that a plan shows. Null: all are shown. */
  since: Position | null;
}

/** Transactions of several wallets. */
export interface JointTransactionPick extends Omit<TransactionPick, 'wallet'> {
  wallets: readonly string[];
}

/** Lots of one wallet. */
export interface LotPick extends Omit<LotFilter, 'isLongTerm'> {
  wallet: string;
  assetId?: string;
  /** Long-term lots start before this time (ms UTC), short-term ones at it or later, or at an unknown time. */
  term?: { isLong: boolean; before: number };
  /** What a plan shows. Null: everything. */
  shown: ShownLots | null;
}

/**
 * `rank`: by token key, then rank. `open_first`: open lots first, each in the order of the ledger. `held`: in the order
 * in which a position lists its lots. They have no cursor.
 */
export type LotRowSort = LotSort | 'rank' | 'open_first' | 'held';

export interface RankedLotRow {
  lot: LedgerLot;
  tokenKey: string;
  /** First in, first out among the open lots of the wallet and asset; 0 for a closed lot. */
  rank: number;
  /** As in LedgerLotRow. */
  isPending: boolean;
}

/** Records of some wallets in a period. */
export interface RecordPick {
  /** Null: of every wallet of the ledger. */
  wallets: readonly string[] | null;
  /** ms UTC */
  from: number;
  /** ms UTC, exclusive */
  until: number;
}

/** Which page of a list to read. */
export interface ReadRequest extends PageRequest {
  /** Number of rows of the whole list, where it is known. */
  total?: number;
}

/** A lot, with what a plan needs to know of it. */
export interface FoundLot {
  lot: LedgerLot;
  shownIn: string | null;
}

/** A transaction, by its hash on a chain and its time (ms UTC), or by its id. */
export type EffectPick = { txHash: string; at: number } | { transactionId: string };

/** What a transaction did to the ledger, in every wallet. Lists are in the order of the ledger. */
export interface StoredEffects {
  lots: (RankedLotRow & FoundLot)[];
  /** By its id: those of its disposals. */
  links: LineageLink[];
  disposals: Disposal[];
  income: Income[];
}

/** Records of some assets. */
export interface AssetRecords {
  lots: LedgerLot[];
  disposals: Disposal[];
  /** Ids of the assets with a transaction that is spam. */
  spam: ReadonlySet<string>;
  /** Ids of the transactions of lots whose basis needs prices that are fetched. */
  pending: ReadonlySet<string>;
}

/** A page of a list. */
export interface ReadPage<T> {
  rows: T[];
  /** Of the whole list. */
  total: number;
  /** True when rows follow. */
  hasMore: boolean;
}

/** Stored ledgers: written whole by the process that computed one, read in parts. */
export abstract class Ledgers {
  /** The version of a basis. @returns null when none is stored */
  abstract find(ledgerId: string, basis: LedgerBasis): Promise<LedgerVersion | null>;
  /**
   * Stores a version in one transaction. Rows that did not change are not written.
   * Nothing is written when the latest version is of the same state and rules, and younger than a day. Of the ledgers of several wallets, those
   * written longest ago are deleted: anyone with a credential can name any number of such sets.
   */
  abstract save(scope: LedgerScope, basis: LedgerBasis, contents: LedgerContents, now: number): Promise<void>;
  /** Deletes ledgers without a snapshot that were written before a time (ms UTC). @returns their number */
  abstract prune(before: number): Promise<number>;
  /** No reader finds the ledgers of a wallet any more. `prune` deletes them, after those who read them now. */
  abstract forget(address: string, now: number): Promise<void>;

  /** In the order of TRANSACTION_ORDER. */
  abstract transactions(
    at: LedgerVersion,
    pick: TransactionPick,
    request: ReadRequest & { isDescending: boolean },
  ): Promise<ReadPage<LedgerTransaction>>;
  /** The newest transactions that count against a plan, oldest first. */
  abstract newest(
    at: LedgerVersion,
    wallet: string,
    count: number,
  ): Promise<{ id: string; at: number; position: Position }[]>;
  /** Transactions of a wallet with an id or a hash. */
  abstract named(at: LedgerVersion, wallet: string, name: string): Promise<LedgerTransaction[]>;
  /** `rank`: by token key, then rank. It has no cursor, nor has `held`. */
  abstract lots(
    at: LedgerVersion,
    pick: LotPick,
    sort: LotRowSort,
    request: ReadRequest,
  ): Promise<ReadPage<RankedLotRow>>;
  /** The basis of all open lots of a wallet, as far as it needs no price that is fetched. */
  abstract openCost(at: LedgerVersion, wallet: string): Promise<Money>;
  /** In the order of the ledger. */
  abstract records(
    at: LedgerVersion,
    pick: RecordPick,
  ): Promise<{ disposals: Disposal[]; income: Income[]; washSales: WashSale[] }>;
  /** Lots of some wallets that were received in a period, and those named, in the order of the ledger. */
  abstract lotsOf(at: LedgerVersion, pick: RecordPick & { ids: readonly string[] }): Promise<LedgerLot[]>;
  /** Public keys of assets, by asset id. */
  abstract tokenKeys(at: LedgerVersion, assetIds: readonly string[]): Promise<ReadonlyMap<string, string>>;

  abstract transactionsById(at: LedgerVersion, ids: readonly string[]): Promise<LedgerTransaction[]>;
  abstract lotsById(at: LedgerVersion, ids: readonly string[]): Promise<FoundLot[]>;
  /** Links that end (`up`) or begin (`down`) at some lots, in the order of the ledger. */
  abstract linksAt(at: LedgerVersion, way: 'up' | 'down', lotIds: readonly string[]): Promise<PlacedLink[]>;
  /** @param wallet in whose lots a rank counts */
  abstract effects(at: LedgerVersion, wallet: string, pick: EffectPick): Promise<StoredEffects>;
  /** What disposals of assets of a wallet gained in a period, after what the wash-sale rule disallows. */
  abstract gained(
    at: LedgerVersion,
    of: { wallet: string; assetIds: readonly string[]; from: number; until: number },
  ): Promise<Money>;
  /** Largest effect first. Without cursors. */
  abstract needs(
    at: LedgerVersion,
    kind: 'basis',
    pick: NeedPick,
    request: Pick<PageRequest, 'page' | 'perPage'>,
  ): Promise<ReadPage<BasisNeed>>;
  abstract needs(
    at: LedgerVersion,
    kind: 'price',
    pick: NeedPick,
    request: Pick<PageRequest, 'page' | 'perPage'>,
  ): Promise<ReadPage<PriceNeed>>;

  /**
   * Issues of a wallet, in the order of the ledger.
   * @param shown what a plan shows; null: everything
   */
  abstract issues(
    at: LedgerVersion,
    wallet: string,
    kind: Issue['kind'],
    shown: ShownLots | null,
    limit: number,
  ): Promise<Issue[]>;
  /** Assets by id. */
  abstract assets(at: LedgerVersion, ids: readonly string[]): Promise<ReadonlyMap<string, Asset>>;
  /** Open lots of a wallet, or of all (null), in the order of the ledger. */
  abstract openLots(
    at: LedgerVersion,
    wallet: string | null,
  ): Promise<Pick<LedgerLotRow, 'lot' | 'shownIn'>[]>;
  /** Wash sales of a period, with those of their disposals that some wallets made. */
  abstract washed(
    at: LedgerVersion,
    pick: RecordPick,
  ): Promise<{ disposals: Disposal[]; washSales: WashSale[] }>;

  /** As `transactions`, in JOINT_ORDER. */
  abstract jointTransactions(
    at: LedgerVersion,
    pick: JointTransactionPick,
    request: PageRequest & { isDescending: boolean },
  ): Promise<ReadPage<LedgerTransaction>>;
  /** As `newest`, in JOINT_ORDER. */
  abstract jointNewest(
    at: LedgerVersion,
    wallets: readonly string[],
    count: number,
  ): Promise<{ id: string; position: Position }[]>;
  /** Every lot and disposal of a wallet in some assets, in the order of the ledger. */
  abstract ofAssets(
    at: LedgerVersion,
    wallet: string,
    isWanted: (asset: Asset) => boolean,
  ): Promise<AssetRecords>;
}
