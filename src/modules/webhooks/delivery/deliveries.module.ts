import { Module } from '@nestjs/common';
import { BacklogRepository } from './storage/backlog.repository';
import { DeliveriesProcessor } from './deliveries.processor';
import { DeliveryMetrics } from './delivery-metrics';
import { DeliveryRepository } from './storage/delivery.repository';
import { DeliveryRules } from './delivery-rules';
import { DeliveryRunner } from './delivery-runner';
import { DeliveryService } from './delivery.service';
import { FanOutRepository } from './storage/fan-out.repository';
import { ReceiverLoader } from './receiver-loader';
import { MessageWriter } from './message-writer';
import { DeliveryOutcomes } from './delivery-outcomes';
import { UnendedRepository } from './storage/unended.repository';

@Module({
  providers: [
    DeliveryRules,
    BacklogRepository,
    DeliveriesProcessor,
    DeliveryMetrics,
    DeliveryRepository,
    DeliveryRunner,
    DeliveryService,
    FanOutRepository,
    ReceiverLoader,
    MessageWriter,
    DeliveryOutcomes,
    UnendedRepository,
  ],
  exports: [MessageWriter],
})
export class DeliveriesModule {}
