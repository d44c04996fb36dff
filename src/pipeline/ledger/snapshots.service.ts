import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { parseAddress, type Address } from '../../domain/kernel/address';
import { tokenKeyOf } from '../../domain/kernel/asset';
import { taxYearOf } from '../../domain/kernel/calendar';
import { DAY_MS } from '../../domain/kernel/durations';
import { sha256Hex } from '../../domain/kernel/hash';
import { LOT_SORTS, pickLots } from '../../domain/portfolio/lot-filter';
import {
  detached,
  heldAsset,
  LISTED_LOTS,
  type WalletSnapshot,
} from '../../domain/portfolio/snapshots/wallet-snapshot';
import type { SyncStatus } from '../../domain/portfolio/sync-status';
import { ProcessState } from '../../common/process-state';
import { breathe } from '../../common/turns';
import { Config } from '../../config/env';
import { Clock } from '../../ports/clock';
import { RulesVersion } from '../../ports/rules-version';
import { BalanceObservations } from '../../ports/storage/balance-observations';
import { WalletSnapshots, type SnapshotPart, type SnapshotScope } from '../../ports/storage/wallet-snapshots';
import type { Budget } from '../budget';
import { syncStatusOf, walletsOf, type Covered, type CoveredHistory } from '../history/covered-wallets';
import { WalletHistoryService } from '../history/wallet-history.service';
import { WalletIndexer } from '../history/wallet-indexer.service';
import { LedgerViews } from './ledger-views.service';
import { visibleTransactions } from './plan-view';
import type { ReadyWalletLedger, WalletLedger } from './wallet-ledger';
import { WalletLedgerService } from './wallet-ledger.service';

/** Prices that no market had are requested again after some time, and then a history can change by itself. */
const KEEP_MS = DAY_MS;
/** The first tax year of digital assets. */
const FIRST_YEAR = 2009;
const NOTHING = { transactions: [], open: [] };

/** What an answer is computed from: the snapshot of the stored data, else its ledger. */
export type SnapshotOr<L, P extends SnapshotPart> =
  | { snapshot: Pick<WalletSnapshot, P>; syncStatus: SyncStatus; walletLedger: null }
  | { snapshot: null; walletLedger: L };

/**
 * Snapshots of ledgers. One that follows from the stored data of now replaces the replay of the history. A ledger that
 * had to be computed leaves its snapshot for the next process.
 */
