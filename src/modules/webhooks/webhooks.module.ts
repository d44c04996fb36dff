import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { WebhookInventory } from '../../ports/access-inventory';
import { WebhookCount } from '../../ports/webhook-count';
import { AttemptRepository } from './attempt.repository';
import { AttemptEntity } from './delivery.entity';
import { DeliveriesModule } from './deliveries.module';
import { StoredWebhookCount } from './stored-webhook-count';
import { StoredWebhookInventory } from './stored-webhook-inventory';
import { TestDelivery } from './test-delivery.service';
import { WebhookEntity } from './webhook.entity';
import { WebhookRepository } from './webhook.repository';
import { WebhooksController } from './webhooks.controller';
import { WebhooksService } from './webhooks.service';

/** Subscriptions, and the log of what was delivered to them. Global for its ports, which usage and
 * the review of access ask. */
@Global()
@Module({
  imports: [DeliveriesModule, TypeOrmModule.forFeature([WebhookEntity, AttemptEntity])],
  controllers: [WebhooksController],
  providers: [
    AttemptRepository,
    TestDelivery,
    WebhookRepository,
    WebhooksService,
    { provide: WebhookCount, useClass: StoredWebhookCount },
    { provide: WebhookInventory, useClass: StoredWebhookInventory },
  ],
  exports: [WebhookCount, WebhookInventory],
})
export class WebhooksModule {}
