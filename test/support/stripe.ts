import { createHmac } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendJson, startLocalUpstream } from './local-upstream';

/** The stand-in for Stripe: its HTTP interface over a real socket, as far as a checkout needs it, and its webhooks. */

type Json = Record<string, unknown>;

export interface StripeSession extends Json {
  id: string;
  client_secret: string;
  payment_intent: string | null;
  payment_status: 'paid' | 'unpaid';
  status: 'open' | 'complete' | 'expired';
  amount_total: number;
  currency: string;
  metadata: Record<string, string>;
}

export interface StripeEvent extends Json {
  id: string;
  type: string;
  created: number;
  data: { object: Json };
}

export interface Asked {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  /** Form fields with their bracketed names, or the query. */
  fields: Record<string, string>;
}

/** What Stripe knows of a request to open a checkout; anything else is refused, as Stripe does. */
const FIELDS = new Set([
  'mode',
  'ui_mode',
  'redirect_on_completion',
  'line_items[0][quantity]',
  'line_items[0][price_data][currency]',
  'line_items[0][price_data][unit_amount]',
  'line_items[0][price_data][product_data][name]',
  'adaptive_pricing[enabled]',
  'client_reference_id',
  'metadata[order_id]',
  'payment_intent_data[metadata][order_id]',
  'expires_at',
]);

export const STRIPE_KEY = 'sk_test_a_key_of_the_tests';
export const STRIPE_SECRET = 'whsec_a_signing_secret_of_the_tests';

export class FakeStripe {
  readonly asked: Asked[] = [];
  readonly sessions = new Map<string, StripeSession>();
  /** Oldest first. */
  readonly events: StripeEvent[] = [];
  /** Called before each answer; true: it has answered itself, or never will. */
  intercept: (asked: Asked, response: ServerResponse) => boolean = () => false;
  /** Ends of requests to open a checkout that are held back; null when none is. */
  private held: (() => void)[] | null = null;
  /** Unix seconds, as this end sees it. */
  now = (): number => Math.floor(Date.now() / 1000);

  private readonly replies = new Map<string, { fields: string; session: StripeSession }>();
  private made = 0;
  private readonly underWay = new Set<string>();
  private upstream: Awaited<ReturnType<typeof startLocalUpstream>> | undefined;

  static async start(): Promise<FakeStripe> {
    const stripe = new FakeStripe();
    stripe.upstream = await startLocalUpstream((url, response, request) => {
      void bodyOf(request).then((body) => stripe.answer(url, response, request, body));
    });
    return stripe;
  }

  /** From now on checkouts are opened and not answered; a second request by the same key is refused with 409. */
  hold(): void {
    this.held ??= [];
  }

  release(): void {
    const ends = this.held ?? [];
    this.held = null;
    for (const end of ends) end();
  }

  get url(): string {
    return this.upstream?.url ?? '';
  }

  /** What points the service here. */
  get env(): Record<string, string> {
    return {
      STRIPE_SECRET_KEY: STRIPE_KEY,
      STRIPE_WEBHOOK_SECRET: STRIPE_SECRET,
      STRIPE_API_BASE: this.url,
    };
  }

  async close(): Promise<void> {
    await this.upstream?.close();
  }

  /** The customer is through with the form; the money is there, or comes later. */
  complete(id: string, payment_status: 'paid' | 'unpaid' = 'paid', more: Json = {}): StripeEvent {
    const session = this.session(id);
    Object.assign(session, { status: 'complete', payment_status, ...more });
    session.payment_intent ??= `pi_${this.token()}`;
    return this.tell('checkout.session.completed', session);
  }

  asyncSucceeded(id: string): StripeEvent {
    const session = Object.assign(this.session(id), { payment_status: 'paid' });
    return this.tell('checkout.session.async_payment_succeeded', session);
  }

  asyncFailed(id: string): StripeEvent {
    return this.tell('checkout.session.async_payment_failed', this.session(id));
  }

  expire(id: string): StripeEvent {
    return this.tell('checkout.session.expired', Object.assign(this.session(id), { status: 'expired' }));
  }

  /** @param cents given back so far; default: all */
  refund(id: string, cents?: number): StripeEvent {
    const { amount_total, payment_intent, metadata } = this.session(id);
    const amount_refunded = cents ?? amount_total;
    return this.tell('charge.refunded', {
      ...{
        id: `ch_${this.token()}`,
        object: 'charge',
        amount: amount_total,
        amount_refunded,
        payment_intent,
      },
      ...{ refunded: amount_refunded === amount_total, metadata },
    });
  }

  refundFailed(id: string, refundId = `re_${this.token()}`): StripeEvent {
    const { amount_total: amount, payment_intent } = this.session(id);
    const refund = { id: refundId, object: 'refund', amount, payment_intent, status: 'failed' };
    return this.tell('refund.failed', refund);
  }

  dispute(id: string, status: string, type = 'charge.dispute.created', disputeId = 'du_1'): StripeEvent {
    const { payment_intent, amount_total: amount } = this.session(id);
    return this.tell(type, { id: disputeId, object: 'dispute', amount, payment_intent, status });
  }

  /** An event of this end; `created` is a second later than that of the one before it. */
  tell(type: string, object: Json, more: Json = {}): StripeEvent {
    const last = this.events.at(-1);
    const event: StripeEvent = {
      ...{ id: `evt_${this.token()}`, object: 'event', api_version: '2026-10-28.endive', livemode: false },
      created: Math.max(this.now(), (last?.created ?? 0) + 1),
      ...{ pending_webhooks: 1, request: null, type, data: { object: structuredClone(object) } },
      ...more,
    };
    this.events.push(event);
    return event;
  }

