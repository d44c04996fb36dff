import type { PlanWindow } from '../../../domain/access/plan-window';
import type { Disposal, Ledger, LedgerLot, Lot } from '../../../domain/engine';
import type { Unsettled } from '../../../domain/forms';
import type { Address } from '../../../domain/kernel/address';
import type { Asset } from '../../../domain/kernel/asset';
import type { Money } from '../../../domain/kernel/units';
import type { Page, PageRequest } from '../../../domain/kernel/page';
import type { HistoryFilter } from '../../../domain/portfolio/history-filter';
import type { LotFilter, LotSort } from '../../../domain/portfolio/lot-filter';
import type { HeldAsset } from '../../../domain/portfolio/snapshots/wallet-snapshot';
import type { SyncStatus } from '../../../domain/portfolio/sync-status';
import type { AssetRecords, LedgerTransaction, RankedLotRow } from '../../../ports/storage/ledgers/ledgers';
import type { Stated } from '../wallet-ledger';

/** A lot as lists show it. */
export interface ListedLotRow extends RankedLotRow {
  /** True while prices that its basis needs are fetched. */
  isPending: boolean;
}

export interface ReadRecords extends Omit<AssetRecords, 'lots' | 'disposals'> {
  lots: readonly LedgerLot[];
  disposals: readonly Disposal[];
  /** True while prices that the basis of a lot needs are fetched. */
  isPending: (lot: Pick<Lot, 'transactionId'>) => boolean;
}

/** The records of a ledger that a form of some years is made of. */
export interface LedgerPart {
  /** Disposals, income and wash sales of the period, and the lots that were asked for. */
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
   * @param wallets whose lots are needed
   */
  abstract part(period: { from: number; until: number }, wallets?: readonly string[]): Promise<LedgerPart>;
  /** Public keys of assets, by asset id. */
  abstract tokenKeys(assetIds: Iterable<string>): Promise<ReadonlyMap<string, string>>;

  /** Every lot and disposal of the subject in some assets. None while the history is incomplete. */
  abstract ofAssets(isWanted: (asset: Asset) => boolean): Promise<ReadRecords>;
}
