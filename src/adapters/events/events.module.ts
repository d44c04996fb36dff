import { Module } from '@nestjs/common';
import { Config } from '../../config/env';
import { DeliveryBell } from '../../ports/work/delivery-bell';
import { DomainEvents } from '../../ports/work/domain-events';
import { ReadSchedule } from '../../ports/storage/read-schedule';
import { WatchList } from '../../ports/storage/watch-list';
import { BullBell } from './bull-bell';
import { Outbox } from './outbox.store';
import { PostgresReadSchedule } from './read-schedule.store';
import { PostgresWatchList } from './watch-list.store';

/** What happened, who wants to know, when their wallets are read again, and the bell that says so. Finds the Clock bound globally. */
@Module({
  providers: [
    {
      provide: DeliveryBell,
      useFactory: ({ REDIS_URL }: Config) => new BullBell(REDIS_URL),
      inject: [Config],
    },
    { provide: DomainEvents, useClass: Outbox },
    { provide: WatchList, useClass: PostgresWatchList },
    { provide: ReadSchedule, useClass: PostgresReadSchedule },
  ],
  exports: [DeliveryBell, DomainEvents, WatchList, ReadSchedule],
})
export class EventsModule {}
