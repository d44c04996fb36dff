import type { UserJobType } from '../../src/domain/jobs/user-job';
import type { EventType } from '../../src/domain/webhooks/events';
import type { ReportFormat } from '../../src/modules/tax/generate/generate.dto';
import { type Answer, call } from '../accounts/client';
import { FakeKraken } from '../fakes/fake-kraken';
import { FakeStripe } from '../support/stripe';
import { until } from '../support/until';
import { eventOf, isSigned, type Received, type Receiver, startReceiver } from '../webhooks/receiver';
import { type Chain, type Market, startChain, UNI, USDC } from './chain';
import type { Product } from './product';

const HALF_DAY_MS = 43_200_000;
/** When the tests began: before the trades of today. */
const BEGAN_AT = Date.now();
const SUMMER_2024 = Date.UTC(2024, 5, 1);

export const WALLET = '0x00000000000000000000000000000000000000a1';
export const SAVINGS = '0x00000000000000000000000000000000000000a2';
/** Named by a webhook alone. */
export const WATCHED = '0x00000000000000000000000000000000000000a4';
export const IMPORTED = '0x00000000000000000000000000000000000000a3';

/** UNI: 100 USD in the spring of 2024, 150 until this morning, 50 now. */
export const market: Market = (coin, at) => {
  if (coin === 'coingecko:ethereum') return 2000;
  if (coin === `ethereum:${USDC.contract}`) return 1;
  if (coin !== `ethereum:${UNI.contract}`) return null;
  if (at < SUMMER_2024) return 100;
  return at < BEGAN_AT - HALF_DAY_MS ? 150 : 50;
};

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- bodies of any shape
export type Json = any;

export interface SentEvent {
  event: EventType;
  event_id: string;
  data: Json;
}

/** One customer of one running product, and what happened to them so far. */
export class Journey {
  token = '';
  apiKey = '';
  email = '';
  password = 'a long and rare passphrase';
  webhook = { id: '', secret: '' };
  /** Jobs whose results are tax reports, by format. */
  readonly reports = new Map<ReportFormat, string>();
  /** Types of jobs that were ordered and completed. */
  readonly completedJobs = new Set<UserJobType>();

  private constructor(
    readonly product: Product,
    readonly chain: Chain,
    readonly receiver: Receiver,
    readonly stripe: FakeStripe,
    readonly kraken: FakeKraken,
  ) {}

  /** @param begin starts nothing yet; is given the environment that points at the stand-ins */
  static async prepare(begin: (env: Record<string, string>) => Promise<Product>): Promise<Journey> {
    const [chain, receiver] = [await startChain(market), await startReceiver()];
    const stripe = await FakeStripe.start();
    const kraken = await new FakeKraken().start();
    const product = await begin({
      ...chain.env,
      ...stripe.env,
      EXCHANGE_KRAKEN_BASE_URL: kraken.url,
      ENABLE_WASH_SALES: 'true',
    });
    return new Journey(product, chain, receiver, stripe, kraken);
  }

  async end(): Promise<void> {
    await this.product.close();
    await this.receiver.close();
    await this.chain.close();
    await this.stripe.close();
    await this.kraken.close();
  }

  async logIn(): Promise<void> {
    const { email, password } = this;
    this.token = (await this.ask('POST', '/api/v1/auth/login', { email, password })).body.data
      .access_token as string;
  }

  /** As the customer, with the session. @throws Error unless the answer has that status */
  async ask(method: string, path: string, body?: unknown, status = 200): Promise<Answer> {
    return this.checked(method, path, status, { body, ...(this.token && { token: this.token }) });
  }

  /** `data` of GET, with the API key. */
  async read(path: string): Promise<Json> {
    const headers = { 'X-API-Key': this.apiKey };
    return (await this.checked('GET', path, 200, { headers })).body.data;
  }

  /** Orders a job with the API key. @returns its id */
  async order(path: string, body: object = {}): Promise<string> {
    const headers = { 'X-API-Key': this.apiKey };
    return (await this.checked('POST', path, 202, { headers, body })).body.data.job_id as string;
  }

  /** Waits for the end of a job. @throws Error when it did not complete */
  async completed(jobId: string): Promise<Json> {
    const job = await this.until(
      `job ${jobId} ends`,
      () => this.read(`/api/v1/jobs/${jobId}`),
      ({ status }) => status !== 'queued' && status !== 'running',
    );
    if (job.status !== 'completed') throw new Error(`${JSON.stringify(job)}\n${this.product.log()}`);
    this.completedJobs.add(job.type as UserJobType);
    return job;
  }

  /** Orders a job and waits for it. @returns its result */
  async result(path: string, body: object = {}): Promise<Json> {
    const jobId = await this.order(path, body);
    await this.completed(jobId);
    return this.read(`/api/v1/jobs/${jobId}/result`);
  }

  /** Waits for an event that was signed with the secret of the webhook. */
  event(type: EventType, holds: (data: Json) => boolean = () => true): Promise<SentEvent> {
    return this.until(
      `${type} arrives`,
      () => this.received().find(({ event, data }) => event === type && holds(data)) ?? null,
      (found): found is SentEvent => found !== null,
    ) as Promise<SentEvent>;
  }

  /** Every event delivered so far whose signature is good; in order, repetitions too. */
  received(): SentEvent[] {
    return this.receiver.requests
      .filter((request) => isSigned(request, this.webhook.secret, request.at))
      .map((request) => eventOf(request) as SentEvent);
  }

  /** Requests at the receiver without a good signature. */
  unsigned(): Received[] {
    return this.receiver.requests.filter((request) => !isSigned(request, this.webhook.secret, request.at));
  }

  async until<T>(what: string, look: () => Promise<T> | T, holds: (value: T) => boolean): Promise<T> {
    const seen = await until(
      async () => ({ what, value: await look(), log: this.product.log() }),
      ({ value }) => holds(value),
    );
    return seen.value;
  }

  private async checked(
    method: string,
    path: string,
    status: number,
    options: Parameters<typeof call>[3],
  ): Promise<Answer> {
    const answer = await call(this.product, method, path, options);
    if (answer.status !== status)
      throw new Error(`${method} ${path}: ${answer.status} ${answer.text}\n${this.product.log()}`);
    return answer;
  }
}