  session(id: string): StripeSession {
    const session = this.sessions.get(id);
    if (!session) throw new Error(`there is no session ${id}`);
    return session;
  }

  /** Ids count up, so that a walk over the same ways meets the same names. */
  private token(): string {
    return (++this.made).toString(16).padStart(24, '0');
  }

  private answer(url: URL, response: ServerResponse, request: IncomingMessage, body: string): void {
    const { method = '', headers } = request;
    const fields = Object.fromEntries(method === 'GET' ? url.searchParams : new URLSearchParams(body));
    const asked = { method, path: url.pathname, headers, fields };
    this.asked.push(asked);
    if (this.intercept(asked, response)) return;
    if (headers.authorization !== `Bearer ${STRIPE_KEY}`)
      return refuse(response, 401, {
        type: 'invalid_request_error',
        message: 'Invalid API Key provided: sk_***',
      });
    if (!headers['stripe-version']) return refuse(response, 400, { message: 'no version' });
    if (method === 'POST' && url.pathname === '/v1/checkout/sessions') return this.open(asked, response);
    const [, , kind, id] = url.pathname.split('/');
    if (method === 'GET' && kind === 'events')
      return id ? this.event(id, response) : this.list(asked, response);
    refuse(response, 404, { type: 'invalid_request_error', message: 'Unrecognized request URL' });
  }

  /** @source docs.stripe.com/api/idempotent_requests */
  private open({ fields, headers }: Asked, response: ServerResponse): void {
    const key = String(headers['idempotency-key'] ?? '');
    const wrong = wrongField(fields, this.now());
    if (wrong)
      return refuse(response, 400, {
        type: 'invalid_request_error',
        code: 'parameter_invalid',
        param: wrong,
      });
    if (this.underWay.has(key))
      return refuse(response, 409, { type: 'idempotency_error', code: 'idempotency_key_in_use' });
    const known = this.replies.get(key);
    const text = JSON.stringify(fields);
    if (known && known.fields !== text) return refuse(response, 400, { type: 'idempotency_error' });
    if (known) return sendJson(response, known.session, 200, { 'idempotent-replayed': 'true' });
    const session = this.begin(fields);
    this.replies.set(key, { fields: text, session: structuredClone(session) });
    this.underWay.add(key);
    const end = (): void => {
      this.underWay.delete(key);
      sendJson(response, session, 200, { 'request-id': `req_${this.token()}` });
    };
    if (this.held) this.held.push(end);
    else end();
  }

  private begin(fields: Record<string, string>): StripeSession {
    const id = `cs_test_${this.token()}`;
    const session: StripeSession = {
      ...{ id, object: 'checkout.session', client_secret: `${id}_secret_${this.token()}`, livemode: false },
      amount_total: Number(fields['line_items[0][price_data][unit_amount]']),
      currency: String(fields['line_items[0][price_data][currency]']),
      client_reference_id: fields.client_reference_id,
      metadata: { order_id: String(fields['metadata[order_id]']) },
      ...{ mode: 'payment', ui_mode: fields.ui_mode, payment_intent: null },
      ...{ payment_status: 'unpaid', status: 'open', expires_at: Number(fields.expires_at) },
    };
    this.sessions.set(id, session);
    return session;
  }

  private event(id: string, response: ServerResponse): void {
    const found = this.events.find((event) => event.id === id);
    if (found) sendJson(response, found);
    else refuse(response, 404, { type: 'invalid_request_error', code: 'resource_missing' });
  }

  /** Newest first, a page at a time. */
  private list({ fields }: Asked, response: ServerResponse): void {
    const types = Object.entries(fields).flatMap(([name, value]) =>
      /^types\[\d*\]$/.test(name) ? [value] : [],
    );
    const since = Number(fields['created[gte]'] ?? 0);
    const matching = this.events
      .filter(({ type, created }) => created >= since && (types.length === 0 || types.includes(type)))
      .toReversed();
    const from = fields.starting_after ? matching.findIndex(({ id }) => id === fields.starting_after) + 1 : 0;
    const limit = Number(fields.limit ?? 10);
    const data = matching.slice(from, from + limit);
    sendJson(response, { object: 'list', url: '/v1/events', data, has_more: matching.length > from + limit });
  }
}

/** `Stripe-Signature` of exactly these bytes. @param at unix seconds */
export function signature(
  payload: string | Buffer,
  secret: string = STRIPE_SECRET,
  at: number = Math.floor(Date.now() / 1000),
): string {
  const hmac = createHmac('sha256', secret).update(`${at}.`).update(payload).digest('hex');
  return `t=${at},v1=${hmac}`;
}

function wrongField(fields: Record<string, string>, now: number): string | null {
  const unknown = Object.keys(fields).find((name) => !FIELDS.has(name));
  if (unknown) return unknown;
  if (fields.mode !== 'payment') return 'mode';
  if (fields.ui_mode !== 'embedded_page') return 'ui_mode';
  if (fields.redirect_on_completion !== 'never') return 'redirect_on_completion';
  const inMinutes = (Number(fields.expires_at) - now) / 60;
  if (!(inMinutes > 29 && inMinutes <= 24 * 60)) return 'expires_at';
  return /^[1-9]\d*$/.test(fields['line_items[0][price_data][unit_amount]'] ?? '') ? null : 'unit_amount';
}

const refuse = (response: ServerResponse, status: number, error: Json): void =>
  sendJson(response, { error }, status, { 'request-id': 'req_refused' });

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
  return text;
}
