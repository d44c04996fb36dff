import type { PlanWindow } from '../../../domain/access/plan-window';
import type {
  Disposal,
  Income,
  Ledger,
  LedgerLot,
  Lineage,
  LineageDirection,
  LineageLink,
  Lot,
  ReplayOptions,
  Severity,
} from '../../../domain/engine';
import type { StatedSummary, Unsettled } from '../../../domain/forms';
import type { Address } from '../../../domain/kernel/address';
import type { Asset } from '../../../domain/kernel/asset';
import type { Money } from '../../../domain/kernel/units';
import type { Page, PageRequest } from '../../../domain/kernel/page';
import type { HistoryFilter } from '../../../domain/portfolio/history-filter';
import type { LotFilter, LotSort, LotState } from '../../../domain/portfolio/lot-filter';
import type { HeldAsset } from '../../../domain/portfolio/snapshots/wallet-snapshot';
import type { CheckedWallet } from '../../../domain/portfolio/snapshots/wallet-checks';
import type { SyncStatus } from '../../../domain/portfolio/sync-status';
import type {
  AssetRecords,
  EffectPick,
  LedgerTransaction,
  RankedLotRow,
  StoredTransaction,
} from '../../../ports/storage/ledgers/ledgers';
import type { BasisNeed, PriceNeed } from '../../../ports/storage/ledgers/needs';
import type { ComputedBalances } from './computed-balances';
import type { TaxRules } from '../../policies';
import type { Stated } from '../wallet-ledger';

/** A lot as lists show it. */
export type ListedLotRow = RankedLotRow;

export interface ReadRecords extends Omit<AssetRecords, 'lots' | 'disposals' | 'pending'> {
  lots: readonly LedgerLot[];
  disposals: readonly Disposal[];
  /** True while prices that the basis of a lot needs are fetched. */
  isPending: (lot: Pick<Lot, 'transactionId'>) => boolean;
}

/** The records of a ledger that a form of some years is made of. */
export interface LedgerPart {
  /** Disposals, income and wash sales of the period at least, and the lots that were asked for. */
  ledger: Ledger;
  /** Of all wallets and years. */
  unsettled: readonly Unsettled[];
}

/** Transactions, read page by page. Pages are short. */
export interface WholeList {
  count: number;
  pages: AsyncIterable<readonly LedgerTransaction[]>;
}

/** What one transaction did, in every wallet of the owner. */
export interface TransactionEffects {
  /** Lots that it created. */
  lots: ListedLotRow[];
  /** Its links. By id: those of its disposals. */
  steps: { link: LineageLink; from: Lot; to: Lot | undefined }[];
  disposals: Disposal[];
  income: Income[];
}

/**
 * One owner's ledger, seen from one wallet, in parts: from the tables of ledgers, or from a ledger that this process
 * computed. Both give the same answers.
 */
export abstract class LedgerReader {
  abstract readonly subject: Address;
  abstract readonly syncStatus: SyncStatus;
  /** Entries and exchange accounts of the owner. */
  abstract readonly stated: Stated;
  /** Null while the history is incomplete. */
  abstract readonly state: 'ready' | 'incomplete';

  /** @param cap of the plan; null: none */
  abstract window(cap: number | null): Promise<PlanWindow>;
  /** As far as a plan shows them. Results are null while prices are missing that can change them. */
  abstract transactions(
    filter: HistoryFilter,
    cap: number | null,
    request: PageRequest & { isDescending: boolean },
  ): Promise<Page<LedgerTransaction>>;
  /** As far as a plan shows them. */
  abstract lots(
    filter: LotFilter,
    sort: LotSort,
    cap: number | null,
    request: PageRequest,
  ): Promise<Page<ListedLotRow>>;
  /**
   * Open lots by token key and rank, as far as a plan shows them.
   * @returns also the basis of all open lots
   */
  abstract ranked(
    cap: number | null,
    request: Pick<PageRequest, 'page' | 'perPage'>,
  ): Promise<{ page: Page<ListedLotRow>; cost: Money }>;
  /** Deposited elsewhere without a receipt, still owned. */
  abstract deposits(): readonly HeldAsset[];
  /**
   * @param period ms UTC, `until` exclusive
   * @param wallets whose lots are needed: those that are received in the period, or sold in it
   */
  abstract part(period: { from: number; until: number }, wallets?: readonly string[]): Promise<LedgerPart>;
  /** Public keys of assets, by asset id. */
  abstract tokenKeys(assetIds: Iterable<string>): Promise<ReadonlyMap<string, string>>;

