import { Module } from '@nestjs/common';
import { PipelineModule } from '../../pipeline/pipeline.module';
import { JobsController } from './jobs.controller';
import { JobsService } from './jobs.service';

/** Jobs are begun by the modules that know what they do; here they are looked at. */
@Module({ imports: [PipelineModule], controllers: [JobsController], providers: [JobsService] })
export class JobsModule {}
