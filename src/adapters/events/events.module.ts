import { Global, Module } from '@nestjs/common';
import { DomainEvents } from '../../ports/work/domain-events';
import { ReadSchedule } from '../../ports/storage/read-schedule';
import { WatchList } from '../../ports/storage/watch-list';
import { WakeUpModule } from '../queue/wake-up/wake-up.module';
import { Outbox } from './outbox.store';
import { PostgresReadSchedule } from './read-schedule.store';
import { PostgresWatchList } from './watch-list.store';

/** Global: the queue stores events with the end of a job. */
@Global()
@Module({
  imports: [WakeUpModule],
  providers: [
    { provide: DomainEvents, useClass: Outbox },
    { provide: WatchList, useClass: PostgresWatchList },
    { provide: ReadSchedule, useClass: PostgresReadSchedule },
  ],
  exports: [WakeUpModule, DomainEvents, WatchList, ReadSchedule],
})
export class EventsModule {}
