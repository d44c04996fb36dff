import { Injectable } from '@nestjs/common';
import {
  countingIssues,
  positions,
  rankingLots,
  reconcile,
  reconciling,
  transactionResults,
  type Completeness,
  type Ledger,
  type LineageLink,
  type Lot,
  type MethodName,
  type Position,
  type Reconciliation,
  type TransactionResult,
  listingPositions,
} from '../../domain/engine';
import { statingSummary, type StatedSummary, type Unsettled } from '../../domain/forms';
import type { Address } from '../../domain/kernel/address';
import { tokenKeys, type Asset, tokenKeyOf } from '../../domain/kernel/asset';
import { finished, mapSliced, sortSliced, type Sliced } from '../../domain/kernel/slices';
import { heldUnits, type HeldUnits } from '../../domain/portfolio/needs/held-units';
import { unsettledIn } from '../../domain/portfolio/needs/unsettled';
import { heldCause, isListedAsset, openingTransfers, type UnmatchedTransfers } from '../../domain/chain';
import type { WalletTransaction } from '../../domain/chain/facts/wallet-transaction';
import { basisLinks } from '../../domain/overlays/basis-links';
import { newTransactions } from '../../domain/overlays/manual-transactions';
import { lostDecisions, type LostDecision } from '../../domain/overlays/lost-decisions';
import { MOST_LISTED } from '../../domain/portfolio/snapshots/wallet-checks';
import { deposits } from '../../domain/portfolio/deposits';
import { breathe, inTurns } from '../../common/turns';
import { Config } from '../../config/env';
import type { PlanWindow } from '../../domain/access/plan-window';
import type { ValuedHistory } from '../history/history-reader.service';
import { taxRules } from '../policies';
import { ownersWindowOf } from './plan-view';
import type { ReadyWalletLedger, WalletLedger } from './wallet-ledger';

/** Transactions read between two yields. */
const TRANSACTIONS_AT_ONCE = 1_000;

/** An open lot and its rank, from 1, in the order in which a method consumes the lots of its asset. */
export interface RankedLot {
  lot: Lot;
  tokenKey: string;
  rank: number;
}

/**
 * Views of existing ledgers. It never waits, reads a store or replays. A ledger is immutable, so each view is
 * computed once and released with it.
 */
@Injectable()
export class LedgerViews {
  readonly #views = new WeakMap<object, Map<string, unknown>>();

  constructor(private readonly config: Config) {}

  /** Public key of every asset of the history, by asset id. */
  tokenKeys(valued: ValuedHistory, ledger: Ledger | null): ReadonlyMap<string, string> {
    return this.remember(ledger ?? valued, 'keys', () => finished(namingAssets(ledger, valued)));
  }

