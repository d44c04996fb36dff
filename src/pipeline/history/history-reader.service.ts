import { Injectable } from '@nestjs/common';
import type { Address } from '../../domain/kernel/address';
import type { Asset } from '../../domain/kernel/asset';
import {
  type BalanceObservation,
  observationQueries,
  hasPoolPrice,
  collectingVaultRates,
  marketQueries,
  priceQueries,
  valueTransactions,
  type VaultRates,
  vaultQueries,
  withMarkets,
  markingDoubts,
  withPoolPrices,
  withVaultRates,
} from '../../domain/chain';
import type { WalletTransaction } from '../../domain/chain/facts/wallet-transaction';
import { sha256Hex } from '../../domain/kernel/hash';
import type { ManualEntry, ReadingDecision } from '../../domain/overlays/manual-entry';
import { readingDecisions } from '../../domain/overlays/reading-decisions';
import { Clock } from '../../ports/clock';
import { BalanceObservations } from '../../ports/storage/balance-observations';
import { RawHistoryStore, type SavedPage } from '../../ports/storage/raw-history-store';
import { NO_OVERLAY, Overlays, type OwnedExchangeAccount } from '../../ports/storage/overlays';
import { priceQueryKey, type PricePoint, type PriceQuery } from '../../ports/upstream/price-source';
import { eachInTurns, filterInTurns, inTurns } from '../../common/turns';
import {
  HistoryClassifier,
  storedWallet,
  type Additions,
  type StoredWallet,
} from './history-classifier.service';
import { chunks, type Sliced } from '../../domain/kernel/slices';
import { FinalValues, isSure, type Known } from './final-values';

/** Stored rows and stored prices for all wallets of one owner. */
export interface ValuedHistory {
  /** Transactions of every wallet, oldest first within each. Spam is included and marked. */
  readonly transactions: readonly WalletTransaction[];
  /** Prices not fetched yet, or whose fetch failed. This does not mean "no price". */
  readonly open: readonly PriceQuery[];
  /** Manual entries of the user for whom the history was read. */
  readonly entries?: readonly ManualEntry[];
  readonly wallets?: readonly StoredWallet[];
  /** Exchange accounts of the user for whom the history was read. */
  readonly accounts?: readonly OwnedExchangeAccount[];
  /** Observed on-chain balances of rebasing tokens. */
  readonly observations?: readonly BalanceObservation[];
}

/** A price that is stored for a limited time: no market had one (null), or none could be asked. */
export interface UnsurePrice {
  query: PriceQuery;
  usd: string | null;
}

/** The stored prices of a classified history. */
export interface NeededPrices {
  /** Not stored. */
  open: PriceQuery[];
  unsure: UnsurePrice[];
  /** True when nothing more is needed after the open ones. */
  isFinal: boolean;
}

/** How long the prices of a history count for those who waited for the job that read it. */
const SHARED_MS = 5_000;
/** Transactions whose prices are listed at once: some milliseconds. */
const ASKED_AT_ONCE = 200;

/** Stored rows and stored prices -> classified, valued transactions. Reads the store, never an upstream. */
@Injectable()
export class HistoryReader {
  readonly #found = new WeakMap<readonly WalletTransaction[], Answered & { at: number }>();
  readonly #final = new FinalValues();

  constructor(
    private readonly store: RawHistoryStore,
    private readonly classifier: HistoryClassifier,
    private readonly overlays: Overlays,
    private readonly observations: BalanceObservations,
    private readonly clock: Clock,
  ) {}

