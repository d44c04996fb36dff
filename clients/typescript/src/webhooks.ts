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

/**
 * Checks the signature of a delivery and reads its event.
 * @throws InvalidSignatureError
 */
async function verify(request: WebhookRequest, options: VerifyOptions): Promise<WebhookEvent> {
  const { at, signatures } = parsed(headerOf(request.headers, 'x-service-signature'));
  checkTime(at, options);
  const body = typeof request.body === 'string' ? new TextEncoder().encode(request.body) : request.body;
  const signed = joined(new TextEncoder().encode(`${at}.`), body);
  for (const secret of [options.secret].flat())
    for (const signature of signatures)
      if (await isSignature(secret, signature, signed))
        return JSON.parse(new TextDecoder().decode(body)) as WebhookEvent;
  throw new InvalidSignatureError('The signature does not match');
}

export const webhooks = { verify };

/** `t=<unix seconds>,v1=<hex>` */
function parsed(header: string | undefined): { at: number; signatures: Uint8Array<ArrayBuffer>[] } {
  if (header === undefined) throw new InvalidSignatureError('X-Service-Signature is absent');
  const parts = header.split(',').map((part) => part.trim().split('=') as [string, string?]);
  const at = Number(parts.find(([name]) => name === 't')?.[1] ?? NaN);
  const signatures = parts
    .filter(([name, value]) => name === 'v1' && /^[0-9a-f]{64}$/i.test(value ?? ''))
    .map(([, value = '']) => bytesOf(value));
  if (!Number.isSafeInteger(at) || signatures.length === 0)
    throw new InvalidSignatureError('X-Service-Signature cannot be read');
  return { at, signatures };
}

function checkTime(at: number, options: VerifyOptions): void {
  const { toleranceSeconds = TOLERANCE_SECONDS, clockSkewSeconds = 0, now = Date.now() } = options;
  const age = Math.floor(now / 1_000) - at;
  if (age > toleranceSeconds) throw new InvalidSignatureError('The signature is too old');
  if (age < -clockSkewSeconds) throw new InvalidSignatureError('The signature is from the future');
}

/** In constant time. */
async function isSignature(
  secret: string,
  signature: Uint8Array<ArrayBuffer>,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), algorithm, false, [
    'verify',
  ]);
  return crypto.subtle.verify('HMAC', key, signature, signed);
}

function headerOf(headers: WebhookRequest['headers'], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : found?.[0];
}

const bytesOf = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(first.length + second.length);
  bytes.set(first);
  bytes.set(second, first.length);
  return bytes;
}
