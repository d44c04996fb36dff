import type { PlanWindow } from '../../../domain/access/plan-window';
import type { AppError } from '../../../domain/kernel/errors';
import type { Address } from '../../../domain/kernel/address';
import type { Page, PageRequest } from '../../../domain/kernel/page';
import type { HistoryFilter } from '../../../domain/portfolio/history-filter';
import type { SyncStatus } from '../../../domain/portfolio/sync-status';
import type { LedgerTransaction } from '../../../ports/storage/ledgers/ledgers';
import type { Stated } from '../wallet-ledger';
import type { LedgerReader } from './ledger-reader';

/** What a plan shows of several wallets together. */
export type JointWindow = Omit<PlanWindow, 'showsLot'>;

/** One owner's ledger, seen from each of several wallets, in parts. */
export abstract class JointReader implements Pick<
  LedgerReader,
  'syncStatus' | 'stated' | 'part' | 'tokenKeys' | 'source' | 'allTransactions' | 'transactionsById'
> {
  /** In request order. */
  abstract readonly subjects: readonly Address[];
  /** Each problem names its wallet. */
  abstract readonly syncStatus: SyncStatus;
  abstract readonly stated: Stated;
  /** Why a wallet has no readable data, by address value. */
  abstract readonly failures: ReadonlyMap<string, AppError>;
  /** The most recent transactions of all wallets together. @param cap of the plan; null: none */
  abstract window(cap: number | null): Promise<JointWindow>;
  /**
   * In JOINT_ORDER, as far as a plan shows them.
   * @param wallets values of the subjects whose transactions are listed
   */
  abstract transactions(
    filter: HistoryFilter,
    wallets: readonly string[],
    cap: number | null,
    request: PageRequest & { isDescending: boolean },
  ): Promise<Page<LedgerTransaction>>;
  /** Of all subjects, in JOINT_ORDER. */
  abstract readonly allTransactions: LedgerReader['allTransactions'];
  abstract readonly transactionsById: LedgerReader['transactionsById'];
  abstract readonly source: object;
  abstract readonly part: LedgerReader['part'];
  abstract readonly tokenKeys: LedgerReader['tokenKeys'];
}
