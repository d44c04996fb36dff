import { Body, Controller, Delete, Get, HttpCode, Post, Put, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Principal } from '../../../domain/access/principal';
import { CurrentPrincipal, SessionOnly, WallClock } from '../../../http/auth/decorators';
import { Fails } from '../../../http/openapi/documented';
import { PathId } from '../../../http/validation/fields';
import {
  CreateWebhookRequest,
  DeliveryLogsQuery,
  ListWebhooksQuery,
  UpdateWebhookRequest,
} from './webhooks.dto';
import { WebhooksService } from './webhooks.service';
import {
  AvailableEventsResponse,
  CreatedWebhookResponse,
  DeletedWebhookResponse,
  DeliveryLogResponse,
  RotatedSecretResponse,
  TestResultResponse,
  WebhookResponse,
} from './webhooks.shapes.dto';

const WebhookId = () => PathId('webhook_id', 'WEBHOOK_NOT_FOUND');

/** Who is told what, where, and how that went. */
@ApiTags('webhooks')
@Controller('api/v1/webhooks')
@SessionOnly()
export class WebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  /** Subscribe. The signing secret is in this answer and in no later one. */
  @Post()
  @ApiCreatedResponse({ type: CreatedWebhookResponse })
  @Fails('INVALID_EVENT_TYPE', 'INVALID_WEBHOOK_URL', 'INVALID_ADDRESS', 'FORBIDDEN')
  create(@CurrentPrincipal() principal: Principal, @Body() body: CreateWebhookRequest) {
    return this.webhooks.create(principal, body);
  }

  /** Your webhooks, newest first. */
  @Get()
  @ApiOkResponse({ type: WebhookResponse, isArray: true })
  list(@CurrentPrincipal() principal: Principal, @Query() query: ListWebhooksQuery) {
    return this.webhooks.list(principal, query);
  }

  /** What can be subscribed to. */
  @Get('events/available')
  @ApiOkResponse({ type: AvailableEventsResponse })
  availableEvents() {
    return this.webhooks.availableEvents();
  }

  /** One webhook. */
  @Get(':webhook_id')
  @ApiOkResponse({ type: WebhookResponse })
  get(@CurrentPrincipal() principal: Principal, @WebhookId() id: string) {
    return this.webhooks.get(principal, id);
  }

  /** Change what is given; lists and headers are replaced as a whole. */
  @Put(':webhook_id')
  @ApiOkResponse({ type: WebhookResponse })
  @Fails('INVALID_EVENT_TYPE', 'INVALID_WEBHOOK_URL', 'INVALID_ADDRESS')
  update(
    @CurrentPrincipal() principal: Principal,
    @WebhookId() id: string,
    @Body() body: UpdateWebhookRequest,
  ) {
    return this.webhooks.update(principal, id, body);
  }

  /** Remove, with its delivery log. */
  @Delete(':webhook_id')
  @ApiOkResponse({ type: DeletedWebhookResponse })
  remove(@CurrentPrincipal() principal: Principal, @WebhookId() id: string) {
    return this.webhooks.remove(principal, id);
  }

  /** A new signing secret; the old one is invalid when the answer comes. */
  @Post(':webhook_id/rotate-secret')
  @HttpCode(200)
  @ApiOkResponse({ type: RotatedSecretResponse })
  rotateSecret(@CurrentPrincipal() principal: Principal, @WebhookId() id: string) {
    return this.webhooks.rotateSecret(principal, id);
  }

  /** Deliver a test event now, once. */
  @Post(':webhook_id/test')
  @HttpCode(200)
  @WallClock('WEBHOOK_TEST_TIMEOUT_MS')
  @ApiOkResponse({ type: TestResultResponse })
  test(@CurrentPrincipal() principal: Principal, @WebhookId() id: string) {
    return this.webhooks.test(principal, id);
  }

  /** Every attempt, newest first. */
  @Get(':webhook_id/logs')
  @ApiOkResponse({ type: DeliveryLogResponse, isArray: true })
  logs(@CurrentPrincipal() principal: Principal, @WebhookId() id: string, @Query() query: DeliveryLogsQuery) {
    return this.webhooks.logs(principal, id, query);
  }
}
