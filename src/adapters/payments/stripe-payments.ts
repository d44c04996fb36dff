import type { OnModuleDestroy } from '@nestjs/common';
import Stripe from 'stripe';
import { Agent, fetch } from 'undici';
import type { z } from 'zod';
import type { Config } from '../../config/env';
import { AppError } from '../../domain/kernel/errors';
import type { Clock } from '../../ports/clock';
import {
  type OpenedCheckout,
  type CheckoutOrder,
  type PaymentEvent,
  Payments,
} from '../../ports/upstream/payments';
import { SingleFlight } from '../upstream/single-flight';
import type { UpstreamClientOptions } from '../upstream/upstream-client';
import { UpstreamFailure, type FailureKind } from '../upstream/upstream-failure';
import { UpstreamRules } from '../upstream/upstream-rules';
import { toSessionParams } from './checkout-session.mapper';
import { PROVIDER, stripeFailure } from './stripe-failure';
import { signedText } from './stripe-signature';
import { STRIPE_EVENT_TYPES, toPaymentEvent } from './stripe.mapper';
import { OpenedSession, StripeEvent } from './stripe.schema';

/** This code is written for this version, whatever the default of the account. The package is pinned to it. */
const API_VERSION = '2026-10-28.endive';

const RETRIES = 1;
const CONNECT_MS = 3_000;

type Api = InstanceType<typeof Stripe>;

/** An embedded checkout form, one payment per order. */
export class StripePayments extends Payments implements OnModuleDestroy {
  private readonly api: Api | null;
  private readonly webhookSecret: string | undefined;
  /** Mode of the key. Null when the key does not show it. */
  private readonly isLive: boolean | null;
  private readonly agent = new Agent({ connect: { timeout: CONNECT_MS } });
  private readonly ending = new AbortController();
  private readonly flights = new SingleFlight();

  constructor(
    config: Config,
    private readonly clock: Clock,
    private readonly options: { attemptMs?: number } & Pick<UpstreamClientOptions, 'onCall'> = {},
  ) {
    super();
    const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET, STRIPE_API_BASE } = config;
    this.webhookSecret = STRIPE_WEBHOOK_SECRET;
    this.isLive = modeOf(key);
    this.api = key === undefined ? null : this.connect(key, new URL(STRIPE_API_BASE));
  }

  get isConfigured(): boolean {
    return this.api !== null;
  }

  async onModuleDestroy(): Promise<void> {
    this.ending.abort();
    await this.agent.destroy();
  }

  /** Concurrent clicks share one call: Stripe returns 409 for an idempotency key in use. */
  async open(order: CheckoutOrder): Promise<OpenedCheckout> {
    const api = this.reach();
    const session = await this.flights.join(order.id, this.ending.signal, () =>
      this.answered(() =>
        api.checkout.sessions.create(toSessionParams(order), { idempotencyKey: `checkout-${order.id}` }),
      ),
    );
    const { id, client_secret, expires_at } = shaped(OpenedSession, session);
    const expiresAt = typeof expires_at === 'number' ? expires_at * 1000 : order.expiresAt;
    return { sessionId: id, clientSecret: client_secret, expiresAt };
  }

  receive(body: Uint8Array, signatures: readonly string[]): PaymentEvent {
    const secret = this.webhookSecret;
    if (secret === undefined) throw new AppError('CONFIGURATION_ERROR', { missing: 'STRIPE_WEBHOOK_SECRET' });
    const now = this.clock.now();
    const text = signedText(body, signatures, secret, now);
    if (text === null) throw new AppError('INVALID_SIGNATURE');
    const event = StripeEvent.safeParse(parsed(text));
    if (!event.success) throw new AppError('INVALID_REQUEST', undefined, { message: 'This is not an event' });
    return toPaymentEvent(event.data, this.isLive, now);
  }

  async find(eventId: string): Promise<PaymentEvent | null> {
    const api = this.reach();
    try {
      const event = await this.answered(() => api.events.retrieve(eventId));
      return this.read(event);
    } catch (error) {
      if (error instanceof UpstreamFailure && error.kind === 'rejected') return null;
      throw error;
    }
  }

  async *since(at: number): AsyncIterable<PaymentEvent> {
    const api = this.reach();
    const query = { types: [...STRIPE_EVENT_TYPES], created: { gte: Math.floor(at / 1000) }, limit: 100 };
    let after: string | undefined;
    for (;;) {
      const page = await this.answered(() =>
        api.events.list(after === undefined ? query : { ...query, starting_after: after }),
      );
      const events = page.data.map((event) => this.read(event));
      yield* events;
      after = events.at(-1)?.id;
      if (!page.has_more || after === undefined) return;
    }
  }

  private connect(key: string, { protocol, hostname, port }: URL): Api {
    const isPlain = protocol === 'http:';
    return new Stripe(key, {
      apiVersion: API_VERSION,
      host: hostname,
      port: port || (isPlain ? 80 : 443),
      protocol: isPlain ? 'http' : 'https',
      timeout: this.options.attemptMs ?? new UpstreamRules().paymentMs,
      maxNetworkRetries: RETRIES,
      telemetry: false,
      httpClient: Stripe.createFetchHttpClient(this.fetch as unknown as typeof globalThis.fetch),
    });
  }

  /** Ends with the application. Follows no redirect, because each request carries the key. */
  private readonly fetch: typeof fetch = (input, init) => {
    const signals = [this.ending.signal, ...(init?.signal ? [init.signal] : [])];
    return fetch(input, {
      ...init,
      redirect: 'error',
      dispatcher: this.agent,
      signal: AbortSignal.any(signals),
    });
  };

  private read(event: unknown): PaymentEvent {
    return toPaymentEvent(shaped(StripeEvent, event), this.isLive, this.clock.now());
  }

  private async answered<T>(call: () => Promise<T>): Promise<T> {
    const began = this.clock.elapsed();
    const record = (outcome: 'ok' | FailureKind) =>
      this.options.onCall?.(PROVIDER, outcome, (this.clock.elapsed() - began) / 1000);
    try {
      const answer = await call();
      record('ok');
      return answer;
    } catch (error) {
      const failure = stripeFailure(error);
      record(failure.kind);
      throw failure;
    }
  }

  private reach(): Api {
    if (this.api) return this.api;
    throw new AppError('CONFIGURATION_ERROR', { missing: 'STRIPE_SECRET_KEY' });
  }
}

function modeOf(key: string | undefined): boolean | null {
  const mode = /^[a-z]+_(test|live)_/.exec(key ?? '')?.[1];
  return mode === undefined ? null : mode === 'live';
}

function shaped<T extends z.ZodType>(shape: T, answer: unknown): z.output<T> {
  const read = shape.safeParse(answer);
  if (read.success) return read.data;
  const where = read.error.issues[0]?.path.join('.') || 'the body';
  throw new UpstreamFailure(PROVIDER, 'malformed', `answered in another shape: ${where}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
