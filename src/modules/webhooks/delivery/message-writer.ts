import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config } from '../../../config/env';
import { isForbiddenHeader } from '../../../domain/webhooks/custom-headers';
import { SECRET_PREFIX, signatureHeader, signedText, standardText } from '../../../domain/webhooks/signature';
import { Clock } from '../../../ports/clock';
import type { OutboundMessage } from '../../../ports/upstream/outbound-http';
import { SecretBox } from '../../../config/secrets/secret-box';
import type { SealedPurpose } from '../../../config/secrets/sealed-columns';

/** Texts of webhooks that were sent to lately. */
const MAX_SECRETS = 1_000;

/** One event as it is about to be sent. */
export interface Sendable {
  eventType: string;
  eventId: string;
  /** Canonical bytes. */
  body: string;
  /** The data is invented. */
  isTest?: boolean;
  webhookId: string;
  /** Sealed. */
  secret: string;
  /** Sealed: the secret before a rotation, during its overlap. */
  previousSecret: string | null;
  /** Sealed. */
  headers: string;
}

/** Event and webhook -> request, signed now. @source spec 6 (Delivery request headers, Signature) */
@Injectable()
export class MessageWriter {
  private readonly secrets = new Map<string, string>();

  constructor(
    private readonly box: SecretBox,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  write(event: Sendable): OutboundMessage {
    return {
      body: event.body,
      headers: {
        ...allowed(this.headersOf(event.webhookId, event.headers)),
        'Content-Type': 'application/json',
        'User-Agent': 'Service-Webhook/1.0',
        'X-Service-Event': event.eventType,
        'X-Service-Event-ID': event.eventId,
        ...(event.isTest ? { 'X-Service-Test': 'true' } : {}),
        ...(this.config.WEBHOOK_SIGNING_ENABLED ? this.signatures(event) : {}),
      },
    };
  }

  headersOf(webhookId: string, sealed: string): Record<string, string> {
    return JSON.parse(this.opened(sealed, 'webhook headers', webhookId)) as Record<string, string>;
  }

  /** Sealing again gives another text, so that a cached text is never out of date. */
  private opened(sealed: string, purpose: SealedPurpose, webhookId: string): string {
    const key = `${webhookId} ${purpose} ${sealed}`;
    const known = this.secrets.get(key);
    if (known !== undefined) return known;
    const text = this.box.open(sealed, purpose, webhookId);
    if (this.secrets.size >= MAX_SECRETS) this.secrets.clear();
    this.secrets.set(key, text);
    return text;
  }

  /**
   * The time is rounded down: a verifier refuses one in the future. The headers of Standard Webhooks carry a signature of
   * the previous secret too, so that receivers can change theirs at any time of the overlap.
   */
  private signatures({ body, secret, previousSecret, eventId, webhookId }: Sendable): Record<string, string> {
    const now = Math.floor(this.clock.now() / 1000);
    const current = this.opened(secret, 'webhook secret', webhookId);
    const previous =
      previousSecret === null ? [] : [this.opened(previousSecret, 'previous webhook secret', webhookId)];
    const hmac = createHmac('sha256', current).update(signedText(now, body));
    return {
      'X-Service-Signature': signatureHeader(now, hmac.digest('hex')),
      'webhook-id': eventId,
      'webhook-timestamp': String(now),
      'webhook-signature': [current, ...previous]
        .map((each) => standardSignature(each, eventId, now, body))
        .join(' '),
    };
  }
}

/** `v1,<base64>` of one secret. */
const standardSignature = (secret: string, id: string, unixSeconds: number, body: string): string =>
  `v1,${createHmac('sha256', secretBytes(secret))
    .update(standardText(id, unixSeconds, body))
    .digest('base64')}`;

/** The 32 bytes of a secret. */
const secretBytes = (secret: string): Buffer => Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64url');

/** A header that was stored before it became forbidden is not sent. */
const allowed = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !isForbiddenHeader(name)));
