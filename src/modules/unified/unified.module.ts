import { Module } from '@nestjs/common';
import { PipelineModule } from '../../pipeline/pipeline.module';
import { TransferMatchesController } from './transfer-matches.controller';
import { ExternalTransfersController } from './external-transfers.controller';
import { ExternalTransfersService } from './external-transfers.service';
import { TransferMatchesService } from './transfer-matches.service';
import { UnifiedController } from './unified.controller';
import { UnifiedDecisions } from './unified-decisions.service';
import { UnifiedLedgers } from './unified-ledgers.service';
import { UnifiedService } from './unified.service';

/** One view over all wallets and exchange accounts of a user. */
@Module({
  imports: [PipelineModule],
  controllers: [UnifiedController, TransferMatchesController, ExternalTransfersController],
  providers: [
    UnifiedLedgers,
    UnifiedService,
    UnifiedDecisions,
    TransferMatchesService,
    ExternalTransfersService,
  ],
})
export class UnifiedModule {}
