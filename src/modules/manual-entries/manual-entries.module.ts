import { Module } from '@nestjs/common';
import { PipelineModule } from '../../pipeline/pipeline.module';
import { BasisAssignmentsController } from './basis-assignments.controller';
import { BasisService } from './basis.service';
import { LotBasisController } from './lot-basis.controller';
import { ManualEntriesService } from './manual-entries.service';

@Module({
  imports: [PipelineModule],
  controllers: [BasisAssignmentsController, LotBasisController],
  providers: [BasisService, ManualEntriesService],
})
export class ManualEntriesModule {}
