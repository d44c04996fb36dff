import { Module } from '@nestjs/common';
import { DeliveryMetrics } from './delivery-metrics';
import { DeliveryRepository } from './delivery.repository';
import { DeliveryRules } from './delivery-rules';
import { DeliveryRunner } from './delivery-runner';
import { DeliveryService } from './delivery.service';
import { FreshReceivers } from './fresh-receivers';
import { MessageWriter } from './message-writer';
import { OutcomeBook } from './outcome-book';

/** What carries events to receivers; works without HTTP of its own. */
@Module({
  providers: [
    { provide: DeliveryRules, useFactory: () => new DeliveryRules() },
    DeliveryMetrics,
    DeliveryRepository,
    DeliveryRunner,
    DeliveryService,
    FreshReceivers,
    MessageWriter,
    OutcomeBook,
  ],
  exports: [MessageWriter],
})
export class DeliveriesModule {}
