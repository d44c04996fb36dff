import { Module } from '@nestjs/common';
import { JobsController } from './jobs.controller';
import { JobsService } from './jobs.service';

/** Jobs are begun by the rooms that know what they do; here they are looked at. */
@Module({ controllers: [JobsController], providers: [JobsService] })
export class JobsModule {}
