import { Body, Controller, Delete, Get, HttpCode, Post, Put, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiExtraModels, ApiTags } from '@nestjs/swagger';
import type { Principal } from '../../../domain/access/principal';
import { Caller, InSpace, SessionOrKey, WallClock } from '../../../http/auth/decorators';
import { Fails, Responds } from '../../../http/openapi/documented';
import { PathId } from '../../../http/validation/fields';
import {
  CreateWebhookRequest,
  DeliveryLogsQuery,
  ListWebhooksQuery,
  RotateSecretRequest,
  TestWebhookRequest,
  UpdateWebhookRequest,
} from './webhooks.dto';
import { EVENT_DATA_SHAPES } from './events.shapes.dto';
import { WebhooksService } from './webhooks.service';
import {
  AvailableEventsResponse,
  CreatedWebhookResponse,
  DeletedWebhookResponse,
  DeliveryLogResponse,
  RedeliveryResponse,
  RotatedSecretResponse,
  TestResultResponse,
  WebhookResponse,
} from './webhooks.shapes.dto';
import { Idempotent } from '../../../http/idempotent';

const WebhookId = () => PathId('webhook_id', 'WEBHOOK_NOT_FOUND');

/** Webhook subscriptions and their delivery logs. */
@ApiTags('Webhooks')
@ApiExtraModels(...EVENT_DATA_SHAPES)
@Controller('api/v1/webhooks')
@InSpace('ownership', 'ownership')
@SessionOrKey('write:webhooks', 'WEBHOOKS_ALLOW_API_KEYS')
export class WebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  /**
   * Create a webhook
   *
   * @remarks The signing secret is returned only once, in this response.
   */
  @Post()
  @Idempotent()
  @ApiCreatedResponse({ type: CreatedWebhookResponse })
  @Fails('INVALID_EVENT_TYPE', 'INVALID_WEBHOOK_URL', 'INVALID_ADDRESS', 'FORBIDDEN')
  createWebhook(@Caller() caller: Principal, @Body() body: CreateWebhookRequest) {
    return this.webhooks.create(caller, body);
  }

  /** List own webhooks, newest first */
  @Get()
  @Responds([WebhookResponse])
  listWebhooks(@Caller() caller: Principal, @Query() query: ListWebhooksQuery) {
    return this.webhooks.list(caller, query);
  }

  /** List the available event types */
  @Get('events/available')
  @Responds(AvailableEventsResponse)
  listWebhookEvents() {
    return this.webhooks.availableEvents();
  }

  /** Get a webhook */
  @Get(':webhook_id')
  @Responds(WebhookResponse)
  getWebhook(@Caller() caller: Principal, @WebhookId() id: string) {
    return this.webhooks.get(caller, id);
  }

  /**
   * Update a webhook
   *
   * @remarks Absent fields keep their value. Lists and headers are replaced as a whole.
   */
  @Put(':webhook_id')
  @Responds(WebhookResponse)
  @Fails('INVALID_EVENT_TYPE', 'INVALID_WEBHOOK_URL', 'INVALID_ADDRESS')
  updateWebhook(@Caller() caller: Principal, @WebhookId() id: string, @Body() body: UpdateWebhookRequest) {
    return this.webhooks.update(caller, id, body);
  }

  /** Delete a webhook and its delivery log */
  @Delete(':webhook_id')
  @Responds(DeletedWebhookResponse)
  deleteWebhook(@Caller() caller: Principal, @WebhookId() id: string) {
    return this.webhooks.remove(caller, id);
  }

  /**
   * Rotate the signing secret of a webhook
   *
   * @remarks `X-Service-Signature` is made with the new secret at once, and the old one is not valid there any more.
   * `webhook-signature` carries signatures of both for `overlap_hours`.
   */
  @Post(':webhook_id/rotate-secret')
  @Idempotent()
  @HttpCode(200)
  @Responds(RotatedSecretResponse)
  rotateWebhookSecret(
    @Caller() caller: Principal,
    @WebhookId() id: string,
    @Body() body: RotateSecretRequest,
  ) {
    return this.webhooks.rotateSecret(caller, id, body);
  }

  /**
   * Deliver a test event
   *
   * @remarks One attempt is made, at once. A test of another event than `test` has invented data and the header
   * `X-Service-Test: true`.
   */
  @Post(':webhook_id/test')
  @Idempotent()
  @HttpCode(200)
  @WallClock('WEBHOOK_TEST_TIMEOUT_MS')
  @Responds(TestResultResponse)
  testWebhook(@Caller() caller: Principal, @WebhookId() id: string, @Body() body: TestWebhookRequest) {
    return this.webhooks.test(caller, id, body);
  }

  /**
   * Deliver an event again
   *
   * @remarks For a delivery that has ended, whatever its result, while its event is stored (30 days). The new attempt
   * has the same `event_id` and body, and an entry of its own in the log. `delivery_id` is the `id` of any log entry of
   * the event. A test has no stored event: send another test.
   */
  @Post(':webhook_id/deliveries/:delivery_id/redeliver')
  @Idempotent()
  @HttpCode(200)
  @Responds(RedeliveryResponse)
  @Fails('CONFLICT')
  redeliverEvent(
    @Caller() caller: Principal,
    @WebhookId() id: string,
    @PathId('delivery_id', 'RESOURCE_NOT_FOUND', 'delivery') deliveryId: string,
  ) {
    return this.webhooks.redeliver(caller, id, deliveryId);
  }

  /** List delivery attempts, newest first */
  @Get(':webhook_id/logs')
  @Responds([DeliveryLogResponse])
  listDeliveryLogs(@Caller() caller: Principal, @WebhookId() id: string, @Query() query: DeliveryLogsQuery) {
    return this.webhooks.logs(caller, id, query);
  }
}
