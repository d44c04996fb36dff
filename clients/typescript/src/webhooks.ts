import type {
  CalculationCompleteEvent,
  LotConsumedEvent,
  LotCreatedEvent,
  PriceAlertEvent,
  TestEvent,
  TransactionNewEvent,
  WashSaleDetectedEvent,
} from './generated/schemas.js';

/** What a webhook receives. `event` is its type. */
export type WebhookEvent =
  | TransactionNewEvent
  | LotCreatedEvent
  | LotConsumedEvent
  | WashSaleDetectedEvent
  | PriceAlertEvent
  | CalculationCompleteEvent
  | TestEvent;

/** A delivery as it arrived. */
export interface WebhookRequest {
  /** The raw body: bytes or text that no JSON parser has changed. */
  body: string | Uint8Array;
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
}

export interface VerifyOptions {
  /** The secret as it was shown. Several while a rotation is under way. */
  secret: string | readonly string[];
  /** Greatest age of the signature. Default 300. */
  toleranceSeconds?: number;
  /** How far its time may lie ahead of the clock here. Default 0, which the service's own rule asks for. */
  clockSkewSeconds?: number;
  /** Milliseconds UTC. Default: now. */
  now?: number;
}

/** The delivery is not of the service, was changed, or is too old. */
export class InvalidSignatureError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'InvalidSignatureError';
  }
}

const TOLERANCE_SECONDS = 300;

/** One way in which the service signs. */
interface Scheme {
  /** Unix seconds. */
  at: number;
  signatures: Uint8Array<ArrayBuffer>[];
  /** What is signed before the body. */
  prefix: string;
  keyOf: (secret: string) => Uint8Array<ArrayBuffer>;
}

/**
 * Checks the signature of a delivery and reads its event. During a rotation, `webhook-signature` verifies for the old
 * secret too.
 * @throws InvalidSignatureError
 */
async function verify(request: WebhookRequest, options: VerifyOptions): Promise<WebhookEvent> {
  const schemes = [serviceScheme(request.headers), standardScheme(request.headers)].filter(
    (one) => one !== null,
  );
  if (schemes.length === 0) throw new InvalidSignatureError('The delivery has no signature that can be read');
  const body = typeof request.body === 'string' ? new TextEncoder().encode(request.body) : request.body;
  for (const scheme of schemes) {
    checkTime(scheme.at, options);
    const signed = joined(new TextEncoder().encode(scheme.prefix), body);
    for (const secret of [options.secret].flat())
      for (const signature of scheme.signatures)
        if (await isSignature(scheme.keyOf(secret), signature, signed))
          return JSON.parse(new TextDecoder().decode(body)) as WebhookEvent;
  }
  throw new InvalidSignatureError('The signature does not match');
}

export const webhooks = { verify };

/** `X-Service-Signature: t=<unix seconds>,v1=<hex>`, keyed with the whole text of the secret. */
function serviceScheme(headers: WebhookRequest['headers']): Scheme | null {
  const header = headerOf(headers, 'x-service-signature') ?? '';
  const parts = header.split(',').map((part) => part.trim().split('=') as [string, string?]);
  const at = Number(parts.find(([name]) => name === 't')?.[1] ?? NaN);
  const signatures = parts
    .filter(([name, value]) => name === 'v1' && /^[0-9a-f]{64}$/i.test(value ?? ''))
    .map(([, value = '']) => bytesOfHex(value));
  if (!Number.isSafeInteger(at) || signatures.length === 0) return null;
  return { at, signatures, prefix: `${at}.`, keyOf: (secret) => new TextEncoder().encode(secret) };
}

/** The headers of Standard Webhooks: `webhook-signature: v1,<base64> …`, keyed with the bytes of the secret. */
function standardScheme(headers: WebhookRequest['headers']): Scheme | null {
  const id = headerOf(headers, 'webhook-id');
  const at = Number(headerOf(headers, 'webhook-timestamp') ?? NaN);
  const signatures = (headerOf(headers, 'webhook-signature') ?? '')
    .split(' ')
    .filter((one) => one.startsWith('v1,'))
    .map((one) => bytesOfBase64(one.slice('v1,'.length)));
  if (id === undefined || !Number.isSafeInteger(at) || signatures.length === 0) return null;
  const keyOf = (secret: string) => bytesOfBase64(secret.replace(/^whsec_/, ''));
  return { at, signatures, prefix: `${id}.${at}.`, keyOf };
}

function checkTime(at: number, options: VerifyOptions): void {
  const { toleranceSeconds = TOLERANCE_SECONDS, clockSkewSeconds = 0, now = Date.now() } = options;
  const age = Math.floor(now / 1_000) - at;
  if (age > toleranceSeconds) throw new InvalidSignatureError('The signature is too old');
  if (age < -clockSkewSeconds) throw new InvalidSignatureError('The signature is from the future');
}

/** In constant time. */
async function isSignature(
  secret: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  if (secret.length === 0) return false;
  const key = await crypto.subtle.importKey('raw', secret, algorithm, false, ['verify']);
  return crypto.subtle.verify('HMAC', key, signature, signed);
}

function headerOf(headers: WebhookRequest['headers'], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : found?.[0];
}

const bytesOfHex = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** Padded or not, of either alphabet; empty for text that is no base64. */
function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  const plain = text.replaceAll('-', '+').replaceAll('_', '/');
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(plain)) return new Uint8Array(0);
  return Uint8Array.from(atob(plain), (character) => character.charCodeAt(0));
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(first.length + second.length);
  bytes.set(first);
  bytes.set(second, first.length);
  return bytes;
}
