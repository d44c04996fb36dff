import { AsyncLocalStorage } from 'node:async_hooks';
import { bulkhead } from 'cockatiel';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { PollingWorker } from '../../common/polling-worker';
import type { Clock } from '../../ports/clock';
import { conflicts, inTransaction } from './outage';

const KEEP_MS = 3_000;
/**
 * Open transactions of this process. The rest of the pool stays free for statements outside of them, which a request
 * with an open transaction can need before it ends.
 */
const slots = bulkhead(4, Infinity);

const scopes = new AsyncLocalStorage<EffectScope>();
/** The effect that is being written: an effect inside of it is a part of it. */
const writing = new AsyncLocalStorage<EntityManager>();

/**
 * The transaction of a request with an idempotency key. It stays open until the answer is written, so that effect and
 * answer commit together. It begins with the first effect: a request that only reads holds no connection.
 */
export class EffectScope {
  private runner: QueryRunner | null = null;
  private last: Promise<unknown> = Promise.resolve();
  private readonly committed: (() => unknown)[] = [];
  private isOpen = true;
  private keeper: PollingWorker | undefined;
  private free: (() => void) | undefined;

  /** @param name of the request, the same whenever it is repeated: a UUID */
  constructor(
    readonly name: string,
    private readonly clock: Clock,
  ) {}

  /** @returns the scope of the running work; null when there is none, or it has ended */
  static current(): EffectScope | null {
    const scope = scopes.getStore();
    return scope?.isOpen ? scope : null;
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    return scopes.run(this, work);
  }

  /** The open transaction; null before the first effect. */
  get manager(): EntityManager | null {
    return this.runner?.manager ?? null;
  }

  /**
   * One effect after the other, each in a savepoint: a failed one leaves the others. One that lost a conflict has no
   * locks any more and runs again.
   */
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

  /**
   * Also waits for what was to run after the commit.
   * @param finish the last statements of the transaction
   */
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

/** @returns frees the slot */
const slot = (): Promise<() => void> =>
  new Promise((resolve, reject) => {
    slots.execute(() => new Promise<void>((free) => resolve(free))).catch(reject);
  });

/** A transaction that a keyed request commits together with its answer. As `inTransaction` without a key. */
export const inEffect = <T>(
  dataSource: DataSource,
  work: (manager: EntityManager) => Promise<T>,
): Promise<T> => EffectScope.current()?.add(dataSource, work) ?? inTransaction(dataSource, work);

/** For a write that is no part of the effect of a request, or of a route without a key. */
export { inTransaction };

/** Reads what the keyed request has written already. */
export const seesEffect = (dataSource: DataSource): EntityManager =>
  EffectScope.current()?.manager ?? dataSource.manager;

/**
 * Runs at once, or when the effect is committed, but before the answer. Work that continues after the request is
 * started with `outsideEffect`.
 */
export async function afterEffect(work: () => unknown): Promise<void> {
  const scope = EffectScope.current();
  if (scope?.manager) scope.afterCommit(work);
  else await scopes.exit(work);
}

/** The id that a keyed request gives to what it creates outside of its transaction; null without a key. */
export const effectId = (): string | null => EffectScope.current()?.name ?? null;

/** Starts work that continues after the request and is not part of its effect. */
export const outsideEffect = <T>(work: () => T): T => scopes.exit(work);
