import type { OpenAPIObject } from '@nestjs/swagger';
import { EVENTS, TEST_EVENT } from '../../domain/webhooks/events';
import type { Operation } from './documented';
import { ref, type Schema } from './schemas';

const SENT = { ...EVENTS, [TEST_EVENT]: { description: 'test delivery on request' } };

/** `wash_sale.detected` -> `WashSaleDetected`, as the schema of its `data` is called. */
const nameOf = (event: string): string =>
  event.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase());

const DESCRIPTION = `The service sends this request to the \`url\` of a webhook. A 2xx answer within 30 seconds is a \
success; anything else is tried again after 10 and after 30 seconds. The same \`event_id\` can arrive more than once.

Verify the signature before you use the body. \`X-Service-Signature\` is \`t=<unix seconds>,v1=<hex>\`, where the hex \
text is the HMAC-SHA256 of \`<t>.<body>\` keyed with the whole secret. The body is sent in its canonical form: keys \
sorted, no white space, ASCII.`;

const text = (description: string): Schema => ({ type: 'string', description });

/** Headers of a delivery. @source spec 6 (Delivery request headers) */
const HEADERS: Readonly<Record<string, string>> = {
  'X-Service-Event': 'the event',
  'X-Service-Event-ID': 'the `event_id`',
  'X-Service-Signature': '`t=<unix seconds>,v1=<hex>`; absent when the server does not sign',
  'X-Service-Test': '`true` for a test whose data is invented; otherwise absent',
};
const NOT_ALWAYS: ReadonlySet<string> = new Set(['X-Service-Signature', 'X-Service-Test']);

const SPACE: Schema = {
  type: 'object',
  description: 'for a webhook of a space, which `space_id` named when it was made; otherwise absent',
  required: ['id', 'metadata'],
  properties: {
    id: { type: 'string', format: 'uuid' },
    metadata: text('that of the portfolio, as JSON text'),
  },
};

/** The schema of a whole delivery, for each event. */
export function eventSchemas(): Record<string, Schema> {
  return Object.fromEntries(
    Object.keys(SENT).map((event) => [
      `${nameOf(event)}Event`,
      {
        type: 'object',
        required: ['event', 'event_id', 'timestamp', 'data'],
        properties: {
          event: { type: 'string', enum: [event] },
          event_id: text('the same in every attempt; drop what you have seen'),
          timestamp: { type: 'string', format: 'date-time' },
          data: ref(`${nameOf(event)}Data`),
          space: SPACE,
        },
      },
    ]),
  );
}

/** The `webhooks` section: what the service sends. */
export function eventRequests(): NonNullable<OpenAPIObject['webhooks']> {
  return Object.fromEntries(
    Object.entries(SENT).map(([event, { description }]) => [event, { post: deliveryOf(event, description) }]),
  );
}

function deliveryOf(event: string, description: string): Operation {
  const name = `${nameOf(event)}Event`;
  return {
    operationId: `on${name}`,
    summary: `${description[0]?.toUpperCase()}${description.slice(1)}`,
    description: DESCRIPTION,
    tags: ['Webhooks'],
    security: [],
    parameters: Object.entries(HEADERS).map(([header, words]) => ({
      name: header,
      in: 'header',
      required: !NOT_ALWAYS.has(header),
      schema: text(words),
    })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: ref(name) } },
    },
    responses: {
      '2XX': { description: 'The event is accepted' },
      '4XX': { description: 'The delivery is tried again' },
    },
  };
}
