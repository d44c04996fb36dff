import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Cache } from '../../ports/cache';
import { type Dependency, DependencyHealth } from '../../ports/health';
import { RedisCache } from '../cache/redis-cache';
import { WakeUp } from '../queue/wake-up';

const DATABASE_MS = 1_500;

/** Asks Postgres; of Redis it knows from the connections that are in use anyway. */
@Injectable()
export class PostgresAndRedisHealth extends DependencyHealth {
  constructor(
    private readonly dataSource: DataSource,
    private readonly cache: Cache,
    private readonly wakeUp: WakeUp,
  ) {
    super();
  }

  async check(): Promise<Record<Dependency, 'up' | 'down'>> {
    return {
      database: state(await this.databaseAnswers()),
      queue: state(this.wakeUp.isUp()),
      cache: state(this.cache instanceof RedisCache ? this.cache.isUp() : true),
    };
  }

  private async databaseAnswers(): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), DATABASE_MS)));
    const answer = this.dataSource.query('SELECT 1').then(
      () => true,
      () => false,
    );
    const isUp = await Promise.race([answer, limit]);
    clearTimeout(timer);
    return isUp;
  }
}

const state = (isUp: boolean): 'up' | 'down' => (isUp ? 'up' : 'down');