  /** As far as a plan shows them, oldest first. A page that is missing is an error: the list is never cut. */
  abstract allTransactions(filter: HistoryFilter, cap: number | null): Promise<WholeList>;
  /** Transactions of the wallet, in any order. Those that are none are left out. */
  abstract transactionsById(ids: readonly string[]): Promise<LedgerTransaction[]>;
  /** The same object while the ledger is the same. */
  abstract readonly source: object;
  /** Transactions of the wallet with an id or a hash, and maybe others. */
  abstract named(name: string): Promise<StoredTransaction[]>;
  abstract effects(pick: EffectPick): Promise<TransactionEffects>;
  /** True for a transfer out of an account at a broker that took other lots than own books name. */
  abstract isNotIdentified(transactionId: string): boolean;
  /** @throws AppError LOT_NOT_FOUND */
  abstract lineage(lotId: string, direction: LineageDirection, depth: number): Promise<Lineage>;
  /** Open lots of some assets of the wallet: those of the first asset first, each oldest acquisition first. */
  abstract lotsOfAssets(
    assetIds: readonly string[],
    cap: number | null,
    limit: number,
  ): Promise<ListedLotRow[]>;
  /** What disposals of some assets of the wallet gained in a tax year, after what the wash-sale rule disallows. */
  abstract gained(assetIds: readonly string[], taxYear: number): Promise<Money>;
  /** Lots without a known basis, largest effect first, as far as a plan shows them and the sources of their units. */
  abstract basisNeeds(
    filter: { chain?: string; symbol?: string },
    cap: number | null,
    request: Pick<PageRequest, 'page' | 'perPage'>,
  ): Promise<Page<BasisNeed>>;
  /** Transactions without a known value, largest effect first, as far as a plan shows them. */
  abstract priceNeeds(
    filter: { chain?: string; taxYear?: number },
    cap: number | null,
    request: Pick<PageRequest, 'page' | 'perPage'>,
  ): Promise<Page<PriceNeed>>;

  /** True when the distribution of wash-sale losses over later sales is not exact. */
  abstract readonly isApproximate: boolean;
  /** The figures of a year, or of all years (null). @throws AppError SERVICE_UNAVAILABLE while the history is incomplete */
  abstract taxSummary(year: number | null): Promise<StatedSummary>;
  /** Years with rows for a form, ascending. */
  abstract reportYears(): Promise<number[]>;
  /** Wash sales of a period, with their disposals that the subject made. */
  abstract washed(period: { from: number; until: number }): Promise<Pick<Ledger, 'disposals' | 'washSales'>>;
  /** Problems of the data of the subject, and what waits for its owner, as far as a plan shows it. */
  abstract checks(cap: number | null): Promise<CheckedWallet>;
  abstract severity(): Promise<Severity>;
  /** As `inputHash`, by the options and rules of the ledger of record. */
  abstract inputHash(options: ReplayOptions, rules: TaxRules): Promise<string>;
  /** What the balances on chains are compared with. */
  abstract balances(): Promise<ComputedBalances>;
  /** Open lots of the subject, or of every wallet of its owner. */
  abstract openLots(of: 'subject' | 'owner'): Promise<readonly LedgerLot[]>;
  /** Open lots first, each in the order of the ledger, as far as a plan shows them. */
  abstract openFirst(
    status: LotState,
    cap: number | null,
    request: Pick<PageRequest, 'page' | 'perPage'>,
  ): Promise<Page<ListedLotRow>>;
  /** Every lot and disposal of the subject in some assets. None while the history is incomplete. */
  abstract ofAssets(isWanted: (asset: Asset) => boolean): Promise<ReadRecords>;
}
