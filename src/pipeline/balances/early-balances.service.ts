import { Injectable } from '@nestjs/common';
import type { Address } from '../../domain/kernel/address';
import { type Asset, nativeAsset } from '../../domain/kernel/asset';
import type { ChainName } from '../../domain/kernel/chain';
import { DAY_MS } from '../../domain/kernel/durations';
import type { WalletTransaction } from '../../domain/chain/facts/wallet-transaction';
import { RunningBalances, type Balance } from '../../domain/portfolio/balances';
import { Cache } from '../../ports/cache';
import { Clock } from '../../ports/clock';
import { HistorySource } from '../../ports/upstream/history-source';
import { RawHistoryStore } from '../../ports/storage/raw-history-store';
import { atMost, within, type Budget } from '../budget';
import { walletCacheKey } from '../wallet-cache';
import { ChainBalances } from './chain-balances.service';
import { RunningSums } from './running-sums';

/** Assets of a wallet, at most: some hundreds of bytes each. */
const MAX_ASSETS = 5_000;
/** As long as a snapshot is used: until then a request can wait for the next ledger. */
const KEEP_MS = DAY_MS;

/** A balance as cached: quantity in base units, as decimal text. */
type CachedBalance = readonly [asset: Asset, quantity: string];

/**
 * Balances for answers before a ledger exists. They are the sums of the transactions read so far. For chains
 * not fully read, the chain reports the balance of its coin. One call per chain: provider limits are shared
 * with the sync, and tokens need one call each. The job that reads a history adds up its transactions and caches the
 * sums for requests.
 */
@Injectable()
export class EarlyBalances {
  /** Active calls, by wallet. */
  readonly #asked = new Map<string, Promise<unknown>>();
  readonly #sums = new RunningSums(() => new RunningBalances());

  constructor(
    private readonly store: RawHistoryStore,
    private readonly source: HistorySource,
    private readonly chains: ChainBalances,
    private readonly clock: Clock,
    private readonly cache: Cache,
  ) {}

  /**
   * Caches the sums of a history for requests that come before its ledger is computed.
   * @param transactions of the wallet, all that are read, without additions of a user: every caller sees the sums
   */
  async note(subject: Address, transactions: readonly WalletTransaction[]): Promise<void> {
    const balances = await this.balancesOf(transactions);
    if (balances.length > MAX_ASSETS) return;
    const cached = balances.map(({ asset, quantity }): CachedBalance => [asset, quantity.toString()]);
    await this.cache.set(keyOf(subject), cached, KEEP_MS);
  }

  /** Starts to fetch balances that are not cached, and does not wait. Ends with the budget. */
  ask(subject: Address, budget: Budget): void {
    if (this.#asked.has(subject.value)) return;
    // Other callers wait for the same call when the first one disconnects.
    const asking = within(
      this.clock,
      budget.deadline - this.clock.now(),
      new AbortController().signal,
      async (signal) => {
        const coins = (await this.unread(subject)).map(nativeAsset);
        const known = await this.chains.cached(subject, coins);
        const open = coins.filter(({ id }) => !known.has(id));
        await Promise.all(
          open.map((coin) => this.chains.ask(coin.chain as ChainName, subject, [coin], signal)),
        );
      },
    )
      // A partial answer does not need it: the sync meets the same failure and reports it.
      .catch(() => undefined)
      .finally(() => this.#asked.delete(subject.value));
    this.#asked.set(subject.value, asking);
  }

  /**
   * Returns the balances known within the budget.
   * @param transactions of the wallet, as far as they are processed
   */
  async of(subject: Address, transactions: readonly WalletTransaction[], budget: Budget): Promise<Balance[]> {
    const asked = this.#asked.get(subject.value);
    if (asked) await atMost(this.clock, budget.deadline - this.clock.now(), budget.signal, asked);
    const known = transactions.length === 0 ? await this.noted(subject) : await this.balancesOf(transactions);
    const held = new Map(known.map((balance) => [balance.asset.id, balance]));
    const unread =
      transactions.length === 0 ? this.source.chainsOf(subject).readable : await this.unread(subject);
    const coins = unread.map(nativeAsset);
    const stated = await this.chains.cached(subject, coins);
    for (const asset of coins) {
      const quantity = stated.get(asset.id)?.quantity;
      if (quantity === undefined) continue;
      if (quantity === '0') held.delete(asset.id);
      else held.set(asset.id, { asset, quantity: BigInt(quantity) });
    }
    return [...held.values()];
  }

  private balancesOf(transactions: readonly WalletTransaction[]): Promise<Balance[]> {
    return this.#sums.of(transactions, (sums) => sums.held());
  }

  private async noted(subject: Address): Promise<Balance[]> {
    const cached = (await this.cache.get<readonly CachedBalance[]>(keyOf(subject))) ?? [];
    return cached.map(([asset, quantity]) => ({ asset, quantity: BigInt(quantity) }));
  }

  /** Chains not fully read. When all are read but not processed, every chain. */
  private async unread(subject: Address): Promise<readonly ChainName[]> {
    const { readable } = this.source.chainsOf(subject);
    const states = await this.store.chainStates(subject.value);
    const open = readable.filter((chain) => !states.some((state) => state.chain === chain && state.complete));
    return open.length > 0 ? open : readable;
  }
}

const keyOf = (subject: Address): string => walletCacheKey(subject, 'early_balances');
