import { Global, Module } from '@nestjs/common';
import { PipelineModule } from '../../pipeline/pipeline.module';
import { ChangedYears } from '../../ports/storage/changed-years';
import { FiledYearComparison } from './filed-year-comparison.service';
import { FiledYearsController } from './filed-years.controller';
import { FiledYearsRepository } from './filed-years.repository';
import { FiledYearsService } from './filed-years.service';

/** Global, because the list of issues finds the port by injection. */
@Global()
@Module({
  imports: [PipelineModule],
  controllers: [FiledYearsController],
  providers: [
    FiledYearsRepository,
    FiledYearsService,
    FiledYearComparison,
    { provide: ChangedYears, useExisting: FiledYearComparison },
  ],
  exports: [ChangedYears],
})
export class FiledYearsModule {}
