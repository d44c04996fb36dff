import { getHeapStatistics } from 'node:v8';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { inTurns } from '../../../common/turns';
import { Config } from '../../../config/env';
import { LedgerSession } from '../../../domain/engine';
import { writingEventsOn, type WrittenHistory } from '../../../domain/chain';
import { Metrics } from '../../../ports/metrics';
import type { WalletHistory } from '../../history/wallet-history';
import { taxRules } from '../../policies';
import { LedgerViews, type KnownKeys } from '../ledger-views.service';
import { appendInTurns } from '../replay-in-turns';
import type { ReadyWalletLedger } from '../wallet-ledger';
import { WalletLedgerService } from '../wallet-ledger.service';

/** Maximum number of transactions of kept ledgers: as many as the facts and classifications of jobs may have. */
const MAX_KEPT = Math.max(30_000, Math.floor(getHeapStatistics().heap_size_limit / 40_000));

/** A ledger after its last event. */
interface Kept {
  written: WrittenHistory;
  session: LedgerSession;
  named: KnownKeys;
}

/**
 * Ledgers that a job continues when it has read a wallet again: new transactions are appended, and a late one is
 * replayed from the checkpoint before it. They are apart from the ledgers of requests, which must not change while they
 * are read.
 */
@Injectable()
export class KeptLedgers {
  readonly #kept = new LRUCache<string, Kept>({ maxSize: MAX_KEPT });
  /** A ledger is read and continued by one at a time. */
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor(
    private readonly ledgers: WalletLedgerService,
    private readonly views: LedgerViews,
    private readonly config: Config,
    private readonly metrics: Metrics,
  ) {}

  has(name: string): boolean {
    return this.#kept.has(name);
  }

  get isEmpty(): boolean {
    return this.#kept.size === 0;
  }

  /**
   * Calls `use` with the ledger of a history. It equals a replay.
   * @param name of the same wallets and the same user as before
   * @param use must not keep the ledger or a part of it: the next call changes it
   */
  async use<T>(
    name: string,
    history: WalletHistory,
    use: (walletLedger: ReadyWalletLedger) => Promise<T>,
  ): Promise<T> {
    const turn = (this.#turns.get(name) ?? Promise.resolve()).then(() => this.inTurn(name, history, use));
    const ended = turn
      .catch(() => undefined)
      .finally(() => {
        if (this.#turns.get(name) === ended) this.#turns.delete(name);
      });
    this.#turns.set(name, ended);
    return turn;
  }

  private async inTurn<T>(
    name: string,
    history: WalletHistory,
    use: (walletLedger: ReadyWalletLedger) => Promise<T>,
  ): Promise<T> {
    // It can be continued once. When that fails, the next one is replayed whole.
    const before = this.#kept.get(name) ?? null;
    this.#kept.delete(name);
    // What the owner states can be about any part of the history.
    if ((history.valued.entries ?? []).length > 0) return use(await this.ledgers.ofHistory(history));
    const policies = {
      ...taxRules(this.config, history.valued),
      owned: new Set(history.wallets),
      observations: history.valued.observations ?? [],
    };
    const { events, isWhole, written } = await inTurns(
      writingEventsOn(history.valued.transactions, policies, before?.written ?? null),
    );
    const session =
      before && !isWhole ? before.session : new LedgerSession(this.ledgers.recordOptions({ history }));
    const { ledger, seconds } = await appendInTurns(session, events);
    this.metrics.observe('cost_basis_engine_seconds', seconds, { of: isWhole ? 'kept' : 'append' });
    const named = await this.views.nameAssetsOn(history.valued, ledger, before?.named ?? null);
    const result = await use(this.ledgers.seen(history, ledger));
    this.#kept.set(name, { written, session, named }, { size: 1 + written.live.length });
    return result;
  }
}
