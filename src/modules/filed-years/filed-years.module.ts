import { Module } from '@nestjs/common';
import { PipelineModule } from '../../pipeline/pipeline.module';
import { FiledYearsController } from './filed-years.controller';
import { FiledYearsRepository } from './filed-years.repository';
import { FiledYearsService } from './filed-years.service';

@Module({
  imports: [PipelineModule],
  controllers: [FiledYearsController],
  providers: [FiledYearsRepository, FiledYearsService],
})
export class FiledYearsModule {}
