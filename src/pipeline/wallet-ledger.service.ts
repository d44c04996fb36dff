import { Injectable } from '@nestjs/common';
import {
  positions,
  rankLots,
  reconcile,
  taxSummary,
  type Ledger,
  type LedgerEvent,
  type LineageLink,
  type Lot,
  type MethodName,
  type Position,
  type Reconciliation,
  type ReplayOptions,
  type TaxSummary,
} from '../domain/engine';
import type { Address } from '../domain/kernel/address';
import { AppError } from '../domain/kernel/errors';
import { dayOf } from '../domain/kernel/calendar';
import { tokenKeys, type Asset } from '../domain/kernel/asset';
import type { Money } from '../domain/kernel/units';
import { deposits } from '../domain/portfolio/deposits';
import { assetGroup, isListedAsset, writingEvents } from '../domain/normalise';
import { applyEntries, hasChoices, withoutChoice } from '../domain/overlays/apply-entries';
import { basisLinks } from '../domain/overlays/basis-links';
import { toldTransactions } from '../domain/overlays/manual-transactions';
import type { ManualEntry } from '../domain/overlays/manual-entry';
import type { WalletTransaction } from '../domain/normalise/wallet-transaction';
import { Config } from '../config/env';
import { Clock } from '../ports/clock';
import { Metrics } from '../ports/metrics';
import { atMost, breathe, type Budget } from './budget';
import type { ValuedHistory } from './history-reader.service';
import { inTurns } from './in-turns';
import { replayInTurns } from './replay-in-turns';
import { WalletHistoryService, type JointHistory, type WalletHistory } from './wallet-history.service';

/** One owner's books, seen from one of the wallets. */
export interface WalletBooks {
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
export interface StoredBooks extends WalletBooks {
  ledger: Ledger;
}

/** One owner's books, seen from every one of several wallets. */
export interface JointBooks {
  /** In the order asked for. They share one ledger. */
  wallets: WalletBooks[];
  history: JointHistory;
  /** As in WalletBooks. */
  ledger: Ledger | null;
}

/** An open lot and its place, from 1, in the order a method would consume the lots of its asset. */
export interface RankedLot {
  lot: Lot;
  tokenKey: string;
  rank: number;
}

/**
 * Transactions -> ledger. All wallets of one owner are replayed together, so that lots travel between them; FIFO is
 * the method of record. The ledger belongs to its valued history: as long as that is remembered, nothing is replayed
 * twice, and calls that come together share one replay.
 * @source tax-rules 3.5, 3.6, 4.1, 4.4
 */
@Injectable()
export class WalletLedgerService {
  readonly #ledgers = new WeakMap<ValuedHistory, { day: number; ledger: Promise<Ledger> }>();
  readonly #views = new WeakMap<object, Map<string, unknown>>();

  constructor(
    private readonly histories: WalletHistoryService,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly metrics: Metrics,
  ) {}

  /** @throws AppError DATA_PROVIDER_ERROR, PROVIDER_ENTITLEMENT_ERROR when nothing of the subject can be read */
  async of(subject: Address, owned: readonly Address[], budget: Budget): Promise<WalletBooks> {
    const history = await this.histories.read(subject, owned, budget);
    const ledger = history.freshness.historyPending ? null : await this.ledgerOf(history, budget);
    return this.booksOf(history, ledger);
  }

  /**
   * The books of wallets that belong to one owner; seen from each of them they are what `of` gives with the others as
   * owned.
   * @throws AppError DATA_PROVIDER_ERROR, PROVIDER_ENTITLEMENT_ERROR when nothing of any wallet can be read
   */
  async together(addresses: readonly Address[], budget: Budget): Promise<JointBooks> {
    const history = await this.histories.readTogether(addresses, budget);
    const ledger = history.freshness.historyPending ? null : await this.ledgerOf(history, budget);
    const wallets = addresses.map((subject) => this.booksOf({ ...history, subject }, ledger));
    return { wallets, history, ledger };
  }

  /**
   * The books as far as they are stored; reads no upstream and orders nothing.
   * @param userId whose additions to the history count
   * @throws AppError WALLET_NOT_FOUND when the subject was not read through on any chain yet
   */
  async stored(subject: Address, owned: readonly Address[], userId?: string): Promise<StoredBooks> {
    const history = await this.histories.stored(subject, owned, userId);
    const ledger = await this.replayed(history);
    return { ...this.booksOf(history, ledger), ledger };
  }

