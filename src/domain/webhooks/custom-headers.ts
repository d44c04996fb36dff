/** @source api.md 3 (forbidden custom headers); reliability.md 2.3 */
export const MAX_HEADERS = 20;
const MAX_HEADER_VALUE = 1024;

/** The service's own headers, headers that control the connection, and cookies. Lower case. */
const FORBIDDEN = new Set([
  'host',
  'content-length',
  'content-type',
  'content-encoding',
  'user-agent',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'te',
  'trailer',
  'upgrade',
  'expect',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'http2-settings',
  'cookie',
  'cookie2',
  'set-cookie',
]);
const OURS = 'x-service-';
const STANDARD = new Set(['webhook-id', 'webhook-timestamp', 'webhook-signature']);
/** RFC 9110 5.6.2. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,256}$/;
/** RFC 9110 5.5, without obs-text: such values reach every receiver unchanged. */
const VALUE = /^[\t\x20-\x7e]*$/;

export const isForbiddenHeader = (name: string): boolean => {
  const lower = name.toLowerCase();
  return FORBIDDEN.has(lower) || STANDARD.has(lower) || lower.startsWith(OURS) || lower === '__proto__';
};

export function headerFlaw(name: string, value: unknown): string | null {
  if (!TOKEN.test(name)) return 'is not a header name';
  if (isForbiddenHeader(name)) return 'cannot be set';
  if (typeof value !== 'string') return 'should be a string';
  if (value.length > MAX_HEADER_VALUE) return `should have at most ${MAX_HEADER_VALUE} characters`;
  return VALUE.test(value) ? null : 'has characters that cannot be sent';
}
