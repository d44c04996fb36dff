import { Module } from '@nestjs/common';
import { JobThread } from './job-thread';
import { RequestThread } from './request-thread';

@Module({ providers: [JobThread, RequestThread], exports: [JobThread, RequestThread] })
export class ThreadsModule {}
