import type { ExchangeFault } from '../../../ports/exchanges/exchange-api';

/** RULES: words and codes -> fault. The first match counts, because the classes of the library do not agree. */
const RULES: readonly (readonly [ExchangeFault, RegExp])[] = [
  ['clock', /-1021\b|"?50102\b|EAPI:Invalid nonce|InvalidNonce|request timestamp expired|50112/],
  [
    'limit',
    /-1003\b|"?50011\b|"?50013\b|EAPI:Rate limit|RateLimit"|Temporary lockout|rate_limit_exceeded|resource_exhausted|too many requests|\b(429|418)\b/i,
  ],
  [
    'permission',
    /Permission denied|MissingRole|assign one of these roles|"?50120\b|invalid_scope|PERMISSION_DENIED/,
  ],
  [
    'auth',
    /EAPI:Invalid (key|signature)|-2015\b|-2014\b|-1022\b|"?50(110|111|113|105|119|101)\b|InvalidApiKey|InvalidSignature|authentication_error|Unauthorized/,
  ],
  [
    'unavailable',
    /EService:|EGeneral:Internal|"?50(001|026|004)\b|-100[01]\b|-1008\b|Maintenance|"System"|maintenance|unavailable|timed? ?out|fetch failed|\b5\d\d\b/i,
  ],
];

/** CLASSES: class of an error of the library -> fault. */
const CLASSES: Readonly<Record<string, ExchangeFault>> = {
  AuthenticationError: 'auth',
  AccountNotEnabled: 'auth',
  PermissionDenied: 'permission',
  InvalidNonce: 'clock',
  RateLimitExceeded: 'limit',
  DDoSProtection: 'limit',
  RequestTimeout: 'unavailable',
  ExchangeNotAvailable: 'unavailable',
  OnMaintenance: 'unavailable',
  NetworkError: 'unavailable',
  BadResponse: 'answer',
  NullResponse: 'answer',
};

/** Drops the message. @param wasSent false: the call could not be signed */
export function faultOf(error: unknown, wasSent: boolean): ExchangeFault {
  const { name, message } =
    error instanceof Error
      ? { name: error.constructor.name, message: error.message }
      : { name: '', message: '' };
  if (!wasSent) return 'auth';
  // The address of the call comes first, and contains other codes.
  const words = message.replace(/https?:\/\/\S+/g, '');
  const rule = RULES.find(([, pattern]) => pattern.test(words));
  if (rule) return rule[0];
  // A connection that is cut in the body has no class of the library.
  return (
    CLASSES[name] ??
    (/Error$/.test(name) && !/^(ExchangeError|BadRequest)$/.test(name) ? 'unavailable' : 'answer')
  );
}

const SECOND_MS = 1_000;

/** `Retry-After` in seconds. */
export function retryAfterOf(headers: Readonly<Record<string, string>> | undefined): number | null {
  const found = Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === 'retry-after');
  const seconds = Number(found?.[1]);
  return found && Number.isFinite(seconds) && seconds >= 0 ? seconds * SECOND_MS : null;
}
