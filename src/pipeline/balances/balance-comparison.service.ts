import { Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Address } from '../../domain/kernel/address';
import { dayOf } from '../../domain/kernel/calendar';
import type { ChainName } from '../../domain/kernel/chain';
import { HOUR_MS } from '../../domain/kernel/durations';
import { AppError } from '../../domain/kernel/errors';
import type { WalletTransaction } from '../../domain/chain/facts/wallet-transaction';
import { isContradicted, RowSums, type RowSum } from '../../domain/portfolio/history/row-sums';
import { Clock } from '../../ports/clock';
import { type ChainState, RawHistoryStore } from '../../ports/storage/raw-history-store';
import { HistorySource, type OnChainBalance } from '../../ports/upstream/history-source';
import { AnswerRules } from '../answer-rules';
import { within } from '../budget';
import { RunningSums } from './running-sums';

/** What the rows of one chain state. */
export interface ChainSums {
  chain: ChainName;
  revision: number;
  sums: readonly RowSum[];
  /** The list of tokens is empty, and cannot be. */
  lacksTokens: boolean;
  /** Time of the newest row, ms UTC. */
  newest: number;
}

/** While a wallet is active, a balance can include a transaction that its lists do not have yet. */
const ACTIVE_MS = HOUR_MS;
const MAX_KNOWN = 50_000;

/**
 * Compares the balances that chains state with the sums of their rows, and calls that move tokens with the tokens. An
 * upstream can leave rows out, or a whole list, without another sign of it. One comparison per state of the rows and day.
 */
@Injectable()
export class BalanceComparison {
  private readonly log = new Logger('Balances');
  readonly #sums = new RunningSums(() => new RowSums());
  /** The state that was compared, by wallet and chain. */
  readonly #compared = new LRUCache<string, string>({ max: MAX_KNOWN });
  /** Differences of active wallets, which count when they stay. */
  readonly #doubts = new LRUCache<string, string>({ max: MAX_KNOWN });

  constructor(
    private readonly source: HistorySource,
    private readonly store: RawHistoryStore,
    private readonly clock: Clock,
    private readonly rules: AnswerRules = new AnswerRules(),
  ) {}

  /**
   * What can be compared: chains that are read without a gap. The result does not keep the history.
   * @param transactions of the wallet, from all its chains, without additions of a user
   */
  async sumsOf(
    address: Address,
    transactions: readonly WalletTransaction[],
    states: readonly ChainState[],
  ): Promise<ChainSums[]> {
    if (address.family !== 'evm') return [];
    const whole = states.filter(
      (state) =>
        state.complete &&
        !state.truncated &&
        !state.incomplete &&
        state.errorCode === null &&
        state.rowCount > 0 &&
        this.#compared.get(keyOf(address, state.chain)) !== this.stateOf(state),
    );
    if (whole.length === 0) return [];
    return this.#sums.of(transactions, (all) =>
      whole.map(({ chain, revision }) => ({
        chain,
        revision,
        sums: all.compared(chain),
        lacksTokens: all.lacksTokens(chain),
        newest: all.newest(chain),
      })),
    );
  }

  /**
   * Marks the chains that contradict their rows, and removes the mark from the others.
   * @returns false when a difference may only be a late list: the next read compares again
   */
  async compare(address: Address, chains: readonly ChainSums[], signal: AbortSignal): Promise<boolean> {
    const done = await Promise.all(chains.map((one) => this.compareOn(one, address, signal)));
    return done.every((isDone) => isDone);
  }

  private async compareOn(known: ChainSums, address: Address, signal: AbortSignal): Promise<boolean> {
    const { chain, sums, lacksTokens, newest } = known;
    const found = await this.ask(known, address, signal);
    if (found === null && !lacksTokens) return true;
    const stated = new Map((found ?? []).map(({ assetId, quantity }) => [assetId, quantity]));
    const differing = sums.filter((sum) => {
      const quantity = stated.get(sum.asset.id);
      return quantity !== undefined && isContradicted(sum, quantity);
    });
    const key = keyOf(address, chain);
    const differences = [
      ...differing.map(({ asset, net }) => `${asset.id}:${(stated.get(asset.id) ?? 0n) - net}`),
      ...(lacksTokens ? ['tokens'] : []),
    ].join();
    if (
      differences !== '' &&
      this.clock.now() - newest < ACTIVE_MS &&
      this.#doubts.get(key) !== differences
    ) {
      this.#doubts.set(key, differences);
      return false;
    }
    this.#doubts.delete(key);
    await this.store.saveContradicted(chain, address.value, differences !== '');
    this.#compared.set(key, this.stateOf(known));
    return true;
  }

  /** @returns null when the chain does not answer in time */
  private async ask(
    { chain, sums }: ChainSums,
    address: Address,
    signal: AbortSignal,
  ): Promise<OnChainBalance[] | null> {
    const ids = sums.map(({ asset }) => asset.id);
    if (ids.length === 0) return [];
    return within(this.clock, this.rules.comparisonMs, signal, async (own) => {
      try {
        return await this.source.balances(chain, address, ids, own);
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof AppError) && !own.aborted) throw error;
        this.log.warn(`balances on ${chain} could not be compared: ${String(error)}`);
        return null;
      }
    });
  }

  private stateOf({ revision }: { revision: number }): string {
    return `${revision} ${dayOf(this.clock.now(), 'UTC')}`;
  }
}

const keyOf = ({ value }: Address, chain: ChainName): string => `${chain}|${value}`;
