import { AppError } from '../../../domain/kernel/errors';
import { invalidAddress, tryParseAddress } from '../../../domain/kernel/address';
import { headerFlaw, MAX_HEADERS } from '../../../domain/webhooks/custom-headers';
import { hasWebScheme, NO_WEB_SCHEME } from '../../../domain/webhooks/target-url';
import { EVENT_TYPES, type EventType, isEventType, TEST_EVENT } from '../../../domain/webhooks/events';
import { CursorPageQuery } from '../../../http/queries/cursor';
import { IsBool, IsInteger, IsOneOf, PageQuery, IsText } from '../../../http/validation/fields';
import { Property, Rejected, type PropertyOptions, type Read } from '../../../http/validation/property';
import { suggestion } from '../../../http/validation/unknown-input';
import { OptionalBody } from '../../../http/validation/validation.pipe';
import { jsonObject, listOf, text } from '../../../http/validation/readers';

const MAX_CHARS = { url: 2048, description: 1000, event: 64, address: 128 };
const MAX_EVENTS = 100;
/** Unknown events that a message names. */
const MAX_NAMED = 3;
const MAX_OVERLAP_HOURS = 24;
const MAX_ADDRESSES = 1000;
/** An address of a chain that distinguishes case, as this service gives it back. */
const LOWERED = /^[a-z0-9]{25,64}$/;

/** Without duplicates, in the order given. */
const eventTypes: Read = (raw, { key }) => {
  const given = listOf(text(0, MAX_CHARS.event), 1, MAX_EVENTS)(raw);
  if (given instanceof Rejected) return given;
  const known = given.filter(isEventType);
  if (known.length === given.length) return [...new Set(known)];
  const unknown = given.filter((type) => !isEventType(type));
  const named = unknown.slice(0, MAX_NAMED).map((type) => `\`${type}\`${suggestion(type, EVENT_TYPES)}`);
  throw new AppError(
    'INVALID_EVENT_TYPE',
    { valid_events: EVENT_TYPES, invalid_events: unknown },
    { field: key, message: `Unknown webhook event type ${named.join('; ')}` },
  );
};

/** The service looks at the rest of the address, which depends on its settings. */
const url: Read = (raw, { key }) => {
  const given = text(0, MAX_CHARS.url)(raw);
  if (given instanceof Rejected || hasWebScheme(given)) return given;
  throw new AppError('INVALID_WEBHOOK_URL', undefined, { field: key, message: NO_WEB_SCHEME });
};

/** As written; compared in lower case. */
const addresses: Read = (raw, { key }) => {
  const given = listOf(text(0, MAX_CHARS.address), 0, MAX_ADDRESSES)(raw);
  if (given instanceof Rejected) return given;
  const byLower = new Map<string, string>();
  for (const entry of given) {
    if (!tryParseAddress(entry) && !LOWERED.test(entry)) throw invalidAddress(entry, key);
    byLower.set(entry.toLowerCase(), byLower.get(entry.toLowerCase()) ?? entry);
  }
  return [...byLower.values()];
};

/** Headers that can be sent with a delivery, each once. */
const headers: Read = (raw) => {
  const given = jsonObject()(raw);
  if (given instanceof Rejected) return given;
  const flaw = flawOf(given);
  return flaw === null ? given : new Rejected('value_error', flaw);
};

function flawOf(headers: object): string | null {
  const entries = Object.entries(headers);
  if (entries.length > MAX_HEADERS) return `Object should have at most ${MAX_HEADERS} headers`;
  for (const [name, value] of entries) {
    const flaw = headerFlaw(name, value);
    if (flaw !== null) return `The header ${JSON.stringify(name)} ${flaw}`;
  }
  const names = new Set(entries.map(([name]) => name.toLowerCase()));
  return names.size < entries.length ? 'A header is given twice' : null;
}

const URL_SCHEMA = { type: 'string', maxLength: MAX_CHARS.url } as const;
const IsUrl = (options: PropertyOptions = {}) =>
  Property(url, { description: 'starts with http:// or https://', ...options }, URL_SCHEMA);
const EVENTS_SCHEMA = { type: [String], enum: [...EVENT_TYPES], minItems: 1 };
const ADDRESSES_SCHEMA = { type: [String], maxItems: MAX_ADDRESSES };
const HEADERS_SCHEMA = {
  type: 'object' as const,
  additionalProperties: { type: 'string' as const },
  maxProperties: MAX_HEADERS,
};

/** Body of POST /api/v1/webhooks. */
export class CreateWebhookRequest {
  @IsUrl({ required: true, example: 'https://example.com/hooks' })
  url!: string;

  @Property(
    eventTypes,
    { required: true, description: 'event types to receive', example: ['transaction.new'] },
    EVENTS_SCHEMA,
  )
  events!: EventType[];

  @Property(addresses, { description: 'wallet addresses; empty: all that are watched' }, ADDRESSES_SCHEMA)
  addresses_filter: string[] = [];

  @IsText({ max: MAX_CHARS.description })
  description: string = '';

  @Property(headers, { description: 'sent with each delivery' }, HEADERS_SCHEMA)
  headers: Record<string, string> = {};
}

/** Body of PUT /api/v1/webhooks/{webhook_id}; what is absent stays, lists and headers are replaced as a whole. */
@OptionalBody()
export class UpdateWebhookRequest {
  @IsUrl()
  url?: string;

  @Property(eventTypes, {}, EVENTS_SCHEMA)
  events?: EventType[];

  @Property(addresses, {}, ADDRESSES_SCHEMA)
  addresses_filter?: string[];

  @IsText({ max: MAX_CHARS.description })
  description?: string;

  @Property(headers, {}, HEADERS_SCHEMA)
  headers?: Record<string, string>;

  @IsBool({ description: 'false: nothing is delivered, and waiting deliveries end' })
  is_active?: boolean;
}

/** Body of POST /api/v1/webhooks/{webhook_id}/rotate-secret. */
@OptionalBody()
export class RotateSecretRequest {
  @IsInteger({
    min: 0,
    max: MAX_OVERLAP_HOURS,
    description: 'how long the old secret also signs `webhook-signature`; 0: not at all; default 24',
  })
  overlap_hours: number = 24;
}

/** Body of POST /api/v1/webhooks/{webhook_id}/test. */
@OptionalBody()
export class TestWebhookRequest {
  @IsOneOf([TEST_EVENT, ...EVENT_TYPES], {
    description: 'the event to send, with invented data; default `test`',
    example: 'lot.created',
  })
  event: EventType | typeof TEST_EVENT = TEST_EVENT;
}

export class ListWebhooksQuery extends PageQuery {
  @IsBool()
  include_inactive: boolean = false;
}

const LOG_STATUSES = ['pending', 'success', 'failed', 'retrying'] as const;

export class DeliveryLogsQuery extends CursorPageQuery {
  @IsText({ max: 64, description: 'an event type, or `test`' })
  event_type?: string;

  @IsOneOf(LOG_STATUSES)
  status?: (typeof LOG_STATUSES)[number];
}
