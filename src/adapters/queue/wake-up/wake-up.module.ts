import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { WakeUp } from '../../../ports/work/wake-up';
import { RedisTimes } from '../../redis/redis-times';
import { ThreadsModule } from '../../threads/threads.module';
import { PostgresChannel } from './postgres-channel.store';
import { Processors } from './processors';
import { QueueWakeUp } from './queue-wake-up';

@Module({
  imports: [DiscoveryModule, ThreadsModule],
  providers: [RedisTimes, PostgresChannel, Processors, { provide: WakeUp, useClass: QueueWakeUp }],
  exports: [WakeUp, Processors, RedisTimes],
})
export class WakeUpModule {}
