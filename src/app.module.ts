import { type DynamicModule, Module } from '@nestjs/common';
import { AdaptersModule } from './adapters/adapters.module';
import { BullQueuesModule } from './adapters/queue/wake-up/bull-queues.module';
import { ProcessState } from './common/process-state';
import { ConfigModule } from './config/config.module';
import type { Config } from './config/env';
import { HttpModule } from './http/http.module';
import { ApiKeysModule } from './modules/api-keys/api-keys.module';
import { AuditModule } from './modules/audit/audit.module';
import { AuthModule } from './modules/auth/auth.module';
import { BillingModule } from './modules/billing/billing.module';
import { BrokerFormsModule } from './modules/broker-forms/broker-forms.module';
import { ExchangesModule } from './modules/exchanges/exchanges.module';
import { FiledYearsModule } from './modules/filed-years/filed-years.module';
import { ImportsModule } from './modules/imports/imports.module';
import { JobsModule } from './modules/jobs/jobs.module';
import { LinkedWalletsModule } from './modules/linked-wallets/linked-wallets.module';
import { ManualEntriesModule } from './modules/manual-entries/manual-entries.module';
import { McpModule } from './modules/mcp/mcp.module';
import { PortfoliosModule } from './modules/portfolios/portfolios.module';
import { RwaModule } from './modules/rwa/rwa.module';
import { SpacesModule } from './modules/spaces/spaces.module';
import { TaxModule } from './modules/tax/tax.module';
import { UnifiedModule } from './modules/unified/unified.module';
import { WalletsModule } from './modules/wallets/wallets.module';
import { WebhooksModule } from './modules/webhooks/webhooks.module';
import { PipelineModule } from './pipeline/pipeline.module';

@Module({
  // The router tries the modules in this order. The most read routes come first.
  imports: [
    AdaptersModule,
    HttpModule,
    WalletsModule,
    TaxModule,
    AuditModule,
    AuthModule,
    ApiKeysModule,
    BillingModule,
    ExchangesModule,
    ImportsModule,
    JobsModule,
    LinkedWalletsModule,
    PipelineModule,
    FiledYearsModule,
    BrokerFormsModule,
    RwaModule,
    ManualEntriesModule,
    PortfoliosModule,
    SpacesModule,
    UnifiedModule,
    WebhooksModule,
    McpModule,
  ],
})
export class AppModule {
  static forRoot(config: Config, state: ProcessState): DynamicModule {
    return {
      module: AppModule,
      imports: [ConfigModule.forRoot(config, state), BullQueuesModule.forRoot(config, state.runsJobs)],
    };
  }
}