  /**
   * Drops what this process remembers of an address.
   * @returns the ledgers dropped
   */
  async forget(address: Address): Promise<Ledger[]> {
    const histories = await this.histories.forget(address.value);
    const ledgers = histories.flatMap((valued) => this.#ledgers.get(valued)?.ledger ?? []);
    for (const valued of histories) this.#ledgers.delete(valued);
    return Promise.all(ledgers);
  }

  private booksOf(history: WalletHistory, ledger: Ledger | null): WalletBooks {
    const { subject } = history;
    return {
      subject,
      history,
      ledger,
      tokenKeys: this.remember(ledger ?? history.valued, 'keys', () => keysOf(ledger, history.valued)),
      transactions: this.remember(ledger ?? history.valued, `of:${subject.value}`, () => {
        const { transactions, entries = [] } = history.valued;
        const own = transactions.filter(({ wallet }) => wallet === subject.value);
        return toldTransactions(own, entries, subject.value, ledger);
      }),
    };
  }

  /** What lies in the wallet itself, by asset. Nothing while there is no ledger. */
  positions({ ledger, subject }: WalletBooks): Position[] {
    if (!ledger) return [];
    return this.remember(ledger, `positions:${subject.value}`, () => positions(ledger, subject.value));
  }

  /** What the user has deposited elsewhere without a receipt, and owns still. */
  deposits({ ledger, subject }: WalletBooks): Position[] {
    if (!ledger) return [];
    return this.remember(ledger, `deposits:${subject.value}`, () => deposits(ledger, subject.value));
  }

  /**
   * Open lots in the wallet with their place in the order of consumption within each asset, by token key, then rank.
   * @param preferred lot ids that come first under `specific_id`
   */
  rankedLots(books: WalletBooks, method: MethodName, preferred: readonly string[]): RankedLot[] {
    const { ledger, subject } = books;
    if (!ledger) return [];
    const rank = () => rankedLots(this.positions(books), books.tokenKeys, method, preferred);
    return preferred.length > 0 ? rank() : this.remember(ledger, `ranked:${method}:${subject.value}`, rank);
  }

  /** Place of each open lot of the wallet under FIFO; a lot that is not there has none. */
  fifoRanks(books: WalletBooks): ReadonlyMap<Lot, number> {
    if (!books.ledger) return new Map();
    return this.remember(
      books.ledger,
      `ranks:${books.subject.value}`,
      () => new Map(this.rankedLots(books, 'fifo', []).map(({ lot, rank }) => [lot, rank])),
    );
  }

  lotsById(ledger: Ledger): ReadonlyMap<string, Lot> {
    return this.remember(ledger, 'lots', () => new Map(ledger.lots.map((lot) => [lot.id, lot])));
  }

  /** Gain of the subject's disposals by transaction id; transactions without one are absent. */
  gains({ ledger, subject }: WalletBooks): ReadonlyMap<string, Money> {
    if (!ledger) return new Map();
    return this.remember(ledger, `gains:${subject.value}`, () => {
      const gains = new Map<string, Money>();
      for (const { wallet, transactionId, gain } of ledger.disposals)
        if (wallet === subject.value) gains.set(transactionId, (gains.get(transactionId) ?? 0n) + gain);
      return gains;
    });
  }

  taxSummary(books: StoredBooks, year?: number): TaxSummary;
  taxSummary(books: WalletBooks, year?: number): TaxSummary | null;
  /** @param year of the report's zone; all years without it */
  taxSummary({ ledger, subject }: WalletBooks, year?: number): TaxSummary | null {
    if (!ledger) return null;
    const filter = { wallet: subject.value, year, timezone: this.config.REPORT_TIMEZONE };
    return this.remember(ledger, `tax:${subject.value}:${year ?? 'all'}`, () => taxSummary(ledger, filter));
  }

  /** The books as they would be under the wash-sale rule; the books of record stay as they are. */
  async washed({ history }: WalletBooks): Promise<Ledger> {
    const events = await this.events(history.valued, history.wallets, this.clock.now());
    return this.enter(applyEntries(events, history.valued.entries ?? []), {
      ...this.options,
      washSales: true,
    });
  }

  /** What happened, without anything the user says by hand. */
  chainEvents({ history }: WalletBooks): Promise<LedgerEvent[]> {
    return this.events(history.valued, history.wallets, this.clock.now());
  }

  /**
   * The books as they would be had the user said other things by hand; the books of record stay as they are.
   * @param chosenFor a transaction whose lots must be there as chosen
   * @throws AppError VALIDATION_ERROR naming `lot_selections` when they are not
   */
  async supposing(
    books: WalletBooks,
    entries: readonly ManualEntry[],
    chosenFor: string | null = null,
  ): Promise<Ledger> {
    return this.enter(applyEntries(await this.chainEvents(books), entries), this.options, chosenFor);
  }

  /** Every step of the lots, those that their owner told included. */
  links({ ledger, history }: StoredBooks): readonly LineageLink[] {
    return this.remember(ledger, 'links', () => {
      const told = basisLinks(ledger, history.valued.entries ?? []);
      return told.length === 0 ? ledger.links : [...ledger.links, ...told];
    });
  }

  /** How the lots of these books are chosen: first in, first out, but where their owner has chosen. */
  methodOf({ history }: WalletBooks): MethodName {
    const { entries = [] } = history.valued;
    const isChosen = entries.some((entry) => entry.kind === 'disposal_entry' && entry.selections);
    return isChosen ? 'specific_id' : this.options.method;
  }

  reconciliation({ ledger, subject }: WalletBooks): Reconciliation | null {
    if (!ledger) return null;
    return this.remember(ledger, `reconciliation:${subject.value}`, () =>
      reconcile(ledger, { wallet: subject.value }),
    );
  }

  get options(): ReplayOptions {
    const { REPORT_TIMEZONE, ENABLE_WASH_SALES } = this.config;
    return { method: 'fifo', timezone: REPORT_TIMEZONE, washSales: ENABLE_WASH_SALES, groupOf: assetGroup };
  }

  private async ledgerOf(history: Omit<WalletHistory, 'subject'>, budget: Budget): Promise<Ledger | null> {
    const replayed = this.replayed(history);
    if (budget.wholeHistory) return replayed;
    return atMost(budget.deadline - this.clock.now(), budget.signal, replayed);
  }

  private replayed({ valued, wallets }: Pick<WalletHistory, 'valued' | 'wallets'>): Promise<Ledger> {
    const now = this.clock.now();
    const day = dayOf(now, 'UTC');
    const known = this.#ledgers.get(valued);
    if (known?.day === day) return known.ledger;
    const ledger = this.replay(valued, wallets, now);
    this.#ledgers.set(valued, { day, ledger });
    ledger.catch(() => this.#ledgers.delete(valued));
    return ledger;
  }

  private async replay(valued: ValuedHistory, wallets: readonly string[], asOf: number): Promise<Ledger> {
    const events = await this.events(valued, wallets, asOf);
    return this.enter(applyEntries(events, valued.entries ?? []), this.options);
  }

  /**
   * The engine at work, in turns with others. A choice of lots that a later reading of the history no longer shows is
   * without effect, except for the transaction whose choice is being made.
   */
  private async enter(
    events: readonly LedgerEvent[],
    options: ReplayOptions,
    chosenFor: string | null = null,
  ): Promise<Ledger> {
    const method = hasChoices(events) ? 'specific_id' : options.method;
    try {
      const { ledger, seconds } = await replayInTurns(events, { ...options, method });
      this.metrics.observe('cost_basis_engine_seconds', seconds, { of: 'wallet' });
      return ledger;
    } catch (error) {
      const refused = error instanceof AppError ? error.details?.['transaction_id'] : undefined;
      if (typeof refused !== 'string' || refused === chosenFor) throw error;
      return this.enter(withoutChoice(events, refused), options, chosenFor);
    }
  }

  /** @param asOf a bridge still under way then is no disposal yet; that is why books are kept for a day at most */
  private async events(
    valued: ValuedHistory,
    wallets: readonly string[],
    asOf: number,
  ): Promise<LedgerEvent[]> {
    await breathe();
    return inTurns(
      writingEvents(valued.transactions, {
        gasPolicy: this.config.GAS_POLICY,
        wrapPolicy: this.config.WRAP_POLICY,
        lpPolicy: this.config.LP_POLICY,
        owned: new Set(wallets),
        asOf,
        observations: valued.observations ?? [],
      }),
    );
  }

  /** Views of an immutable object, computed once. */
  private remember<T>(of: object, name: string, compute: () => T): T {
    let views = this.#views.get(of);
    if (!views) this.#views.set(of, (views = new Map<string, unknown>()));
    if (!views.has(name)) views.set(name, compute());
    return views.get(name) as T;
  }
}

function rankedLots(
  held: readonly Position[],
  tokenKeys: ReadonlyMap<string, string>,
  method: MethodName,
  preferred: readonly string[],
): RankedLot[] {
  const lots = held.flatMap((position) => position.lots);
  const ranks = rankLots(lots, method, preferred);
  return lots
    .map((lot) => ({
      lot,
      tokenKey: tokenKeys.get(lot.asset.id) ?? lot.asset.id,
      rank: ranks.get(lot.id) ?? 0,
    }))
    .sort((a, b) => (a.tokenKey === b.tokenKey ? a.rank - b.rank : a.tokenKey < b.tokenKey ? -1 : 1));
}

/** The ledger's assets come first, in event order, so that every view names an asset alike. */
function keysOf(ledger: Ledger | null, { transactions }: ValuedHistory): Map<string, string> {
  const assets = new Map<string, Asset>(ledger?.assets ?? []);
  const add = (asset: Asset) => void (assets.has(asset.id) || assets.set(asset.id, asset));
  for (const isSpam of [false, true])
    for (const transaction of transactions) {
      if (transaction.isSpam !== isSpam) continue;
      for (const leg of transaction.legs) add(leg.asset);
      if (transaction.fee) add(transaction.fee.asset);
    }
  return tokenKeys(assets.values(), isListedAsset);
}
