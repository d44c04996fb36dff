import { Injectable, Logger } from '@nestjs/common';
import type { Address } from '../../domain/kernel/address';
import { dayOf } from '../../domain/kernel/calendar';
import type { ChainName } from '../../domain/kernel/chain';
import { AppError } from '../../domain/kernel/errors';
import { GrowingAssets } from '../../domain/chain';
import type { WalletTransaction } from '../../domain/chain/facts/wallet-transaction';
import { BalanceObservations } from '../../ports/storage/balance-observations';
import { Clock } from '../../ports/clock';
import { HistorySource } from '../../ports/upstream/history-source';
import { RawHistoryStore } from '../../ports/storage/raw-history-store';
import { RunningSums } from '../balances/running-sums';

/**
 * Stores once a day the on-chain balances of rebasing tokens, right after a complete read of the history.
 * When a chain does not answer, the growth is detected on another day or at the next spend.
 * @source tax-rules 8.2
 */
@Injectable()
export class BalanceObserver {
  private readonly log = new Logger('Observations');
  readonly #growing = new RunningSums(() => new GrowingAssets());

  constructor(
    private readonly source: HistorySource,
    private readonly store: RawHistoryStore,
    private readonly observations: BalanceObservations,
    private readonly clock: Clock,
  ) {}

  /**
   * @param transactions of the wallet, from all its chains
   * @returns true when there was nothing to observe: before the next day there is nothing either
   * @throws the reason of the signal; a chain failure is not an error
   */
  async observe(
    address: Address,
    transactions: readonly WalletTransaction[],
    signal: AbortSignal,
  ): Promise<boolean> {
    const growing = await this.#growing.of(transactions, (assets) => assets.held());
    if (growing.length === 0) return true;
    const today = dayOf(this.clock.now(), 'UTC');
    const known = await this.observations.of(address.value);
    const done = new Set(known.filter(({ at }) => dayOf(at, 'UTC') === today).map(({ assetId }) => assetId));
    let isDone = true;
    for (const chain of await this.readChains(address)) {
      const due = growing.filter((asset) => asset.chain === chain && !done.has(asset.id));
      if (due.length === 0) continue;
      isDone = false;
      await this.observeOn(
        chain,
        address,
        due.map(({ id }) => id),
        signal,
      );
    }
    return isDone;
  }

  /** Growth is the balance minus the transfers. It cannot be computed for an incomplete history. */
  private async readChains({ value }: Address): Promise<ChainName[]> {
    const states = await this.store.chainStates(value);
    return states
      .filter((state) => state.complete && !state.truncated && !state.incomplete && state.errorCode === null)
      .map(({ chain }) => chain);
  }

  private async observeOn(
    chain: ChainName,
    address: Address,
    assetIds: readonly string[],
    signal: AbortSignal,
  ): Promise<void> {
    try {
      const found = await this.source.balances(chain, address, assetIds, signal);
      const at = this.clock.now();
      await this.observations.save(
        found.map(({ assetId, quantity, source }) => ({
          chain,
          address: address.value,
          assetId,
          at,
          quantity,
          source,
        })),
      );
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof AppError)) throw error;
      this.log.warn(`balances on ${chain} could not be observed: ${error.code}`);
    }
  }
}
