import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { userOf, type Principal } from '../../../domain/access/principal';
import { AppError } from '../../../domain/kernel/errors';
import { accountOf, tryParseAddress } from '../../../domain/kernel/address';
import type { Page } from '../../../domain/kernel/page';
import { HOUR_MS } from '../../../domain/kernel/durations';
import { SECRET_BYTES, SECRET_PREFIX } from '../../../domain/webhooks/signature';
import { pagingOf } from '../../../http/queries/cursor';
import { reply } from '../../../http/reply';
import { afterEffect } from '../../../adapters/persistence/effects';
import { Clock } from '../../../ports/clock';
import { Overlays } from '../../../ports/storage/overlays';
import { OutboundHttp } from '../../../ports/upstream/outbound-http';
import { WakeUp } from '../../../ports/work/wake-up';
import { SecretBox } from '../../../config/secrets/secret-box';
import { AttemptRepository } from '../delivery/storage/attempt.repository';
import { RedeliveryRepository, type NotAgain } from '../delivery/storage/redelivery.repository';
import { SETTLE_MS } from '../delivery/delivery-rules';
import { MessageWriter } from '../delivery/message-writer';
import { TestDelivery } from './test-delivery.service';
import { type FilteredAddress, WebhookRepository, type WebhookRow } from './webhook.repository';
import type {
  CreateWebhookRequest,
  DeliveryLogsQuery,
  ListWebhooksQuery,
  RotateSecretRequest,
  TestWebhookRequest,
  UpdateWebhookRequest,
} from './webhooks.dto';
import { toAvailableEvents, toDeliveryLog, toWebhook } from './webhooks.presenter';
import type { RedeliveryResponse } from './webhooks.shapes.dto';

/** @source api.md 7 */
const MAX_WEBHOOKS = 200;
/** @param hours during which both secrets sign for Standard Webhooks */
const rotated = (hours: number): string =>
  hours === 0
    ? 'The new secret signs from now on; the old one is no longer valid.'
    : `The new secret signs X-Service-Signature from now on; webhook-signature also carries the old one for ${hours} h.`;

/** NOT_AGAIN: why an event is not delivered again -> the message. */
const NOT_AGAIN = {
  open: 'The delivery has not ended; it is tried again by itself',
  test: 'A test has no stored event; send another test',
  inactive: 'The webhook is inactive',
} as const satisfies Record<NotAgain, string>;

