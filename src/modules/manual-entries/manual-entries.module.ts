import { Module } from '@nestjs/common';
import { PipelineModule } from '../../pipeline/pipeline.module';
import { AllocationsController } from './allocations/allocations.controller';
import { AllocationsService } from './allocations/allocations.service';
import { BasisAssignmentsController } from './basis-assignments.controller';
import { BasisService } from './basis.service';
import { CompletionsService } from './completions.service';
import { ClassificationController } from './decisions/classification.controller';
import { ClassificationService } from './decisions/classification.service';
import { VisibilityController } from './decisions/visibility.controller';
import { VisibilityService } from './decisions/visibility.service';
import { DisposalEntriesController } from './disposal-entries.controller';
import { DisposalsService } from './disposals.service';
import { BrokerInstructionsController } from './broker/broker-instructions.controller';
import { BrokerInstructionsService } from './broker/broker-instructions.service';
import { BrokerNoticesService } from './broker/broker-notices.service';
import { ElectionsController } from './elections/elections.controller';
import { ElectionsService } from './elections/elections.service';
import { EntryLedgers } from './entry-ledgers.service';
import { LotBasisController } from './lot-basis.controller';
import { LotSelectionsController } from './selections/selections.controller';
import { SelectionsService } from './selections/selections.service';
import { ManualEntriesService } from './manual-entries.service';
import { StandingSelectionsController } from './standing-selections/standing-selections.controller';
import { StandingSelectionsService } from './standing-selections/standing-selections.service';
import { TaxSettingsController } from './settings/settings.controller';
import { TaxSettingsService } from './settings/settings.service';
import { TaxpayerZoneInterceptor } from './settings/taxpayer-zone.interceptor';
import { TradeCompletionsController } from './trade-completions.controller';
import { TransactionValuesController } from './values/transaction-values.controller';
import { TransactionValuesService } from './values/transaction-values.service';

@Module({
  imports: [PipelineModule],
  controllers: [
    BasisAssignmentsController,
    DisposalEntriesController,
    TradeCompletionsController,
    LotBasisController,
    TransactionValuesController,
    ClassificationController,
    VisibilityController,
    ElectionsController,
    LotSelectionsController,
    StandingSelectionsController,
    BrokerInstructionsController,
    AllocationsController,
    TaxSettingsController,
  ],
  providers: [
    EntryLedgers,
    BasisService,
    CompletionsService,
    DisposalsService,
    ManualEntriesService,
    TransactionValuesService,
    ClassificationService,
    VisibilityService,
    ElectionsService,
    SelectionsService,
    StandingSelectionsService,
    BrokerInstructionsService,
    BrokerNoticesService,
    AllocationsService,
    TaxSettingsService,
    TaxpayerZoneInterceptor,
  ],
})
export class ManualEntriesModule {}
