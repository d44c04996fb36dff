import { breathe } from '../../common/turns';
import { priceQueries, WeakMapInParts, type VaultRates } from '../../domain/normalise';
import type { WalletTransaction } from '../../domain/normalise/facts/wallet-transaction';
import { BUNDLED_CLOSES, priceQueryKey, type PricePoint } from '../../ports/upstream/price-source';

/** Prices by `priceQueryKey`; null where no market had one. */
export type Known = ReadonlyMap<string, PricePoint | null>;

/** Transactions whose values are looked up at once: some milliseconds. */
const LOOKED_UP_AT_ONCE = 4_000;

const COMPARED_AT_ONCE = 50_000;

/** A price of a market, which no later answer takes back. */
export const isSure = (price: PricePoint | null | undefined): boolean =>
  price !== undefined && price !== null && price.source !== BUNDLED_CLOSES;

/** Number of transactions at the start that two histories share. */
async function sameOf(
  before: readonly WalletTransaction[],
  now: readonly WalletTransaction[],
): Promise<number> {
  const most = Math.min(before.length, now.length);
  let same = 0;
  while (same < most && before[same] === now[same]) {
    same++;
    if (same % COMPARED_AT_ONCE === 0) await breathe();
  }
  return same;
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
  readonly #last = new WeakMap<
    WalletTransaction,
    { transactions: readonly WalletTransaction[]; values: readonly (WalletTransaction | null)[] }
  >();
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
    const same = before ? await sameOf(before.transactions, transactions) : 0;
    const values = before ? before.values.slice(0, same) : [];
    const moments = new Set<number>();
    let looked = 0;
    for (let i = nextOpen(values, 0); i < transactions.length; i = nextOpen(values, i + 1)) {
      if (looked++ % LOOKED_UP_AT_ONCE === 0) await breathe();
      const transaction = transactions[i] as WalletTransaction;
      const value = this.of(transaction, rates);
      if (value === null) moments.add(transaction.at);
      values[i] = value;
    }
    if (rates.size === 0 && first) this.#last.set(first, { transactions, values });
    if (moments.size === 0 || moments.size === transactions.length) return values;
    return values.map((value, i) => (moments.has(transactions[i]?.at ?? 0) ? null : value));
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