/** Another user's webhook answers as an unknown one. */
@Injectable()
export class WebhooksService {
  constructor(
    private readonly webhooks: WebhookRepository,
    private readonly attempts: AttemptRepository,
    private readonly tests: TestDelivery,
    private readonly redeliveries: RedeliveryRepository,
    private readonly wakeUp: WakeUp,
    private readonly writer: MessageWriter,
    private readonly outbound: OutboundHttp,
    private readonly box: SecretBox,
    private readonly overlays: Overlays,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the secret once.
   * @throws AppError INVALID_WEBHOOK_URL for an address that is not allowed, FORBIDDEN when the user has 200 webhooks
   */
  async create(principal: Principal, body: CreateWebhookRequest) {
    this.checkUrl(body.url);
    await this.checkAccounts(principal, body.addresses_filter);
    const secret = newSecret();
    const id = this.clock.newId();
    const row = await this.webhooks.add(
      {
        id,
        userId: userOf(principal).userId,
        url: body.url,
        events: body.events,
        addresses: body.addresses_filter.map(filtered),
        description: body.description,
        headers: this.sealHeaders(id, body.headers),
        secret: this.box.seal(secret, 'webhook secret', id),
        createdAt: this.now(),
      },
      MAX_WEBHOOKS,
    );
    if (!row)
      throw new AppError(
        'FORBIDDEN',
        { limit: MAX_WEBHOOKS },
        { message: 'The limit of webhooks is reached' },
      );
    return { ...this.show(row), secret, standard_secret: standardSecret(secret) };
  }

  async list(principal: Principal, query: ListWebhooksQuery) {
    const page = await this.webhooks.list(
      userOf(principal).userId,
      query.include_inactive,
      query.page,
      query.per_page,
    );
    return paged(page, (row) => this.show(row));
  }

  async get(principal: Principal, id: string) {
    return this.show(await this.find(principal, id));
  }

  async update(principal: Principal, id: string, body: UpdateWebhookRequest) {
    await this.checkAccounts(principal, body.addresses_filter ?? []);
    const row = found(
      await this.webhooks.update(
        userOf(principal).userId,
        id,
        (before, given) => {
          // A filter that this service returned is in lower case; the user's first spelling is kept.
          const addresses = body.addresses_filter
            ?.map(filtered)
            .map((entry) =>
              entry.given === entry.address
                ? { ...entry, given: given.get(entry.address) ?? entry.given }
                : entry,
            );
          if (body.url !== undefined && body.url !== before.url) this.checkUrl(body.url);
          return {
            ...(body.url === undefined ? {} : { url: body.url }),
            ...(body.events === undefined ? {} : { events: body.events }),
            ...(addresses === undefined ? {} : { addresses }),
            ...(body.description === undefined ? {} : { description: body.description }),
            ...(body.headers === undefined ? {} : { headers: this.sealHeaders(before.id, body.headers) }),
            ...(body.is_active === undefined ? {} : { isActive: body.is_active }),
          };
        },
        this.now(),
      ),
    );
    if (body.is_active === false) await this.settled();
    return this.show(row);
  }

  /** @throws AppError WEBHOOK_NOT_FOUND */
  async remove(principal: Principal, id: string) {
    if (!(await this.webhooks.remove(userOf(principal).userId, id))) throw new AppError('WEBHOOK_NOT_FOUND');
    await this.settled();
    return { deleted: true, webhook_id: id };
  }

  async rotateSecret(principal: Principal, id: string, { overlap_hours: hours }: RotateSecretRequest) {
    const secret = newSecret();
    const changes = (row: WebhookRow) => ({
      secret: this.box.seal(secret, 'webhook secret', row.id),
      previousSecret: hours === 0 ? null : this.sealedAgain(row),
      previousUntil: hours === 0 ? null : new Date(this.clock.now() + hours * HOUR_MS),
    });
    found(await this.webhooks.update(userOf(principal).userId, id, changes, this.now()));
    await afterEffect(() => this.settled());
    return { webhook_id: id, secret, standard_secret: standardSecret(secret), message: rotated(hours) };
  }

  /**
   * @throws AppError RESOURCE_NOT_FOUND for an unknown delivery; CONFLICT for one that has not ended, for a test, and
   * for an inactive webhook
   */
  async redeliver(principal: Principal, id: string, logId: string): Promise<RedeliveryResponse> {
    await this.find(principal, id);
    const result = await this.redeliveries.again(userOf(principal).userId, id, logId);
    if (result === 'unknown') throw new AppError('RESOURCE_NOT_FOUND', { resource: 'delivery' });
    if (typeof result === 'string')
      throw new AppError('CONFLICT', { reason: result }, { message: NOT_AGAIN[result] });
    await afterEffect(() => this.wakeUp.call('deliver_webhooks'));
    return {
      webhook_id: id,
      event_type: result.eventType,
      event_id: result.eventId,
      attempt: result.attempt,
    };
  }

  async test(principal: Principal, id: string, { event }: TestWebhookRequest) {
    const webhook = await this.find(principal, id);
    const log = await this.tests.run(webhook, event);
    return { test_result: log.status === 'success' ? 'success' : 'failed', log: toDeliveryLog(log) };
  }

  async logs(principal: Principal, id: string, query: DeliveryLogsQuery) {
    const paging = pagingOf(query, `deliveries of ${id}`, ['number', 'uuid']);
    await this.find(principal, id);
    const filter = { eventType: query.event_type, status: query.status };
    const page = await this.attempts.list(id, filter, paging.request);
    return reply(page.items.map(toDeliveryLog), { pagination: paging.paginationOf(page) });
  }

  availableEvents() {
    return toAvailableEvents();
  }

  private async find(principal: Principal, id: string): Promise<WebhookRow> {
    return found(await this.webhooks.find(userOf(principal).userId, id));
  }

  private checkUrl(url: string): void {
    const refusal = this.outbound.refusal(url);
    if (refusal !== null)
      throw new AppError('INVALID_WEBHOOK_URL', undefined, { field: 'url', message: refusal });
  }

  private show(row: WebhookRow) {
    return toWebhook(row, this.writer.headersOf(row.id, row.headers));
  }

  private sealedAgain({ id, secret }: WebhookRow): string {
    return this.box.seal(this.box.open(secret, 'webhook secret', id), 'previous webhook secret', id);
  }

  private sealHeaders(webhookId: string, headers: Record<string, string>): string {
    return this.box.seal(JSON.stringify(headers), 'webhook headers', webhookId);
  }

  /** @throws AppError RESOURCE_NOT_FOUND for an exchange account that the caller does not have */
  private async checkAccounts(principal: Principal, given: readonly string[]): Promise<void> {
    const named = given.map((entry) => accountOf(filtered(entry).address)).filter((id) => id !== null);
    if (named.length === 0) return;
    const { accounts } = await this.overlays.of(userOf(principal).userId, []);
    for (const id of named)
      if (!accounts.some((account) => account.id === id))
        throw new AppError('RESOURCE_NOT_FOUND', { resource: 'exchange_account' });
  }

  /** Afterwards no worker sends anything of the old state. */
  private settled(): Promise<void> {
    return this.clock.sleep(SETTLE_MS);
  }

  private now(): Date {
    return new Date(this.clock.now());
  }
}

const newSecret = (): string => SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64url');

/** In the form that the libraries of Standard Webhooks read. */
const standardSecret = (secret: string): string =>
  SECRET_PREFIX + Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64url').toString('base64');

/** Events of an exchange account have its id in the form of a wallet. */
function filtered(given: string): FilteredAddress {
  const address = tryParseAddress(given);
  return { address: address?.family === 'exchange' ? address.value : given.toLowerCase(), given };
}

function found(row: WebhookRow | null): WebhookRow {
  if (!row) throw new AppError('WEBHOOK_NOT_FOUND');
  return row;
}

const paged = <T, U>({ items, ...pagination }: Page<T>, show: (item: T) => U) =>
  reply(items.map(show), { pagination });
