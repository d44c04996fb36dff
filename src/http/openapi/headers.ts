import type { OpenAPIObject } from '@nestjs/swagger';

export type Headers = NonNullable<NonNullable<OpenAPIObject['components']>['headers']>;

const integer = (description: string) => ({ description, schema: { type: 'integer' } }) as const;
const text = (description: string) => ({ description, schema: { type: 'string' } }) as const;

/** HEADERS: headers that more than one answer has. @source spec 7 (429), 8; api.md 3 (row 9) */
export const HEADERS = {
  'X-Request-Id': {
    description: 'the id of the request, as in `meta.request_id`',
    schema: { type: 'string', format: 'uuid' },
  },
  'X-RateLimit-Limit-Minute': integer('requests of a rolling minute'),
  'X-RateLimit-Remaining-Minute': integer('requests that are left of it'),
  'X-RateLimit-Reset-Minute': integer('seconds until the oldest request of the minute counts no more'),
  'X-RateLimit-Limit-Day': integer('requests of a UTC day'),
  'X-RateLimit-Remaining-Day': integer('requests that are left of it'),
  'X-RateLimit-Reset-Day': integer('seconds until the next UTC day'),
  'Retry-After': integer('seconds to wait before the next request'),
  'WWW-Authenticate': text('the credentials that the route takes'),
  Deprecation: text(
    'present once the operation is deprecated: the time of it, as `@<unix seconds>` (RFC 9745); it is removed twelve months later at the earliest',
  ),
  Sunset: text('present once the removal of the operation is planned: the HTTP date of it (RFC 8594)'),
} as const satisfies Headers;

type HeaderName = keyof typeof HEADERS;

const pick = (...names: HeaderName[]): Headers =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const ALWAYS = pick('X-Request-Id');
const LIMITS = pick(
  'X-RateLimit-Limit-Minute',
  'X-RateLimit-Remaining-Minute',
  'X-RateLimit-Reset-Minute',
  'X-RateLimit-Limit-Day',
  'X-RateLimit-Remaining-Day',
  'X-RateLimit-Reset-Day',
);
const DEPRECATION = pick('Deprecation', 'Sunset');

/** The shared headers of an answer. @param isLimited whether the limits of clients apply */
export function headersOf(status: string, isLimited: boolean): Headers {
  if (!isLimited) return status === '429' ? { ...ALWAYS, ...pick('Retry-After') } : ALWAYS;
  switch (status) {
    case '401':
      return { ...ALWAYS, ...pick('WWW-Authenticate') };
    case '429':
      return { ...ALWAYS, ...LIMITS, ...pick('Retry-After') };
    case '503':
      return { ...ALWAYS, ...pick('Retry-After') };
    default:
      return /^2/.test(status) ? { ...ALWAYS, ...LIMITS, ...DEPRECATION } : ALWAYS;
  }
}
