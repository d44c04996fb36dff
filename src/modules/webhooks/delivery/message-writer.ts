import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Config } from '../../../config/env';
import { canonicalJson } from '../../../domain/webhooks/canonical-json';
import { isForbiddenHeader } from '../../../domain/webhooks/custom-headers';
import { SECRET_PREFIX, signatureHeader, signedText, standardText } from '../../../domain/webhooks/signature';
import { Clock } from '../../../ports/clock';
import type { OutboundMessage } from '../../../ports/upstream/outbound-http';
import { SecretBox } from '../../../config/secrets/secret-box';

const MAX_OPENED = 1_000;

export interface Sendable {
  eventType: string;
  eventId: string;
  /** Canonical bytes. */
  body: string;
  /** Of a webhook in a space. `metadata` is JSON. */
  space?: { id: string; metadata: string } | null;
  /** The data is invented. */
  isTest?: boolean;
  webhookId: string;
  /** Sealed. */
  secret: string;
  /** Sealed. Set during the overlap of a rotation. */
  previousSecret: string | null;
  /** Sealed. */
  headers: string;
}

interface Opened {
  /** Its sealed texts. Sealing again gives another text, so the cache is never out of date. */
  readonly of: Pick<Sendable, 'secret' | 'previousSecret' | 'headers'>;
  readonly headers: Record<string, string>;
  readonly key: KeyObject;
  readonly standardKeys: readonly KeyObject[];
}

/** Signs now. @source spec 6 (Delivery request headers, Signature) */
@Injectable()
export class MessageWriter {
  private readonly opened = new LRUCache<string, Opened>({ max: MAX_OPENED });

  constructor(
    private readonly box: SecretBox,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  write(event: Sendable): OutboundMessage {
    const opened = this.openedOf(event);
    const body = bodyOf(event);
    return {
      body,
      headers: {
        ...opened.headers,
        'Content-Type': 'application/json',
        'User-Agent': 'Service-Webhook/1.0',
        'X-Service-Event': event.eventType,
        'X-Service-Event-ID': event.eventId,
        ...(event.isTest ? { 'X-Service-Test': 'true' } : {}),
        ...(this.config.WEBHOOK_SIGNING_ENABLED ? this.signatures({ ...event, body }, opened) : {}),
      },
    };
  }

  headersOf(webhookId: string, sealed: string): Record<string, string> {
    return JSON.parse(this.box.open(sealed, 'webhook headers', webhookId)) as Record<string, string>;
  }

  private openedOf({ webhookId, secret, previousSecret, headers }: Sendable): Opened {
    const known = this.opened.get(webhookId);
    if (
      known?.of.secret === secret &&
      known.of.previousSecret === previousSecret &&
      known.of.headers === headers
    )
      return known;
    const current = this.box.open(secret, 'webhook secret', webhookId);
    const previous =
      previousSecret === null ? [] : [this.box.open(previousSecret, 'previous webhook secret', webhookId)];
    const opened: Opened = {
      of: { secret, previousSecret, headers },
      headers: allowed(this.headersOf(webhookId, headers)),
      key: createSecretKey(current, 'utf8'),
      standardKeys: [current, ...previous].map(standardKey),
    };
    this.opened.set(webhookId, opened);
    return opened;
  }

  /**
   * The time is rounded down: a verifier refuses one in the future. The headers of Standard Webhooks carry a
   * signature of the previous secret too, so that receivers can change theirs at any time of the overlap.
   */
  private signatures({ body, eventId }: Sendable, { key, standardKeys }: Opened): Record<string, string> {
    const now = Math.floor(this.clock.now() / 1000);
    const hmac = createHmac('sha256', key).update(signedText(now, body));
    const text = standardText(eventId, now, body);
    return {
      'X-Service-Signature': signatureHeader(now, hmac.digest('hex')),
      'webhook-id': eventId,
      'webhook-timestamp': String(now),
      'webhook-signature': standardKeys
        .map((each) => `v1,${createHmac('sha256', each).update(text).digest('base64')}`)
        .join(' '),
    };
  }
}

/**
 * One event goes to webhooks of several spaces: the space is added for each of them. Metadata stay text: canonical
 * bytes have no fractions and no keys of others.
 */
function bodyOf({ body, space }: Sendable): string {
  return space ? canonicalJson({ ...(JSON.parse(body) as CanonicalObject), space }) : body;
}

type CanonicalObject = Extract<Parameters<typeof canonicalJson>[0], { readonly [key: string]: unknown }>;

/** The 32 bytes with which Standard Webhooks sign. */
const standardKey = (secret: string): KeyObject =>
  createSecretKey(secret.slice(SECRET_PREFIX.length), 'base64url');

/** A header that was stored before it became forbidden is not sent. */
const allowed = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !isForbiddenHeader(name)));
