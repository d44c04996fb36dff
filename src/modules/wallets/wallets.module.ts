import { Module } from '@nestjs/common';
import { PipelineModule } from '../../pipeline/pipeline.module';
import { LegacyPositionsController } from './legacy-positions.controller';
import { WalletsController } from './wallets.controller';
import { WalletsService } from './wallets.service';

@Module({
  imports: [PipelineModule],
  controllers: [WalletsController, LegacyPositionsController],
  providers: [WalletsService],
})
export class WalletsModule {}
