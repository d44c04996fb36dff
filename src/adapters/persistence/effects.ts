import { AsyncLocalStorage } from 'node:async_hooks';
import { bulkhead } from 'cockatiel';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { PollingWorker } from '../../common/polling-worker';
import type { Clock } from '../../ports/clock';
import { conflicts, inTransaction } from './outage';

const KEEP_MS = 3_000;
/** Open transactions. Their requests may need the rest of the pool for statements outside of them. */
const slots = bulkhead(4, Infinity);

const scopes = new AsyncLocalStorage<EffectScope>();
/** An effect inside of an effect is a part of it. */
const writing = new AsyncLocalStorage<EntityManager>();

/**
 * The transaction of a request with an idempotency key. Effect and answer commit together. The transaction begins
 * with the first effect: a request that only reads holds no connection.
 */
export class EffectScope {
  private runner: QueryRunner | null = null;
  private last: Promise<unknown> = Promise.resolve();
  private readonly committed: (() => unknown)[] = [];
  private isOpen = true;
  private keeper: PollingWorker | undefined;
  private free: (() => void) | undefined;

  /** @param name UUID, equal for repeated requests */
  constructor(
    readonly name: string,
    private readonly clock: Clock,
  ) {}

  /** Null when there is no scope, or it has ended. */
  static current(): EffectScope | null {
    const scope = scopes.getStore();
    return scope?.isOpen ? scope : null;
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    return scopes.run(this, work);
  }

  get manager(): EntityManager | null {
    return this.runner?.manager ?? null;
  }

  /** A failed savepoint leaves the other effects. After a lost conflict the locks are gone: the effect runs again. */
  add<T>(dataSource: DataSource, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    const outer = writing.getStore();
    if (outer) return outer.transaction(work);
    const done = this.last.then(async () => {
      const { manager } = await this.opened(dataSource);
      return conflicts.execute(() => manager.transaction((inner) => writing.run(inner, () => work(inner))));
    });
    this.last = done.catch(() => undefined);
    return done;
  }

  afterCommit(work: () => unknown): void {
    this.committed.push(work);
  }

  /** Also waits for work after the commit. @param finish the last statements of the transaction */
  async commit(dataSource: DataSource, finish: (manager: EntityManager) => Promise<void>): Promise<void> {
    await this.last;
    const runner = await this.opened(dataSource);
    try {
      await finish(runner.manager);
      await runner.commitTransaction();
    } catch (error) {
      await this.rollback();
      throw error;
    }
    await this.release();
    await Promise.all(this.committed.map((work) => scopes.exit(work)));
  }

  async rollback(): Promise<void> {
    await this.last;
    await this.runner?.rollbackTransaction().catch(() => undefined);
    await this.release();
  }

  private async opened(dataSource: DataSource): Promise<QueryRunner> {
    if (this.runner) return this.runner;
    this.free = await slot();
    const runner = dataSource.createQueryRunner();
    try {
      await runner.connect();
      await runner.startTransaction();
    } catch (error) {
      this.free();
      await runner.release();
      throw error;
    }
    // The database ends transactions that are idle for ten seconds.
    this.keeper = new PollingWorker(
      () => runner.query('SELECT 1'),
      () => undefined,
    ).every(this.clock, KEEP_MS);
    return (this.runner = runner);
  }

  private async release(): Promise<void> {
    this.isOpen = false;
    const runner = this.runner;
    this.runner = null;
    await this.keeper?.stop();
    await runner?.release();
    if (runner) this.free?.();
  }
}

const slot = (): Promise<() => void> =>
  new Promise((resolve, reject) => {
    slots.execute(() => new Promise<void>((free) => resolve(free))).catch(reject);
  });

/** A keyed request commits the transaction with its answer. Without a key: `inTransaction`. */
export const inEffect = <T>(
  dataSource: DataSource,
  work: (manager: EntityManager) => Promise<T>,
): Promise<T> => EffectScope.current()?.add(dataSource, work) ?? inTransaction(dataSource, work);

/** For a write outside the effect of a request, or in a route without a key. */
export { inTransaction };

/** Sees earlier writes of the keyed request. */
export const seesEffect = (dataSource: DataSource): EntityManager =>
  EffectScope.current()?.manager ?? dataSource.manager;

/** Runs at once, or after the commit but before the answer. Start longer work with `outsideEffect`. */
export async function afterEffect(work: () => unknown): Promise<void> {
  const scope = EffectScope.current();
  if (scope?.manager) scope.afterCommit(work);
  else await scopes.exit(work);
}

/** Id for objects that a keyed request creates outside of its transaction. Null without a key. */
export const effectId = (): string | null => EffectScope.current()?.name ?? null;

/** Work that continues after the request is not part of its effect. */
export const outsideEffect = <T>(work: () => T): T => scopes.exit(work);
