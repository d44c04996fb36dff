import { eachInTurns, sharedStart } from '../../common/turns';
import type { WalletTransaction } from '../../domain/chain/facts/wallet-transaction';

interface Sum {
  add(transaction: WalletTransaction): void;
}

/**
 * Sums over histories. A history that begins with all transactions of the one before is continued: only the others are
 * added.
 */
export class RunningSums<S extends Sum> {
  /** By the first transaction of the history: a sum is kept as long as its history. */
  readonly #last = new WeakMap<WalletTransaction, { transactions: readonly WalletTransaction[]; sum: S }>();

  constructor(private readonly create: () => S) {}

  /**
   * It yields to other requests.
   * @param transactions oldest first
   * @param read must not keep the sum: the next call continues it
   */
  async of<T>(transactions: readonly WalletTransaction[], read: (sum: S) => T): Promise<T> {
    const [first] = transactions;
    if (first === undefined) return read(this.create());
    const known = this.#last.get(first);
    // It can be continued once: another call that comes meanwhile adds up everything.
    this.#last.delete(first);
    const shared = known ? await sharedStart(known.transactions, transactions) : 0;
    const continued = known?.transactions.length === shared ? known : null;
    const sum = continued?.sum ?? this.create();
    const added = continued ? transactions.slice(shared) : transactions;
    await eachInTurns(added, (transaction) => sum.add(transaction));
    this.#last.set(first, { transactions, sum });
    return read(sum);
  }
}