@Injectable()
export class Snapshots implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('Snapshots');
  readonly #saving = new Set<string>();
  /** One wallet at a time: a ledger needs memory. */
  #refreshing: Promise<void> = Promise.resolve();
  #isStopping = false;

  constructor(
    private readonly histories: WalletHistoryService,
    private readonly ledgers: WalletLedgerService,
    private readonly views: LedgerViews,
    private readonly store: WalletSnapshots,
    private readonly observations: BalanceObservations,
    private readonly rules: RulesVersion,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly indexer: WalletIndexer,
    private readonly state: ProcessState,
  ) {}

  /** A process without requests computes what the others read. */
  onApplicationBootstrap(): void {
    if (!this.state.runsJobs || this.config.REDIS_URL === undefined) return;
    this.indexer.onRead((address) => {
      this.#refreshing = this.#refreshing.then(() => this.refresh(parseAddress(address)));
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#isStopping = true;
    await this.#refreshing;
  }

  /** Stores the snapshot of a wallet alone, and releases its ledger. */
  private async refresh(subject: Address): Promise<void> {
    if (this.#isStopping) return;
    try {
      const covered = await this.histories.storedCovered(subject, []);
      const { scope, state } = await this.nameOf(covered);
      if (await this.store.find(scope, state, this.clock.now() - KEEP_MS, ['transactionCount'])) return;
      await this.save(scope, state, await this.ledgers.completeStored(covered));
      await this.ledgers.forget(subject);
    } catch (error) {
      this.log.debug(`No snapshot of a wallet that was read: ${String(error)}`);
    }
  }

  /**
   * @param parts of the snapshot that the answer needs
   * @throws AppError as WalletLedgerService.of
   */
  async of<P extends SnapshotPart>(
    subject: Address,
    owned: readonly Address[],
    budget: Budget,
    parts: readonly P[],
  ): Promise<SnapshotOr<WalletLedger, P>> {
    const covered = await this.histories.covered(subject, owned, budget);
    return this.found(covered, parts, () => this.ledgers.complete(covered, budget));
  }

  /**
   * @param parts of the snapshot that the answer needs
   * @throws AppError as WalletLedgerService.stored
   */
  async stored<P extends SnapshotPart>(
    subject: Address,
    owned: readonly Address[],
    userId: string | undefined,
    parts: readonly P[],
  ): Promise<SnapshotOr<ReadyWalletLedger, P>> {
    const covered = await this.histories.storedCovered(subject, owned, userId);
    return this.found(covered, parts, () => this.ledgers.completeStored(covered));
  }

  private async found<L extends WalletLedger, P extends SnapshotPart>(
    covered: CoveredHistory<Covered>,
    parts: readonly P[],
    compute: () => Promise<L>,
  ): Promise<SnapshotOr<L, P>> {
    if (covered.covered.some(({ coverage }) => coverage.pending.length > 0))
      return { snapshot: null, walletLedger: await compute() };
    const { scope, state } = await this.nameOf(covered);
    const snapshot = await this.store.find(scope, state, this.clock.now() - KEEP_MS, parts);
    if (snapshot) return { snapshot, syncStatus: syncStatusOf(covered.covered, NOTHING), walletLedger: null };
    const walletLedger = await compute();
    void this.save(scope, state, walletLedger);
    return { snapshot: null, walletLedger };
  }

  private async nameOf(covered: CoveredHistory<Covered>): Promise<{ scope: SnapshotScope; state: string }> {
    const part = this.histories.partOf(covered);
    const wallets = walletsOf(
      covered.covered.map(({ address }) => address),
      covered.additions,
    );
    const observed = await Promise.all(part.stored.map(({ address }) => this.observations.of(address.value)));
    const { REPORT_TIMEZONE, ENABLE_WASH_SALES, GAS_POLICY, WRAP_POLICY, DEPOSIT_POLICY } = this.config;
    const settings = [REPORT_TIMEZONE, ENABLE_WASH_SALES, GAS_POLICY, WRAP_POLICY, DEPOSIT_POLICY];
    const observations = observed
      .flat()
      .map(({ address, assetId, at, quantity }) => `${address} ${assetId} ${at} ${quantity}`);
    return {
      scope: {
        wallet: covered.subject.value,
        name: sha256Hex(JSON.stringify([wallets, part.subject])),
        wallets,
        userId: covered.additions?.userId ?? null,
      },
      state: sha256Hex(JSON.stringify([this.rules.version, settings, part.state, observations.sort()])),
    };
  }

  /** Beside the request: a caller neither waits for it nor fails with it. */
  private async save(scope: SnapshotScope, state: string, walletLedger: WalletLedger): Promise<void> {
    const { ledger, history } = walletLedger;
    const isFinal = !history.syncStatus.historyPending && history.valued.open.length === 0;
    const name = `${scope.wallet} ${scope.name}`;
    // A snapshot cannot state that its amounts are approximate.
    if (!ledger || ledger.isApproximate || !isFinal || this.#saving.has(name)) return;
    this.#saving.add(name);
    try {
      const snapshot = await this.snapshotOf({ ...walletLedger, ledger });
      await this.store.save(scope, state, snapshot, this.clock.now());
    } catch (error) {
      this.log.warn(`A snapshot could not be stored: ${String(error)}`);
    } finally {
      this.#saving.delete(name);
    }
  }

  /** Yields to other requests between its parts. */
  private async snapshotOf(walletLedger: ReadyWalletLedger): Promise<WalletSnapshot> {
    const { ledger, subject, tokenKeys } = walletLedger;
    const held = (positions: ReturnType<LedgerViews['positions']>) =>
      positions.map((position) => heldAsset(position, tokenKeyOf(tokenKeys, position.asset)));
    await breathe();
    const { timezone } = this.ledgers.rulesOf(walletLedger);
    const now = this.clock.now();
    const context = { keys: tokenKeys, now, timezone };
    const open = pickLots(ledger, subject.value, { status: 'open' }, context).sort(LOT_SORTS.date_asc);
    await breathe();
    const ranks = this.views.fifoRanks(walletLedger);
    const taxSummaries: WalletSnapshot['taxSummaries'][number][] = [
      { year: null, summary: this.views.taxSummary(walletLedger) },
    ];
    // One year more: a year can begin before the snapshot is replaced.
    for (let year = FIRST_YEAR; year <= taxYearOf(now, timezone) + 1; year++) {
      await breathe();
      taxSummaries.push({ year, summary: this.views.taxSummary(walletLedger, year) });
    }
    return {
      positions: held(this.views.positions(walletLedger)),
      deposits: held(this.views.deposits(walletLedger)),
      timezone,
      transactionCount: visibleTransactions(walletLedger).length,
      taxSummaries,
      openLots: {
        total: open.length,
        first: open.slice(0, LISTED_LOTS).map((lot) => ({
          lot: detached(lot),
          tokenKey: tokenKeyOf(tokenKeys, lot.asset),
          rank: ranks.get(lot) ?? 0,
        })),
      },
    };
  }
}