  /**
   * @param additions of the user for whom the history is read; null without a user
   * @param isPassing true for a set of wallets that is read for one answer
   */
  async read(
    wallets: readonly StoredWallet[],
    additions: Additions | null,
    isPassing = false,
  ): Promise<ValuedHistory> {
    const classified = isPassing
      ? await this.classifier.classifyOnce(wallets)
      : await this.classifier.classify(wallets, additions);
    const observed = await this.observed(wallets, classified);
    const answered = await this.askedOnce(classified, observed);
    return {
      transactions: await inTurns(wholeHistory(await this.valuedAt(answered))),
      open: await filterInTurns(answered.queries, (query) => !answered.known.has(priceQueryKey(query))),
      entries: additions?.entries ?? [],
      wallets,
      accounts: additions?.accounts ?? [],
      observations: pricedAt(answered.known, observed),
    };
  }

  /**
   * Applies prices that arrived after the read. The result equals a new read, but only affected transactions
   * are computed again. All others are shared with the given history.
   * @param news prices that were missing, by `priceQueryKey`
   */
  async refreshed(history: ValuedHistory, news: Known): Promise<ValuedHistory> {
    const isNews = (query: Asked) => news.has(priceQueryKey(query));
    const rates = await inTurns(collectingVaultRates(history.transactions));
    const touched: WalletTransaction[] = [];
    const places: number[] = [];
    await eachInTurns(history.transactions.entries(), ([place, transaction]) => {
      const alone = [transaction];
      const asked = [...priceQueries(alone), ...marketQueries(alone), ...vaultQueries(alone, rates)];
      if (!hasPoolPrice(transaction) && !asked.some(isNews)) return;
      touched.push(transaction);
      places.push(place);
    });
    const observed = history.observations ?? [];
    const answered = await this.asked(touched, observed, rates);
    const { queries, known } = answered;
    const transactions = [...history.transactions];
    for (const [i, transaction] of (await this.valuedAt(answered)).entries())
      transactions[places[i] ?? 0] = transaction;
    const open = new Map<string, PriceQuery>();
    const noteUnless = (isKnown: (query: Asked) => boolean) => (query: PriceQuery) => {
      if (!isKnown(query)) open.set(priceQueryKey(query), query);
    };
    await eachInTurns(history.open, noteUnless(isNews));
    await eachInTurns(
      queries,
      noteUnless((query) => known.has(priceQueryKey(query))),
    );
    return {
      ...history,
      transactions: await inTurns(wholeHistory(transactions)),
      open: [...open.values()],
      observations: pricedAt(known, observed),
    };
  }

  /**
   * Classifies every chain with stored rows.
   * @param userId whose additions to the histories count
   * @param supposed decisions of the user that replace the stored ones
   */
  async classified(
    addresses: readonly Address[],
    userId?: string,
    supposed?: readonly ReadingDecision[],
  ): Promise<{ wallets: StoredWallet[]; transactions: readonly WalletTransaction[] }> {
    const additions =
      userId !== undefined && supposed
        ? await this.supposedAdditions(addresses, userId, supposed)
        : await this.additions(addresses, userId);
    const wallets = await Promise.all(
      addresses.map(async (address) =>
        storedWallet(address, await this.store.chainStates(address.value), additions),
      ),
    );
    // Anyone can name a set of wallets, and each set is another one: nothing of it is kept for the next job.
    const isPassing = userId === undefined && addresses.length > 1;
    const transactions = isPassing
      ? await this.classifier.classifyOnce(wallets)
      : await this.classifier.classify(wallets, additions, true);
    return { wallets, transactions };
  }

  /** Prices that a classified history needs and the store does not have, and those that may change. */
  async neededPrices({
    wallets,
    transactions,
  }: {
    wallets: readonly StoredWallet[];
    transactions: readonly WalletTransaction[];
  }): Promise<NeededPrices> {
    const observed = await this.observed(wallets, transactions);
    const { markets, queries, known } = await this.askedOnce(transactions, observed);
    const isOpen = (query: PriceQuery): boolean => !known.has(priceQueryKey(query));
    return {
      open: await filterInTurns(queries, isOpen),
      unsure: await unsurePrices(queries, known),
      isFinal: !markets.some(isOpen),
    };
  }

