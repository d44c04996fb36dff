import { Injectable } from '@nestjs/common';
import { timeout, TimeoutStrategy } from 'cockatiel';
import { DataSource } from 'typeorm';
import { Config } from '../../config/env';
import { Cache } from '../../ports/cache';
import { type Checks, DependencyHealth, type DependencyReport } from '../../ports/health';
import { WakeUp } from '../../ports/work/wake-up';
import { RedisCache } from '../cache/redis-cache';
import { JobRepository } from '../queue/job.repository';
import { FullDisk } from '../persistence/full-disk';
import { PersistenceRules } from '../persistence/persistence-rules';
import { JobRules } from '../queue/job-rules';
import { QueueWakeUp } from '../queue/wake-up/queue-wake-up';

/** Queries Postgres. The connections in use report the state of Redis. */
@Injectable()
export class PostgresAndRedisHealth extends DependencyHealth {
  constructor(
    private readonly dataSource: DataSource,
    private readonly cache: Cache,
    private readonly wakeUp: WakeUp,
    private readonly jobs: JobRepository,
    private readonly rules: JobRules,
    private readonly config: Config,
    private readonly limits: PersistenceRules,
  ) {
    super();
  }

  async check(): Promise<DependencyReport> {
    const [answer, waits] = await Promise.all([
      this.orNull(() => this.dataSource.query<unknown>('SELECT 1')),
      this.orNull(() => this.jobs.oldestQueuedSeconds(this.rules.perOwner)),
    ]);
    const oldestQueuedSeconds = waits && Math.max(...Object.values(waits));
    return {
      checks: {
        // With a full disk, the service still answers from stored data.
        database: answer !== null && FullDisk.isFull(this.dataSource) ? 'degraded' : state(answer !== null),
        queue: this.queue(oldestQueuedSeconds),
        cache: state(this.cache instanceof RedisCache ? this.cache.isUp() : true),
      },
      oldestQueuedSeconds,
    };
  }

  private queue(oldestQueuedSeconds: number | null): Checks['queue'] {
    if (this.wakeUp instanceof QueueWakeUp && !this.wakeUp.isUp()) return 'down';
    const isLate = (oldestQueuedSeconds ?? 0) * 1_000 > this.config.QUEUE_DEGRADED_AFTER_MS;
    return isLate ? 'degraded' : 'up';
  }

  private orNull<T>(work: () => Promise<T>): Promise<T | null> {
    return timeout(this.limits.healthMs, TimeoutStrategy.Aggressive)
      .execute(work)
      .catch(() => null);
  }
}

const state = (isUp: boolean): 'up' | 'down' => (isUp ? 'up' : 'down');
