import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { timeout, TimeoutStrategy } from 'cockatiel';
import { DataSource, type EntityManager } from 'typeorm';
import { AppError } from '../../../domain/kernel/errors';
import type { Clock } from '../../../ports/clock';
import { dataSourceOptions } from '../data-source';
import { inTransaction, reach } from '../outage';
import { PersistenceRules } from '../persistence-rules';
import { initialized } from '../reachable';
import { databasesOf, logicalShardOf, type ShardDatabase, type ShardedConfig } from './shard-map';

/** A pool of this process. */
export interface ShardPool extends Pick<ShardDatabase, 'name' | 'shards'> {
  readonly dataSource: DataSource;
}

/** The pool of the database that holds the public history of a wallet. With one database: the pool of everything. */
@Injectable()
export class Shards implements OnApplicationShutdown {
  readonly #places: readonly ShardPool[];

  private constructor(
    readonly first: DataSource,
    /** Databases beside the first. */
    readonly others: readonly ShardPool[],
    private readonly rules: PersistenceRules,
  ) {
    const places: ShardPool[] = [];
    for (const pool of others) for (const shard of pool.shards) places[shard] = pool;
    this.#places = places;
  }

  /** Everything in one database. */
  static one(dataSource: DataSource): Shards {
    return new Shards(dataSource, [], new PersistenceRules());
  }

  /** Opens a pool for each database beside the first. */
  static async open(
    config: ShardedConfig & { readonly DATABASE_START_TIMEOUT_MS: number },
    first: DataSource,
    clock: Clock,
    rules: PersistenceRules = new PersistenceRules(),
  ): Promise<Shards> {
    const [, ...databases] = databasesOf(config);
    const others = databases.map(({ name, shards, config: own }) => {
      const { autoLoadEntities: _, ...options } = dataSourceOptions(own, 'service', rules);
      return { name, shards, dataSource: new DataSource({ ...options, entities: [] }) };
    });
    const opened = new Shards(first, others, rules);
    try {
      for (const { dataSource } of others)
        await initialized(clock, dataSource, config.DATABASE_START_TIMEOUT_MS);
    } catch (error) {
      await opened.close();
      throw error;
    }
    return opened;
  }

  /**
   * Runs statements of one wallet.
   * @throws AppError SERVICE_UNAVAILABLE when its database is down; with the name of the database when it is not the first
   */
  reach<T>(address: string, work: (dataSource: DataSource) => Promise<T>): Promise<T> {
    return this.named(address, (dataSource) => reach(() => work(dataSource)));
  }

  /** Runs a transaction over rows of one wallet, as `inTransaction`. @throws AppError SERVICE_UNAVAILABLE as `reach` */
  inTransaction<T>(address: string, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.named(address, (dataSource) => inTransaction(dataSource, work));
  }

  /** Whether each database beside the first answers in the time of a health check. Never throws. */
  states(): Promise<{ name: string; isUp: boolean }[]> {
    const answerTime = timeout(this.rules.healthMs, TimeoutStrategy.Aggressive);
    return Promise.all(
      this.others.map(async ({ name, dataSource }) => ({
        name,
        isUp: await answerTime
          .execute(() => dataSource.query<unknown>('SELECT 1'))
          .then(
            () => true,
            () => false,
          ),
      })),
    );
  }

  onApplicationShutdown(): Promise<void> {
    return this.close();
  }

  /** Closes the pools that `open` opened. */
  async close(): Promise<void> {
    const open = this.others.filter(({ dataSource }) => dataSource.isInitialized);
    await Promise.all(open.map(({ dataSource }) => dataSource.destroy()));
  }

  private async named<T>(address: string, work: (dataSource: DataSource) => Promise<T>): Promise<T> {
    const pool = this.others.length === 0 ? undefined : this.#places[logicalShardOf(address)];
    if (pool === undefined) return work(this.first);
    try {
      return await work(pool.dataSource);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'SERVICE_UNAVAILABLE') throw error;
      throw new AppError(error.code, { ...error.details, shard: pool.name }, { cause: error.cause });
    }
  }
}
