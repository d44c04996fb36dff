import { Module } from '@nestjs/common';
import { PipelineModule } from '../../pipeline/pipeline.module';
import { LiveDataService } from './live-data.service';
import { RwaController } from './rwa.controller';
import { RwaService } from './rwa.service';
import { WalletFactsService } from './wallet-facts.service';

/** The public /api/rwa routes. */
@Module({
  imports: [PipelineModule],
  controllers: [RwaController],
  providers: [RwaService, WalletFactsService, LiveDataService],
})
export class RwaModule {}
