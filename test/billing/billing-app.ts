import { DataSource } from 'typeorm';
import type { SoldPlan } from '../../src/domain/plans/plans';
import { account, call, post, signIn, type Account, type Answer } from '../accounts/client';
import { startApp, type TestApp } from '../app.factory';
import { FakeClock } from '../fakes/fake-clock';
import { FakeStripe, signature, type StripeEvent } from '../support/stripe';

export const WEBHOOK = '/api/v1/checkout/webhook';
export const SESSIONS = '/api/v1/checkout/sessions';

/** The whole application with a stand-in for Stripe, and a clock both go by. */
export class BillingApp {
  private readonly signedIn = new Map<string, { token: string; at: number }>();

  private constructor(
    readonly app: TestApp,
    readonly stripe: FakeStripe,
    readonly clock: FakeClock,
  ) {}

  static async start(env: Record<string, string> = {}): Promise<BillingApp> {
    const stripe = await FakeStripe.start();
    const clock = new FakeClock(Math.floor(Date.now() / 1000) * 1000);
    stripe.now = () => Math.floor(clock.now() / 1000);
    return new BillingApp(
      await startApp({ TRUST_PROXY: 'true', ...stripe.env, ...env }, clock),
      stripe,
      clock,
    );
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.stripe.close();
  }

  async user(): Promise<Account> {
    const made = await account(this.app);
    this.signedIn.set(made.id, { token: made.token, at: this.clock.now() });
    return made;
  }

  /** A token that is good now: the clock of these tests runs fast. */
  async token({ id, email, token }: Account): Promise<string> {
    const known = this.signedIn.get(id) ?? { token, at: 0 };
    if (this.clock.now() - known.at < 600_000) return known.token;
    const fresh = await signIn(this.app, email);
    this.signedIn.set(id, { token: fresh.token, at: this.clock.now() });
    return fresh.token;
  }

  async open(who: Account, plan: unknown): Promise<Answer> {
    return post(this.app, SESSIONS, { plan }, { token: await this.token(who) });
  }

  /** A form of Stripe's for this plan. @returns its id */
  async session(who: Account, plan: SoldPlan): Promise<string> {
    const { status, body, text } = await this.open(who, plan);
    if (status !== 201) throw new Error(`no checkout: ${text}`);
    return body.data.session_id as string;
  }

  async get(who: Account, sessionId: string): Promise<Answer> {
    return call(this.app, 'GET', `${SESSIONS}/${sessionId}`, { token: await this.token(who) });
  }

  /** A signed event, as Stripe sends it. */
  deliver(event: StripeEvent): Promise<Answer> {
    const payload = JSON.stringify(event, null, 2);
    return this.send(payload, { 'Stripe-Signature': signature(payload, undefined, this.stripe.now()) });
  }

  /** Delivers one after the other; every one must be taken. */
  async told(...events: StripeEvent[]): Promise<void> {
    for (const event of events) {
      const { status, text } = await this.deliver(event);
      if (status !== 200) throw new Error(`${event.type} was answered ${status}: ${text}`);
    }
  }

  /** Any bytes, with any headers. */
  async send(payload: string | Uint8Array<ArrayBuffer>, headers: Record<string, string>): Promise<Answer> {
    const response = await fetch(this.app.url + WEBHOOK, {
      method: 'POST',
      body: payload,
      headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
  }

  /** Buys and pays. @returns the session and the event of the payment, delivered */
  async buy(who: Account, plan: SoldPlan): Promise<{ id: string; paid: StripeEvent }> {
    const id = await this.session(who, plan);
    const paid = this.stripe.complete(id);
    await this.told(paid);
    return { id, paid };
  }

  /** As the next request of the user sees it. */
  async plan(who: Account): Promise<{ plan: string; expired: boolean; ends: string | null }> {
    const { data } = (await call(this.app, 'GET', '/api/v1/auth/me', { token: await this.token(who) })).body;
    return { plan: data.plan_name, expired: data.plan_expired, ends: data.plan_expires_at };
  }

  sql<T = Record<string, unknown>>(query: string, parameters: unknown[] = []): Promise<T[]> {
    return this.app.app.get(DataSource).query<T[]>(query, parameters);
  }

  /** The ledger, oldest first. */
  ledger(): Promise<{ id: string; type: string; outcome: string; reason: string | null }[]> {
    return this.sql('SELECT id, type, outcome, reason FROM payment_events ORDER BY received_at, occurred_at');
  }

  async rows(): Promise<number> {
    return (await this.ledger()).length;
  }
}

export const FREE = { plan: 'free', expired: false, ends: null };
export const DAY = 86_400_000;