  /**
   * As `asked`. The prices that the job of the wallet found a moment ago are not read again for those who waited for
   * it, except for those that may change.
   */
  private async askedOnce(
    classified: readonly WalletTransaction[],
    observed: readonly BalanceObservation[],
  ): Promise<Answered> {
    const found = this.#found.get(classified);
    if (found && observed.length === 0 && this.clock.elapsed() - found.at < SHARED_MS) {
      const updated = await this.updated(found);
      if (updated) return updated;
    }
    const rates = await inTurns(collectingVaultRates(classified));
    const answered = await this.asked(classified, observed, rates);
    if (observed.length === 0) this.#found.set(classified, { ...answered, at: this.clock.elapsed() });
    return answered;
  }

  /** @returns null when other units are shown now */
  private async updated(answered: Answered): Promise<Answered | null> {
    const { markets, queries, known } = answered;
    const unsure = await filterInTurns(queries, (query) => !isSure(known.get(priceQueryKey(query))));
    const now = new Map(known);
    for (const query of unsure) now.delete(priceQueryKey(query));
    for (const [key, price] of await this.prices(unsure)) now.set(key, price);
    const hasMarket = (query: Asked, prices: Known): boolean => priceAt(prices, query) !== null;
    const isShown = markets.every((query) => hasMarket(query, known) === hasMarket(query, now));
    return isShown ? { ...answered, known: now } : null;
  }

  /** Shows hidden units that have a market, and reads the prices that the transactions need. */
  private async asked(
    classified: readonly WalletTransaction[],
    observed: readonly BalanceObservation[],
    rates: VaultRates,
  ): Promise<Answered> {
    const markets = await marketsOf(classified);
    const answers = await this.prices(markets);
    const shown =
      markets.length === 0
        ? classified
        : withMarkets(classified, (assetId, at) => priceAt(answers, { assetId, at }));
    const final = await this.#final.all(shown, rates);
    const open = openPlaces(final).map((i) => shown[i] as WalletTransaction);
    const queries = await queriesOf(open, observed, [...markets, ...vaultQueries(open, rates)]);
    const known = await this.prices(queries);
    // A price that arrived since would be known, and its units would stay hidden.
    for (const key of markets.map(priceQueryKey)) if (!answers.has(key)) known.delete(key);
    return { shown, final, rates, markets, queries, known };
  }

  /** Values the transactions whose prices are not settled for good. */
  private async valuedAt({ shown, final, rates, known }: Answered): Promise<WalletTransaction[]> {
    const lookup = withVaultRates((assetId, at) => priceAt(known, { assetId, at }), rates);
    const all = final.slice() as WalletTransaction[];
    await eachInTurns(openPlaces(final), (i) => {
      const transaction = shown[i] as WalletTransaction;
      const [valued = transaction] = valueTransactions([transaction], lookup);
      this.#final.note(transaction, valued, known);
      all[i] = valued;
    });
    return all;
  }

  /** Observations of tokens that occur in the histories. Others cannot be compared. */
  private async observed(
    wallets: readonly StoredWallet[],
    transactions: readonly WalletTransaction[],
  ): Promise<BalanceObservation[]> {
    const stored = await Promise.all(
      wallets.map(async ({ address, chains }) =>
        (await this.observations.of(address.value)).filter(({ chain }) => chains.includes(chain)),
      ),
    );
    const all = stored.flat();
    if (all.length === 0) return [];
    const wanted = new Set(all.map(({ assetId }) => assetId));
    const assets = new Map<string, Asset>();
    for (const { legs } of transactions)
      for (const { asset } of legs) if (wanted.has(asset.id)) assets.set(asset.id, asset);
    return all.flatMap(({ assetId, address: wallet, at, quantity }) => {
      const asset = assets.get(assetId);
      return asset ? [{ wallet, asset, at, quantity, price: null }] : [];
    });
  }

