import { Injectable } from '@nestjs/common';
import {
  methodInForce,
  type Ledger,
  type LedgerEvent,
  type MethodName,
  type ReplayOptions,
} from '../../domain/engine';
import { asUser, type Principal } from '../../domain/access/principal';
import { brokerWallets } from '../../domain/custody';
import type { Address } from '../../domain/kernel/address';
import { assetGroup, writingEvents } from '../../domain/chain';
import type { WalletTransaction } from '../../domain/chain/facts/wallet-transaction';
import {
  applyEntries,
  choosingMethod,
  refusedChoice,
  withoutChoice,
  withoutChoices,
} from '../../domain/overlays/apply-entries';
import { sharedPools } from '../../domain/overlays/allocations/allocations';
import { electedMethods, standingSelections } from '../../domain/overlays/elections';
import type { ManualEntry } from '../../domain/overlays/manual-entry';
import { withZone } from '../../domain/overlays/tax-settings';
import { withValues } from '../../domain/overlays/transaction-values';
import { Config } from '../../config/env';
import { Clock } from '../../ports/clock';
import { Metrics } from '../../ports/metrics';
import { LedgerViews } from './ledger-views.service';
import { atMost, type Budget } from '../budget';
import { taxRules, type TaxRules } from '../policies';
import type { ValuedHistory } from '../history/history-reader.service';
import type { SyncStatus } from '../../domain/portfolio/sync-status';
import { breathe, inTurns } from '../../common/turns';
import { replayInTurns } from './replay-in-turns';
import type { JointLedger, ReadyWalletLedger, Stated, WalletLedger } from './wallet-ledger';
import type { Covered, CoveredHistory, CoveredTogether } from '../history/covered-wallets';
import { SupposedHistory } from '../history/supposed-history.service';
import type { JointHistory, WalletHistory } from '../history/wallet-history';
import { WalletHistoryService } from '../history/wallet-history.service';

/**
 * Parts of wash sales in the ledger of a wallet that are exact. Beyond them the ledger is marked as approximate: a
 * wallet cannot be refused, and its owner cannot make its history shorter.
 */
const MAX_EXACT_PARTS = 10_000;

const METHOD_OF_RECORD = 'fifo';

/**
 * Transactions -> ledger. All wallets of one owner are replayed together, so that lots move between them.
 * FIFO is the method of record, unless the owner has elected another. A ledger is cached with its valued history, so nothing is replayed twice.
 * Concurrent callers share one replay.
 * @source tax-rules 3.5, 3.6, 4.1, 4.4
 */
@Injectable()
export class WalletLedgerService {
  readonly #ledgers = new WeakMap<ValuedHistory, Promise<Ledger>>();

  constructor(
    private readonly histories: WalletHistoryService,
    private readonly supposed: SupposedHistory,
    private readonly views: LedgerViews,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly metrics: Metrics,
  ) {}

  /** As `WalletHistoryService.admit`, before work that reads later or reads nothing. */
  async admit(wallets: readonly Address[], principal: Principal): Promise<void> {
    await this.histories.admit(wallets, asUser(principal)?.userId);
  }

  /**
   * @throws AppError DATA_PROVIDER_ERROR, PROVIDER_ENTITLEMENT_ERROR when no data of the subject can be read
   */
  async of(subject: Address, owned: readonly Address[], budget: Budget): Promise<WalletLedger> {
    return this.complete(await this.histories.covered(subject, owned, budget), budget);
  }

  /** The ledger of a history whose stored state is known. */
  async complete(covered: CoveredHistory, budget: Budget): Promise<WalletLedger> {
    const history = await this.histories.complete(covered, budget);
    const ledger = history.syncStatus.historyPending ? null : await this.ledgerOf(history, budget);
    await this.views.nameAssets(history.valued, ledger);
    return this.walletLedgerOf(history, ledger);
  }

  /** As `complete`, while another process computes the ledger. */
  async pending(covered: CoveredHistory, budget: Budget): Promise<WalletLedger> {
    const history = await this.histories.pending(covered, budget);
    await this.views.nameAssets(history.valued, null);
    return this.walletLedgerOf(history, null);
  }

