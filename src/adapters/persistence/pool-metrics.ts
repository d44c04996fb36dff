import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import { Metrics } from '../../ports/metrics';
import { Shards } from './shards/shards';

/** Use of the connection pools of this process. */
@Injectable()
export class PoolMetrics implements OnModuleInit {
  constructor(
    private readonly shards: Shards,
    private readonly metrics: Metrics,
  ) {}

  onModuleInit(): void {
    const pools = [{ name: 'first', dataSource: this.shards.first }, ...this.shards.others];
    this.metrics.watch('cost_basis_database_connections', () =>
      pools.flatMap(({ name: shard, dataSource }) => {
        // TypeORM gives the pool of its Postgres driver this name and no type.
        const { master } = dataSource.driver as unknown as { master: Pool };
        return [
          { labels: { state: 'busy', shard }, value: master.totalCount - master.idleCount },
          { labels: { state: 'idle', shard }, value: master.idleCount },
          { labels: { state: 'waiting', shard }, value: master.waitingCount },
        ];
      }),
    );
    this.metrics.watch('cost_basis_shard_up', async () =>
      (await this.shards.states()).map(({ name, isUp }) => ({
        labels: { shard: name },
        value: isUp ? 1 : 0,
      })),
    );
  }
}
