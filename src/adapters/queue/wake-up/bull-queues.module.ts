import { BullModule, getQueueToken } from '@nestjs/bull';
import { type DynamicModule, Module } from '@nestjs/common';
import type { Config } from '../../../config/env';
import { QUEUES } from '../../../ports/work/work-queues';
import { BullConnections, type BullQueue } from '../../redis/bull-connections';

/** Empty without Redis, and in a process that only serves requests. */
@Module({})
export class BullQueuesModule {
  static forRoot({ REDIS_URL }: Config, runsJobs: boolean): DynamicModule {
    if (REDIS_URL === undefined || !runsJobs) return { module: BullQueuesModule };
    const connections = new BullConnections(REDIS_URL, null);
    const prepare = (...queues: BullQueue[]): BullConnections => {
      for (const queue of queues) connections.adopt(queue);
      return connections;
    };
    return {
      module: BullQueuesModule,
      imports: [BullModule.registerQueue(...QUEUES.map((name) => ({ name, ...connections.options() })))],
      providers: [
        {
          provide: BullConnections,
          useFactory: prepare,
          inject: QUEUES.map((name) => getQueueToken(name)),
        },
      ],
    };
  }
}
