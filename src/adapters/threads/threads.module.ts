import { Module } from '@nestjs/common';
import { JobThread } from './job-thread';
import { RequestThread } from './request-thread';

/** The two threads of a process that serves requests and runs jobs. */
@Module({ providers: [JobThread, RequestThread], exports: [JobThread, RequestThread] })
export class ThreadsModule {}