  /**
   * The ledger of wallets that belong to one owner. Each wallet's view equals the result of `of` with the
   * others as owned.
   * @throws AppError DATA_PROVIDER_ERROR, PROVIDER_ENTITLEMENT_ERROR when no wallet can be read
   */
  async together(addresses: readonly Address[], budget: Budget): Promise<JointLedger> {
    return this.completeTogether(await this.histories.coveredTogether(addresses, budget), budget);
  }

  /** As `complete`, for `together`. */
  async completeTogether(covered: CoveredTogether, budget: Budget): Promise<JointLedger> {
    const history = await this.histories.completeTogether(covered, budget);
    const ledger = history.syncStatus.historyPending ? null : await this.ledgerOf(history, budget);
    return this.seenTogether(covered.subjects, history, ledger);
  }

  /** As `pending`, for `together`. */
  async pendingTogether(covered: CoveredTogether, budget: Budget): Promise<JointLedger> {
    const history = await this.histories.pendingTogether(covered, budget);
    return this.seenTogether(covered.subjects, history, null);
  }

  private seenTogether(
    subjects: readonly Address[],
    history: JointHistory,
    ledger: Ledger | null,
  ): JointLedger {
    const wallets = subjects.map((subject) => this.walletLedgerOf({ ...history, subject }, ledger));
    return { wallets, history: marked(history, ledger), ledger };
  }

  /**
   * The ledger of the stored data. It calls no upstream and starts no job.
   * @param userId whose additions to the history count
   * @throws AppError WALLET_NOT_FOUND when no chain of the subject is fully read
   */
  async stored(subject: Address, owned: readonly Address[], userId?: string): Promise<ReadyWalletLedger> {
    return this.completeStored(await this.histories.storedCovered(subject, owned, userId));
  }

  /** As `complete`, for `stored`. */
  async completeStored(covered: CoveredHistory<Covered>): Promise<ReadyWalletLedger> {
    return this.ofHistory(await this.histories.completeStored(covered));
  }

  /** The ledger of a history that was read whole. */
  async ofHistory(history: WalletHistory): Promise<ReadyWalletLedger> {
    const ledger = await this.replayed(history);
    await this.views.nameAssets(history.valued, ledger);
    return this.seen(history, ledger);
  }

  /** A ledger of the history, seen from its subject. */
  seen(history: WalletHistory, ledger: Ledger): ReadyWalletLedger {
    return { ...this.walletLedgerOf(history, ledger), ledger };
  }

