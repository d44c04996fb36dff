import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { Metrics } from '../../ports/metrics';

@Injectable()
export class PoolMetrics implements OnModuleInit {
  constructor(
    private readonly dataSource: DataSource,
    private readonly metrics: Metrics,
  ) {}

  onModuleInit(): void {
    // TypeORM gives the pool of its Postgres driver this name and no type.
    const { master } = this.dataSource.driver as unknown as { master: Pool };
    this.metrics.watch('cost_basis_database_connections', () => [
      { labels: { state: 'busy' }, value: master.totalCount - master.idleCount },
      { labels: { state: 'idle' }, value: master.idleCount },
      { labels: { state: 'waiting' }, value: master.waitingCount },
    ]);
  }
}
