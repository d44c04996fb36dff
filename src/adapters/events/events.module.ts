import { Module } from '@nestjs/common';
import { Config } from '../../config/env';
import { DeliveryNotifier } from '../../ports/work/delivery-notifier';
import { DomainEvents } from '../../ports/work/domain-events';
import { ReadSchedule } from '../../ports/storage/read-schedule';
import { WatchList } from '../../ports/storage/watch-list';
import { BullDeliveryNotifier } from './bull-delivery-notifier';
import { Outbox } from './outbox.store';
import { PostgresReadSchedule } from './read-schedule.store';
import { PostgresWatchList } from './watch-list.store';

/** Events, watch lists, the rescan schedule and the delivery notifier. Uses the global Clock. */
@Module({
  providers: [
    {
      provide: DeliveryNotifier,
      useFactory: ({ REDIS_URL }: Config) => new BullDeliveryNotifier(REDIS_URL),
      inject: [Config],
    },
    { provide: DomainEvents, useClass: Outbox },
    { provide: WatchList, useClass: PostgresWatchList },
    { provide: ReadSchedule, useClass: PostgresReadSchedule },
  ],
  exports: [DeliveryNotifier, DomainEvents, WatchList, ReadSchedule],
})
export class EventsModule {}
