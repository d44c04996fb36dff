import type { PlanWindow } from '../../../domain/access/plan-window';
import type { Ledger, LedgerLot, ReplayOptions, Severity } from '../../../domain/engine';
import type { StatedSummary, Unsettled } from '../../../domain/forms';
import type { Address } from '../../../domain/kernel/address';
import type { Money } from '../../../domain/kernel/units';
import type { Page, PageRequest } from '../../../domain/kernel/page';
import type { HistoryFilter } from '../../../domain/portfolio/history-filter';
import type { LotFilter, LotSort, LotState } from '../../../domain/portfolio/lot-filter';
import type { HeldAsset } from '../../../domain/portfolio/snapshots/wallet-snapshot';
import type { CheckedWallet } from '../../../domain/portfolio/snapshots/wallet-checks';
import type { SyncStatus } from '../../../domain/portfolio/sync-status';
import type { LedgerTransaction, RankedLotRow } from '../../../ports/storage/ledgers/ledgers';
import type { ComputedBalances } from '../../valuation/on-chain-balances.service';
import type { TaxRules } from '../../policies';
import type { Stated } from '../wallet-ledger';

/** A lot as lists show it. */
export interface ListedLotRow extends RankedLotRow {
  /** True while prices that its basis needs are fetched. */
  isPending: boolean;
}

/** The records of a ledger that a form of some years is made of. */
export interface LedgerPart {
  /** Disposals, income and wash sales of the period at least, and the lots that were asked for. */
  ledger: Ledger;
  /** Of all wallets and years. */
  unsettled: readonly Unsettled[];
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
}
