import { AppError } from '../../../domain/kernel/errors';
import { tryParseAddress } from '../../../domain/kernel/address';
import { headerFlaw, MAX_HEADERS } from '../../../domain/webhooks/custom-headers';
import { EVENT_TYPES, type EventType, isEventType } from '../../../domain/webhooks/events';
import { field, type FieldParser, Rejected } from '../../../http/validation/field';
import { BooleanField, OneOf, PageQuery, TextField } from '../../../http/validation/fields';
import { listOf, text } from '../../../http/validation/parsers';

const MAX_URL_CHARS = 2048;
const MAX_DESCRIPTION_CHARS = 1000;
const MAX_EVENTS = 100;
const MAX_ADDRESSES = 1000;
const MAX_ADDRESS_CHARS = 128;
/** An address of a chain that tells case apart, as this service gives it back. */
const LOWERED = /^[a-z0-9]{25,64}$/;

/** Without duplicates, in the order given. */
const eventTypes: FieldParser<EventType[]> = (raw, context, name) => {
  const given = listOf(text(0, 64), 1, MAX_EVENTS)(raw, context, name);
  if (given instanceof Rejected) return given;
  const known = given.filter(isEventType);
  if (known.length === given.length) return [...new Set(known)];
  throw new AppError(
    'INVALID_EVENT_TYPE',
    { valid_events: EVENT_TYPES, invalid_events: given.filter((type) => !isEventType(type)) },
    { field: name },
  );
};

/** As written; compared in lower case. */
const addresses: FieldParser<string[]> = (raw, context, name) => {
  const given = listOf(text(0, MAX_ADDRESS_CHARS), 0, MAX_ADDRESSES)(raw, context, name);
  if (given instanceof Rejected) return given;
  const byLower = new Map<string, string>();
  for (const entry of given) {
    if (!tryParseAddress(entry) && !LOWERED.test(entry))
      throw new AppError('INVALID_ADDRESS', { provided: entry }, { field: name });
    byLower.set(entry.toLowerCase(), byLower.get(entry.toLowerCase()) ?? entry);
  }
  return [...byLower.values()];
};

const customHeaders: FieldParser<Record<string, string>> = (raw) => {
  if (typeof raw !== 'object' || raw === null || Object.getPrototypeOf(raw) !== Object.prototype)
    return new Rejected('model_attributes_type', 'Input should be a JSON object');
  const entries = Object.entries(raw as Record<string, unknown>);
  if (entries.length > MAX_HEADERS)
    return new Rejected('too_long', `Object should have at most ${MAX_HEADERS} headers`);
  for (const [name, value] of entries) {
    const flaw = headerFlaw(name, value);
    if (flaw !== null) return new Rejected('value_error', `The header ${JSON.stringify(name)} ${flaw}`);
  }
  const names = new Set(entries.map(([name]) => name.toLowerCase()));
  if (names.size < entries.length) return new Rejected('value_error', 'A header is given twice');
  return Object.fromEntries(entries) as Record<string, string>;
};

const URL_TEXT = { max: MAX_URL_CHARS, description: 'starts with http:// or https://' };
const EVENTS_SCHEMA = { type: [String], enum: [...EVENT_TYPES], minItems: 1 };
const ADDRESSES_SCHEMA = { type: [String], maxItems: MAX_ADDRESSES };
const HEADERS_SCHEMA = {
  type: 'object' as const,
  additionalProperties: { type: 'string' as const },
  maxProperties: MAX_HEADERS,
};

/** Body of POST /api/v1/webhooks. */
export class CreateWebhookRequest {
  @TextField({ ...URL_TEXT, required: true, example: 'https://example.com/hooks' })
  url!: string;

  @field(
    eventTypes,
    { required: true, description: 'event types to hear of', example: ['transaction.new'] },
    EVENTS_SCHEMA,
  )
  events!: EventType[];

  @field(addresses, { description: 'wallet addresses; empty: all that are watched' }, ADDRESSES_SCHEMA)
  addresses_filter: string[] = [];

  @TextField({ max: MAX_DESCRIPTION_CHARS })
  description: string = '';

  @field(customHeaders, { description: 'sent with each delivery' }, HEADERS_SCHEMA)
  headers: Record<string, string> = {};
}

/** Body of PUT /api/v1/webhooks/{webhook_id}; what is absent stays, lists and headers are replaced as a whole. */
export class UpdateWebhookRequest {
  @TextField(URL_TEXT)
  url?: string;

  @field(eventTypes, {}, EVENTS_SCHEMA)
  events?: EventType[];

  @field(addresses, {}, ADDRESSES_SCHEMA)
  addresses_filter?: string[];

  @TextField({ max: MAX_DESCRIPTION_CHARS })
  description?: string;

  @field(customHeaders, {}, HEADERS_SCHEMA)
  headers?: Record<string, string>;

  @BooleanField({ description: 'false: nothing is delivered, and what waits ends' })
  is_active?: boolean;
}

export class ListWebhooksQuery extends PageQuery {
  @BooleanField()
  include_inactive: boolean = false;
}

export const LOG_STATUSES = ['pending', 'success', 'failed', 'retrying'] as const;

export class DeliveryLogsQuery extends PageQuery {
  @TextField({ max: 64, description: 'an event type, or `test`' })
  event_type?: string;

  @OneOf(LOG_STATUSES)
  status?: (typeof LOG_STATUSES)[number];
}
