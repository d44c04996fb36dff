import { Module } from '@nestjs/common';
import { PipelineModule } from '../../pipeline/pipeline.module';
import { TransferMatchesController } from './transfer-matches.controller';
import { TransferMatchesService } from './transfer-matches.service';
import { UnifiedController } from './unified.controller';
import { UnifiedLedgers } from './unified-ledgers.service';
import { UnifiedService } from './unified.service';

/** One view over all wallets and exchange accounts of a user. */
@Module({
  imports: [PipelineModule],
  controllers: [UnifiedController, TransferMatchesController],
  providers: [UnifiedLedgers, UnifiedService, TransferMatchesService],
})
export class UnifiedModule {}