  /** To be called when this process has stored rows of a wallet: less is read for its next state. */
  noteSaved(page: SavedPage): void {
    this.classifier.noteSaved(page);
  }

  /** @returns null when the user has added nothing to any of the wallets */
  async additions(addresses: readonly Address[], userId: string | undefined): Promise<Additions | null> {
    if (userId === undefined) return null;
    const overlay = await this.overlays.of(
      userId,
      addresses.map(({ value }) => value),
    );
    return overlay.version === null ? null : { ...overlay, userId };
  }

  /** The additions of a user with other manual entries. Nothing is stored. */
  async supposedAdditions(
    addresses: readonly Address[],
    userId: string,
    entries: readonly ManualEntry[],
  ): Promise<Additions> {
    const { version, imported, accounts } = (await this.additions(addresses, userId)) ?? NO_OVERLAY;
    const name = sha256Hex(JSON.stringify(readingDecisions(entries)));
    const supposed = `${version ?? ''}|supposed:${name}`;
    return { userId, imported, accounts, entries, version: supposed, isSupposed: true };
  }

  prices(queries: readonly PriceQuery[]): Promise<Map<string, PricePoint | null>> {
    return this.store.prices(queries);
  }
}

/** What only the whole history shows of its values. */
function* wholeHistory(valued: readonly WalletTransaction[]): Sliced<readonly WalletTransaction[]> {
  return yield* markingDoubts(yield* withPoolPrices(valued));
}

type Asked = Pick<PriceQuery, 'assetId' | 'at'>;
/** A classified history, the prices that it needs, and those that are stored. */
interface Answered {
  shown: readonly WalletTransaction[];
  /** Values that need no price, by place. */
  final: readonly (WalletTransaction | null)[];
  rates: VaultRates;
  /** Queries that decide what is shown. */
  markets: PriceQuery[];
  queries: PriceQuery[];
  known: Known;
}

/** Places of the values that are not final. */
function openPlaces(final: readonly (WalletTransaction | null)[]): number[] {
  const places: number[] = [];
  for (let i = final.indexOf(null); i >= 0; i = final.indexOf(null, i + 1)) places.push(i);
  return places;
}

const priceAt = (known: Known, query: Asked): PricePoint | null => known.get(priceQueryKey(query)) ?? null;

export async function unsurePrices(queries: readonly PriceQuery[], known: Known): Promise<UnsurePrice[]> {
  const unsure: UnsurePrice[] = [];
  await eachInTurns(queries, (query) => {
    const price = known.get(priceQueryKey(query));
    if (price !== undefined && !isSure(price)) unsure.push({ query, usd: price?.usd ?? null });
  });
  return unsure;
}

const pricedAt = (known: Known, observed: readonly BalanceObservation[]): BalanceObservation[] =>
  observed.map((one) => ({ ...one, price: priceAt(known, { assetId: one.asset.id, at: one.at }) }));

/** As `marketQueries` of a long history. */
async function marketsOf(transactions: readonly WalletTransaction[]): Promise<PriceQuery[]> {
  const markets = new Map<string, PriceQuery>();
  await eachInTurns(chunks(transactions, ASKED_AT_ONCE), (part) => {
    for (const query of marketQueries(part)) markets.set(priceQueryKey(query), query);
  });
  return [...markets.values()];
}

/** Price queries to send, without duplicates. */
async function queriesOf(
  transactions: readonly WalletTransaction[],
  observed: readonly BalanceObservation[],
  others: readonly PriceQuery[],
): Promise<PriceQuery[]> {
  const queries = new Map<string, PriceQuery>();
  for (const query of others) queries.set(priceQueryKey(query), query);
  await eachInTurns(chunks(transactions, ASKED_AT_ONCE), (part) => {
    for (const query of priceQueries(part)) queries.set(priceQueryKey(query), query);
  });
  for (const query of observationQueries(observed)) queries.set(priceQueryKey(query), query);
  return [...queries.values()];
}
