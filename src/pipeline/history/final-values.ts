import { breathe, sharedStart } from '../../common/turns';
import { priceQueries, WeakMapInParts, type VaultRates } from '../../domain/chain';
import type { WalletTransaction } from '../../domain/chain/facts/wallet-transaction';
import { BUNDLED_CLOSES, priceQueryKey, type PricePoint } from '../../ports/upstream/price-source';

/** Prices by `priceQueryKey`; null where no market had one. */
export type Known = ReadonlyMap<string, PricePoint | null>;

/** Transactions whose values are looked up at once: some milliseconds. */
const LOOKED_UP_AT_ONCE = 4_000;

/** Times read at once. */
const READ_AT_ONCE = 50_000;

/** A price of a market, which no later answer takes back. */
export const isSure = (price: PricePoint | null | undefined): boolean =>
  price !== undefined && price !== null && price.source !== BUNDLED_CLOSES;

interface Found {
  transactions: readonly WalletTransaction[];
  values: readonly (WalletTransaction | null)[];
  /** Milliseconds UTC of each transaction: a list of numbers is read faster than the transactions. */
  times: Float64Array;
}

async function timesOf(
  transactions: readonly WalletTransaction[],
  before: Float64Array | undefined,
  same: number,
): Promise<Float64Array> {
  const times = new Float64Array(transactions.length);
  if (before) times.set(before.subarray(0, same));
  for (let i = same; i < times.length; i++) {
    times[i] = (transactions[i] as WalletTransaction).at;
    if (i % READ_AT_ONCE === 0) await breathe();
  }
  return times;
}

/** Place of the next value that is not known, or of the first beyond the list. */
function nextOpen(values: readonly (WalletTransaction | null)[], from: number): number {
  const open = values.indexOf(null, from);
  return open >= 0 ? open : Math.max(from, values.length);
}

/**
 * Values of transactions all of whose prices are those of markets, by classified transaction. They stay the same
 * whatever is added to the history.
 */
export class FinalValues {
  readonly #values = new WeakMapInParts<WalletTransaction, WalletTransaction>();
  /** What was found of a history, by its first transaction: most of the next state is the same. */
  readonly #last = new WeakMap<WalletTransaction, Found>();
  /** The transaction from which a value was computed: a value can be computed again from itself. */
  readonly #sources = new WeakMapInParts<WalletTransaction, WalletTransaction>();

  /**
   * The values of transactions, in their order; null where a value is not final. Transactions of one moment share their
   * prices: one whose value is not final takes the others of it along.
   * @param rates of shares of vaults, whose prices later rates can change
   */
  async all(
    transactions: readonly WalletTransaction[],
    rates: VaultRates,
  ): Promise<(WalletTransaction | null)[]> {
    const [first] = transactions;
    const before = rates.size === 0 && first ? this.#last.get(first) : undefined;
    const same = before ? await sharedStart(before.transactions, transactions) : 0;
    const values = before ? before.values.slice(0, same) : [];
    const times = await timesOf(transactions, before?.times, same);
    const moments = new Set<number>();
    let looked = 0;
    for (let i = nextOpen(values, 0); i < transactions.length; i = nextOpen(values, i + 1)) {
      if (looked++ % LOOKED_UP_AT_ONCE === 0) await breathe();
      const transaction = transactions[i] as WalletTransaction;
      const value = this.of(transaction, rates);
      if (value === null) moments.add(times[i] as number);
      values[i] = value;
    }
    if (rates.size === 0 && first) this.#last.set(first, { transactions, values, times });
    if (moments.size === 0 || moments.size === transactions.length) return values;
    const all = values.slice();
    let earliest = Infinity;
    for (const at of moments) earliest = Math.min(earliest, at);
    for (let i = 0; i < all.length; i++) {
      const at = times[i] as number;
      if (at >= earliest && moments.has(at)) all[i] = null;
    }
    return all;
  }

  private of(transaction: WalletTransaction, rates: VaultRates): WalletTransaction | null {
    const valued = this.#values.get(transaction);
    if (valued === undefined) return null;
    return rates.size > 0 && transaction.legs.some(({ asset }) => rates.has(asset.id)) ? null : valued;
  }

  note(transaction: WalletTransaction, valued: WalletTransaction, known: Known): void {
    const source = this.#sources.get(transaction) ?? transaction;
    const isFinal =
      // A trade for dollars asks for no price, and is compared with that of others.
      transaction.type !== 'buy' &&
      transaction.type !== 'sell' &&
      priceQueries([transaction]).every((query) => isSure(known.get(priceQueryKey(query))));
    if (isFinal) this.#values.set(source, valued);
    else if (source !== valued) this.#sources.set(valued, source);
  }
}
