import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ENGINE_VERSION } from '../../domain/engine';
import { DependencyHealth } from '../../ports/health';
import { Metrics } from '../../ports/metrics';

@Injectable()
export class StandingMetrics implements OnModuleInit {
  constructor(
    private readonly metrics: Metrics,
    private readonly dependencies: DependencyHealth,
  ) {}

  onModuleInit(): void {
    this.metrics.watch('cost_basis_build_info', () => [
      { labels: { engine: ENGINE_VERSION, node: process.version }, value: 1 },
    ]);
    this.metrics.watch('cost_basis_dependency_up', async () => {
      const { checks } = await this.dependencies.check();
      return Object.entries(checks).map(([dependency, state]: [string, string]) => ({
        labels: { dependency },
        value: state === 'down' ? 0 : 1,
      }));
    });
  }
}
