import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { WebhookCount } from '../../ports/webhook-count';
import { AttemptRepository } from './attempt.repository';
import { AttemptEntity } from './delivery.entity';
import { DeliveriesModule } from './deliveries.module';
import { StoredWebhookCount } from './stored-webhook-count';
import { TestDelivery } from './test-delivery.service';
import { WebhookEntity } from './webhook.entity';
import { WebhookRepository } from './webhook.repository';
import { WebhooksController } from './webhooks.controller';
import { WebhooksService } from './webhooks.service';

/** Subscriptions, and the log of what was delivered to them. Global for its one port, which usage asks. */
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
  ],
  exports: [WebhookCount],
})
export class WebhooksModule {}