  /** Computes `tokenKeys` before they are needed. It yields to other requests: a long history has many legs. */
  async nameAssets(valued: ValuedHistory, ledger: Ledger | null): Promise<void> {
    if (this.#views.get(ledger ?? valued)?.has('keys')) return;
    const keys = await inTurns(namingAssets(ledger, valued));
    this.remember(ledger ?? valued, 'keys', () => keys);
  }

  /** A wallet's own transactions, oldest first, with the owner's manual entries applied. */
  transactions(valued: ValuedHistory, ledger: Ledger | null, wallet: string): readonly WalletTransaction[] {
    return this.remember(ledger ?? valued, `of:${wallet}`, () => {
      const { transactions, entries = [], wallets = [], accounts = [] } = valued;
      const isAlone = wallets.length === 1 && wallets[0]?.address.value === wallet && accounts.length === 0;
      const own = isAlone
        ? transactions
        : transactions.filter((transaction) => transaction.wallet === wallet);
      return newTransactions(own, entries, wallet, ledger);
    });
  }

  /** Balances of the wallet itself, by asset. Empty while there is no ledger. */
  positions({ ledger, subject }: WalletLedger): Position[] {
    if (!ledger) return [];
    return this.remember(ledger, positionsName(subject), () => positions(ledger, subject.value));
  }

  /** Computes `positions` and `deposits` before they are needed. It yields to other requests: a wallet can have many lots. */
  async listPositions(walletLedger: WalletLedger): Promise<void> {
    const { ledger, subject } = walletLedger;
    const name = positionsName(subject);
    if (!ledger || this.#views.get(ledger)?.has(name)) return;
    await breathe();
    const found = await inTurns(listingPositions(ledger, subject.value));
    this.remember(ledger, name, () => found);
    await breathe();
    this.deposits(walletLedger);
  }

  /** Assets that the user deposited elsewhere without a receipt and still owns. */
  deposits({ ledger, subject }: WalletLedger): Position[] {
    if (!ledger) return [];
    return this.remember(ledger, `deposits:${subject.value}`, () => deposits(ledger, subject.value));
  }

  /**
   * Open lots of the wallet with their rank in the consumption order of each asset, by token key, then rank.
   * @param preferred lot ids that come first under `specific_id`
   */
  async rankedLots(
    walletLedger: WalletLedger,
    method: MethodName,
    preferred: readonly string[],
  ): Promise<readonly RankedLot[]> {
    const { ledger, subject } = walletLedger;
    if (!ledger) return [];
    const name = `ranked:${method}:${subject.value}`;
    const known = preferred.length > 0 ? undefined : this.#views.get(ledger)?.get(name);
    if (known) return known as readonly RankedLot[];
    await this.listPositions(walletLedger);
    const ranked = await inTurns(
      rankingHeld(this.positions(walletLedger), walletLedger.tokenKeys, method, preferred),
    );
    return preferred.length > 0 ? ranked : this.remember(ledger, name, () => ranked);
  }

  /** Rank of each open lot of the wallet under FIFO. A lot in another wallet has none. */
  async fifoRanks(walletLedger: WalletLedger): Promise<ReadonlyMap<Lot, number>> {
    if (!walletLedger.ledger) return new Map();
    const ranked = await this.rankedLots(walletLedger, 'fifo', []);
    return this.remember(
      walletLedger.ledger,
      `ranks:${walletLedger.subject.value}`,
      () => new Map(ranked.map(({ lot, rank }) => [lot, rank])),
    );
  }

  lotsById(ledger: Ledger): ReadonlyMap<string, Lot> {
    return this.remember(ledger, 'lots', () => new Map(ledger.lots.map((lot) => [lot.id, lot])));
  }

  /** Result of the subject's disposals by transaction id. Transactions without a disposal are absent. */
  results({ ledger, subject }: WalletLedger): ReadonlyMap<string, TransactionResult> {
    if (!ledger) return new Map();
    return this.remember(ledger, `results:${subject.value}`, () => transactionResults(ledger, subject.value));
  }

  /** As `results`, of these transactions of the subject. */
  resultsOf(
    walletLedger: ReadyWalletLedger,
    transactions: readonly WalletTransaction[],
  ): ReadonlyMap<string, TransactionResult> {
    const { ledger, subject, history } = walletLedger;
    // The owner can state another time for a disposal.
    if ((history.valued.entries ?? []).length > 0) return this.results(walletLedger);
    const since = transactions.reduce((first, { at }) => Math.min(first, at), Infinity);
    return transactionResults(ledger, subject.value, since);
  }

  /**
   * It yields to other requests: a long history has many disposals.
   * @param year in the zone of the owner; omitted: all years
   */
  async taxSummary({ ledger, subject, history }: ReadyWalletLedger, year?: number): Promise<StatedSummary> {
    const name = `tax:${subject.value}:${year ?? 'all'}`;
    const known = this.#views.get(ledger)?.get(name) as StatedSummary | undefined;
    if (known) return known;
    const { timezone } = taxRules(this.config, history.valued);
    const filter = { wallet: subject.value, year, timezone };
    const summary = await inTurns(statingSummary(ledger, filter, this.unsettled(ledger, history.valued)));
    return this.remember(ledger, name, () => summary);
  }

  /** Every lineage step of the lots, including the owner's manual entries. */
  links({ ledger, history }: ReadyWalletLedger): readonly LineageLink[] {
    return this.remember(ledger, 'links', () => {
      const manual = basisLinks(ledger, history.valued.entries ?? []);
      return manual.length === 0 ? ledger.links : [...ledger.links, ...manual];
    });
  }

  /** The owner's decisions whose subject is no longer part of the history. */
  lostDecisions({ history, subject, ledger }: WalletLedger): LostDecision[] {
    const { valued, wallets } = history;
    const { entries = [], transactions } = valued;
    return lostDecisions(entries, subject.value, { transactions, wallets, ledger });
  }

  /** Finds the transfers of `unmatched` before they are needed. It yields to other requests. */
  async findUnmatched({ history: { valued }, subject }: WalletLedger): Promise<void> {
    const name = openName(subject);
    if (this.#views.get(valued)?.has(name)) return;
    const open = await inTurns(openingTransfers(valued.transactions, subject.value));
    this.remember(valued, name, () => open);
  }

  /** Transfers of the wallet without their other end, as far as the plan shows them. They do not count to the severity. */
  unmatched(walletLedger: WalletLedger, window: PlanWindow): UnmatchedTransfers {
    const { history, subject, ledger, transactions } = walletLedger;
    const { valued } = history;
    const { value: wallet } = subject;
    const open = this.remember(valued, openName(subject), () =>
      finished(openingTransfers(valued.transactions, wallet)),
    );
    const found = this.remember(valued, `unmatched:${wallet}:${window.limit}`, () =>
      open(MOST_LISTED, ownersWindowOf(walletLedger, window)),
    );
    if (!ledger) return found;
    // What a disposal entry of the owner explains waits no longer.
    const waiting = this.held({ ledger, subject, transactions });
    const held = new Set(waiting.map(({ tx, leg }) => `${tx.id} ${leg.index}`));
    const listed = found.listed.filter(
      ({ tx, leg }) => heldCause(tx, leg) === null || held.has(`${tx.id} ${leg.index}`),
    );
    return { ...found, listed, count: found.count - found.listed.length + listed.length };
  }

  /** Units of the wallet whose tax effect waits for their owner. */
  held({
    ledger,
    subject,
    transactions,
  }: Pick<ReadyWalletLedger, 'ledger' | 'subject' | 'transactions'>): readonly HeldUnits[] {
    return this.remember(ledger, `held:${subject.value}`, () => heldUnits(ledger, transactions));
  }

  /** What waits for the owner, of all wallets and years. */
  unsettled(ledger: Ledger, { transactions }: ValuedHistory): readonly Unsettled[] {
    return this.remember(ledger, 'unsettled', () => unsettledIn(ledger, transactions));
  }

  /** As `reconciliation`, without its lists. It yields to other requests. */
  async completeness({ ledger, subject }: ReadyWalletLedger): Promise<Completeness> {
    await breathe();
    return inTurns(countingIssues(ledger, subject.value));
  }

  /** Computes `reconciliation` before it is needed. It yields to other requests: a long history has many lots. */
  async reconcile({ ledger, subject }: WalletLedger): Promise<void> {
    const name = reconciliationName(subject);
    if (!ledger || this.#views.get(ledger)?.has(name)) return;
    await breathe();
    const found = await inTurns(reconciling(ledger, { wallet: subject.value }));
    this.remember(ledger, name, () => found);
  }

  reconciliation(walletLedger: ReadyWalletLedger): Reconciliation;
  reconciliation(walletLedger: WalletLedger): Reconciliation | null;
  reconciliation({ ledger, subject }: WalletLedger): Reconciliation | null {
    if (!ledger) return null;
    return this.remember(ledger, reconciliationName(subject), () =>
      reconcile(ledger, { wallet: subject.value }),
    );
  }

  /** Cached views of an immutable object. */
  private remember<T>(of: object, name: string, compute: () => T): T {
    let views = this.#views.get(of);
    if (!views) this.#views.set(of, (views = new Map<string, unknown>()));
    if (!views.has(name)) views.set(name, compute());
    return views.get(name) as T;
  }
}

const openName = ({ value }: Address): string => `open:${value}`;
const positionsName = ({ value }: Address): string => `positions:${value}`;
const reconciliationName = ({ value }: Address): string => `reconciliation:${value}`;

function* rankingHeld(
  held: readonly Position[],
  tokenKeys: ReadonlyMap<string, string>,
  method: MethodName,
  preferred: readonly string[],
): Sliced<RankedLot[]> {
  const lots = held.flatMap((position) => position.lots);
  const ranks = yield* rankingLots(lots, method, preferred);
  const ranked = yield* mapSliced(lots, (lot) => ({
    lot,
    tokenKey: tokenKeyOf(tokenKeys, lot.asset),
    rank: ranks.get(lot.id) ?? 0,
  }));
  return yield* sortSliced(ranked, (a, b) =>
    a.tokenKey === b.tokenKey ? a.rank - b.rank : a.tokenKey < b.tokenKey ? -1 : 1,
  );
}

/** Assets of the ledger come first, in event order, so that every view gives an asset the same name. */
function* namingAssets(
  ledger: Ledger | null,
  { transactions }: ValuedHistory,
): Sliced<ReadonlyMap<string, string>> {
  const assets = new Map<string, Asset>(ledger?.assets ?? []);
  const [ofSpam, ofHidden] = [new Set<Asset>(), new Set<Asset>()];
  const add = (asset: Asset) => void (assets.has(asset.id) || assets.set(asset.id, asset));
  // Spam follows the rest, and what is hidden follows spam: assets of one history are mostly the same objects.
  const seen = new Set<Asset>();
  for (const [index, { isSpam, legs, fee, hidden }] of transactions.entries()) {
    if (index % TRANSACTIONS_AT_ONCE === 0) yield;
    const note = (asset: Asset) => {
      if (isSpam) ofSpam.add(asset);
      else if (!seen.has(asset)) {
        seen.add(asset);
        add(asset);
      }
    };
    for (const leg of legs) note(leg.asset);
    if (fee) note(fee.asset);
    for (const asset of hidden ?? []) ofHidden.add(asset);
  }
  for (const asset of [...ofSpam, ...ofHidden]) add(asset);
  return tokenKeys(assets.values(), isListedAsset);
}
