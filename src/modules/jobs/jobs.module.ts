import { Module } from '@nestjs/common';
import { HttpModule } from '../../http/http.module';
import { PipelineModule } from '../../pipeline/pipeline.module';
import { JobEvents } from './job-events.service';
import { JobsController } from './jobs.controller';
import { JobsService } from './jobs.service';

/** Reads jobs. The modules that know what a job does start it. */
@Module({
  imports: [HttpModule, PipelineModule],
  controllers: [JobsController],
  providers: [JobsService, JobEvents],
})
export class JobsModule {}