  /** Clears the cached data of an address. @returns the removed ledgers */
  async forget(address: Address): Promise<Ledger[]> {
    const histories = await this.histories.forget(address.value);
    const ledgers = histories.flatMap((valued) => this.#ledgers.get(valued) ?? []);
    for (const valued of histories) this.#ledgers.delete(valued);
    return Promise.all(ledgers);
  }

  /** The transactions of the subject, oldest first. */
  transactionsOf({ valued, subject }: WalletHistory): readonly WalletTransaction[] {
    return this.views.transactions(valued, null, subject.value);
  }

  private walletLedgerOf(history: WalletHistory, ledger: Ledger | null): WalletLedger {
    const { subject } = history;
    return {
      subject,
      history: marked(history, ledger),
      ledger,
      tokenKeys: this.views.tokenKeys(history.valued, ledger),
      transactions: this.views.transactions(history.valued, ledger, subject.value),
    };
  }

  /** The ledger events of all wallets of the owner, with the entries of the user. */
  async events({ history }: WalletLedger): Promise<readonly LedgerEvent[]> {
    const { valued, wallets } = history;
    return this.eventsOf(valued, wallets, valued.entries ?? []);
  }

  /** The history without the user's manual entries. */
  async chainEvents({ history }: WalletLedger): Promise<readonly LedgerEvent[]> {
    return this.eventsOf(history.valued, history.wallets, []);
  }

  /**
   * The ledger with other manual entries of the user. The ledger of record does not change.
   * @param entries every entry that would apply
   * @param budget of the user
   * @param chosenFor a transaction whose selected lots must exist
   * @throws AppError VALIDATION_ERROR naming `lot_selections` when they do not
   */
  async supposing(
    walletLedger: WalletLedger,
    entries: readonly ManualEntry[],
    budget: Budget,
    chosenFor: string | null = null,
  ): Promise<ReadyWalletLedger> {
    const valued = await this.supposed.with(walletLedger.history, entries, budget);
    const history = { ...walletLedger.history, valued };
    const events = await this.eventsOf(valued, history.wallets, entries);
    const ledger = await this.enter(events, this.optionsOf({ ...valued, entries }), chosenFor);
    return { ...this.walletLedgerOf(history, ledger), ledger };
  }

  /**
   * The ledger as another method would give it, without elections. A comparison: the ledger of record does not
   * change.
   */
  async compared(walletLedger: WalletLedger, method: MethodName): Promise<ReadyWalletLedger> {
    const { history } = walletLedger;
    const { valued, wallets } = history;
    const events = await this.eventsOf(valued, wallets, valued.entries ?? []);
    const ledger = await this.enter(withoutChoices(events), this.comparisonOptions(walletLedger, method));
    return { ...this.walletLedgerOf(history, ledger), ledger };
  }

  /** As `compared`, for wallets of one owner. */
  async comparedTogether(
    joint: JointLedger & { ledger: Ledger },
    method: MethodName,
  ): Promise<JointLedger & { ledger: Ledger }> {
    const [first] = joint.wallets;
    if (first === undefined) return joint;
    return this.jointOf(joint, await this.compared(first, method));
  }

  /** The ledger of the events up to a time, as it was then. @param at ms UTC, inclusive */
  async until(walletLedger: WalletLedger, at: number): Promise<Ledger> {
    const events = await this.events(walletLedger);
    return this.enter(
      events.filter((event) => event.at <= at),
      this.recordOptions(walletLedger),
    );
  }

  /**
   * The ledger of a wallet with other tax days and years. The ledger of record does not change.
   * @param timezone IANA name; undefined: that of the owner
   * @param budget of the caller
   */
  async inZone(
    walletLedger: ReadyWalletLedger,
    timezone: string | undefined,
    budget: Budget,
  ): Promise<ReadyWalletLedger> {
    if (timezone === undefined || timezone === this.rulesOf(walletLedger).timezone) return walletLedger;
    return this.supposing(
      walletLedger,
      withZone(walletLedger.history.valued.entries ?? [], timezone),
      budget,
    );
  }

  /** As `inZone`, for wallets of one owner. */
  async togetherInZone(
    joint: JointLedger & { ledger: Ledger },
    timezone: string | undefined,
    budget: Budget,
  ): Promise<JointLedger & { ledger: Ledger }> {
    const [first] = joint.wallets;
    if (first === undefined) return joint;
    const moved = await this.inZone({ ...first, ledger: joint.ledger }, timezone, budget);
    return moved.ledger === joint.ledger ? joint : this.jointOf(joint, moved);
  }

  /** The same wallets, seen through another ledger of one of them. */
  private jointOf(joint: JointLedger, { history: other, ledger }: ReadyWalletLedger) {
    const history = { ...joint.history, ...other };
    const wallets = joint.wallets.map(({ subject }) => this.walletLedgerOf({ ...history, subject }, ledger));
    return { wallets, history, ledger };
  }

  /**
   * How this ledger selects lots now: by the elected method, else first in, first out, except for the owner's
   * selections.
   */
  methodOf({ history, subject }: Stated & Pick<WalletLedger, 'subject'>): MethodName {
    const { entries = [] } = history.valued;
    const elected = methodInForce(this.recordOptions({ history }), subject.value, this.clock.now());
    if (elected !== null) return elected;
    const isChosen = entries.some(
      (entry) =>
        entry.kind === 'lot_selection' ||
        entry.kind === 'standing_selection' ||
        (entry.kind === 'disposal_entry' && entry.selections),
    );
    return isChosen ? 'specific_id' : METHOD_OF_RECORD;
  }

  /** How the ledger of record of a wallet is replayed. */
  recordOptions({ history }: Stated): ReplayOptions {
    return this.optionsOf(history.valued);
  }

  /** How the ledger of a comparison is replayed: as if each broker had been told of the method. */
  comparisonOptions(walletLedger: Stated, method: MethodName): ReplayOptions {
    const options = { ...this.recordOptions(walletLedger), brokerAccounts: undefined };
    return { ...options, elections: undefined, standing: undefined, method };
  }

  /** Zone and policies of the owner. */
  rulesOf({ history }: Stated): TaxRules {
    return taxRules(this.config, history.valued);
  }

  /** With the settings, the standing orders and the pools before 2025 among the entries. */
  private optionsOf({ entries = [], accounts = [] }: Stated['history']['valued']): ReplayOptions {
    return {
      method: METHOD_OF_RECORD,
      timezone: taxRules(this.config, { entries }).timezone,
      washSales: this.config.ENABLE_WASH_SALES,
      groupOf: assetGroup,
      maxExactParts: MAX_EXACT_PARTS,
      elections: electedMethods(entries),
      standing: standingSelections(entries),
      sharedPools: sharedPools(entries),
      brokerAccounts: brokerWallets(accounts),
    };
  }

  private async ledgerOf(history: Omit<WalletHistory, 'subject'>, budget: Budget): Promise<Ledger | null> {
    const replayed = this.replayed(history);
    if (budget.wholeHistory) return replayed;
    return atMost(this.clock, budget.deadline - this.clock.now(), budget.signal, replayed);
  }

  private replayed({ valued, wallets }: Pick<WalletHistory, 'valued' | 'wallets'>): Promise<Ledger> {
    const known = this.#ledgers.get(valued);
    if (known) return known;
    const ledger = this.replay(valued, wallets);
    this.#ledgers.set(valued, ledger);
    ledger.catch(() => this.#ledgers.delete(valued));
    return ledger;
  }

  private async replay(valued: ValuedHistory, wallets: readonly string[]): Promise<Ledger> {
    const { entries = [] } = valued;
    return this.enter(await this.eventsOf(valued, wallets, entries), this.optionsOf(valued));
  }

  /**
   * Runs the engine and yields to other requests. A lot selection that a later read makes invalid has no
   * effect, except for the transaction whose selection is being set.
   */
  private async enter(
    events: readonly LedgerEvent[],
    options: ReplayOptions,
    chosenFor: string | null = null,
  ): Promise<Ledger> {
    const method = await inTurns(choosingMethod(events, options));
    try {
      const { ledger, seconds } = await replayInTurns(events, { ...options, method });
      this.metrics.observe('cost_basis_engine_seconds', seconds, { of: 'wallet' });
      return ledger;
    } catch (error) {
      const refused = refusedChoice(error);
      if (refused === chosenFor) throw error;
      return this.enter(withoutChoice(events, refused), options, chosenFor);
    }
  }

  /** @param entries manual entries of the user that apply */
  private async eventsOf(
    valued: ValuedHistory,
    wallets: readonly string[],
    entries: readonly ManualEntry[],
  ): Promise<readonly LedgerEvent[]> {
    await breathe();
    const owned = new Set(wallets);
    const events = await inTurns(
      writingEvents(withValues(valued.transactions, entries), {
        ...taxRules(this.config, { entries }),
        owned,
        observations: valued.observations ?? [],
      }),
    );
    return applyEntries(events, entries, owned);
  }
}

/** Every answer states the status of its history, so no answer hides that amounts are approximate. */
const marked = <H extends { syncStatus: SyncStatus }>(history: H, ledger: Ledger | null): H =>
  ledger?.isApproximate === true
    ? { ...history, syncStatus: { ...history.syncStatus, washSalesApproximate: true } }
    : history;
