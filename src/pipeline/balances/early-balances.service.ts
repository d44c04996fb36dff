import { Injectable } from '@nestjs/common';
import type { Address } from '../../domain/kernel/address';
import { nativeAsset } from '../../domain/kernel/asset';
import type { ChainName } from '../../domain/kernel/chain';
import type { WalletTransaction } from '../../domain/normalise/facts/wallet-transaction';
import { addingBalances, type Balance } from '../../domain/portfolio/balances';
import { inTurns } from '../../common/turns';
import { Clock } from '../../ports/clock';
import { HistorySource } from '../../ports/upstream/history-source';
import { LedgerStore } from '../../ports/storage/ledger-store';
import { atMost, within, type Budget } from '../budget';
import { ChainBalances } from './chain-balances.service';

/**
 * Balances for answers before a ledger exists. They are the sums of the transactions read so far. For chains
 * not fully read, the chain reports the balance of its coin. One call per chain: provider limits are shared
 * with the sync, and tokens need one call each.
 */
@Injectable()
export class EarlyBalances {
  /** Active calls, by wallet. */
  readonly #asked = new Map<string, Promise<unknown>>();

  constructor(
    private readonly store: LedgerStore,
    private readonly source: HistorySource,
    private readonly chains: ChainBalances,
    private readonly clock: Clock,
  ) {}

  /** Starts to fetch balances that are not cached, and does not wait. Ends with the budget. */
  ask(subject: Address, budget: Budget): void {
    if (this.#asked.has(subject.value)) return;
    const asking = within(budget.deadline - this.clock.now(), budget.signal, async (signal) => {
      const coins = (await this.unread(subject)).map(nativeAsset);
      const known = await this.chains.cached(subject, coins);
      const open = coins.filter(({ id }) => !known.has(id));
      await Promise.all(
        open.map((coin) => this.chains.ask(coin.chain as ChainName, subject, [coin], signal)),
      );
    })
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
    if (asked) await atMost(budget.deadline - this.clock.now(), budget.signal, asked);
    const known = await inTurns(addingBalances(transactions));
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

  /** Chains not fully read. When all are read but not processed, every chain. */
  private async unread(subject: Address): Promise<readonly ChainName[]> {
    const { readable } = this.source.chainsOf(subject);
    const states = await this.store.chainStates(subject.value);
    const open = readable.filter((chain) => !states.some((state) => state.chain === chain && state.complete));
    return open.length > 0 ? open : readable;
  }
}
