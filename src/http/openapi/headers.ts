import type { OpenAPIObject } from '@nestjs/swagger';

type Headers = NonNullable<NonNullable<OpenAPIObject['components']>['headers']>;

/** HEADERS: headers that more than one answer has. @source spec 7 (429), 8; api.md 3 (row 9) */
export const HEADERS = {
  'X-Request-Id': {
    description: 'the id of the request, as in `meta.request_id`',
    schema: { type: 'string', format: 'uuid' },
  },
  'X-RateLimit-Limit-Minute': {
    description: 'requests of a rolling minute',
    schema: { type: 'integer' },
  },
  'X-RateLimit-Remaining-Minute': {
    description: 'requests that are left of it',
    schema: { type: 'integer' },
  },
  'X-RateLimit-Limit-Day': {
    description: 'requests of a UTC day',
    schema: { type: 'integer' },
  },
  'X-RateLimit-Remaining-Day': {
    description: 'requests that are left of it',
    schema: { type: 'integer' },
  },
  'Retry-After': {
    description: 'seconds to wait before the next request',
    schema: { type: 'integer' },
  },
  'WWW-Authenticate': {
    description: 'the credentials that the route takes',
    schema: { type: 'string' },
  },
  Deprecation: {
    description:
      'present once the operation is deprecated: the time of it, as `@<unix seconds>` (RFC 9745); it is removed twelve months later at the earliest',
    schema: { type: 'string' },
  },
  Sunset: {
    description: 'present once the removal of the operation is planned: the HTTP date of it (RFC 8594)',
    schema: { type: 'string' },
  },
} as const satisfies Headers;

type HeaderName = keyof typeof HEADERS;

const REFERENCES = Object.fromEntries(
  Object.keys(HEADERS).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
) as Record<HeaderName, { $ref: string }>;

const pick = (...names: HeaderName[]): Partial<Record<HeaderName, { $ref: string }>> =>
  Object.fromEntries(names.map((name) => [name, REFERENCES[name]]));

const ALWAYS = pick('X-Request-Id');
const LIMITS = pick(
  'X-RateLimit-Limit-Minute',
  'X-RateLimit-Remaining-Minute',
  'X-RateLimit-Limit-Day',
  'X-RateLimit-Remaining-Day',
);
const DEPRECATION = pick('Deprecation', 'Sunset');

/** The shared headers of an answer. */
export function headersOf(status: string, isLimited: boolean): Headers {
  if (!isLimited) return ALWAYS;
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
