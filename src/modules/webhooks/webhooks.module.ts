import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { WebhookInventory } from '../../ports/access/access-inventory';
import { AttemptRepository } from './delivery/storage/attempt.repository';
import { RedeliveryRepository } from './delivery/storage/redelivery.repository';
import { AttemptEntity } from './delivery/storage/delivery.entity';
import { DeliveriesModule } from './delivery/deliveries.module';
import { StoredWebhookInventory } from './subscriptions/stored-webhook-inventory';
import { TestDelivery } from './subscriptions/test-delivery.service';
import { WebhookEntity } from './subscriptions/webhook.entity';
import { WebhookRepository } from './subscriptions/webhook.repository';
import { WebhooksController } from './subscriptions/webhooks.controller';
import { WebhooksService } from './subscriptions/webhooks.service';

/** Global for its ports, which usage and the review of access ask. */
@Global()
@Module({
  imports: [DeliveriesModule, TypeOrmModule.forFeature([WebhookEntity, AttemptEntity])],
  controllers: [WebhooksController],
  providers: [
    AttemptRepository,
    RedeliveryRepository,
    TestDelivery,
    WebhookRepository,
    WebhooksService,
    { provide: WebhookInventory, useClass: StoredWebhookInventory },
  ],
  exports: [WebhookInventory],
})
export class WebhooksModule {}
