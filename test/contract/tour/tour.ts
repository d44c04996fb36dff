import type { ErrorCode } from '../../../src/domain/kernel/errors';
import { CostBasisClient, OPERATIONS } from '../../../clients/typescript/src/index';
import { account, call, type Account, type Answer } from '../../accounts/client';
import type { TestApp } from '../../app.factory';
import type { FakeClock } from '../../fakes/fake-clock';
import type { FakeKraken } from '../../fakes/fake-kraken';
import type { FakeStripe } from '../../support/stripe';

/** Who asks. */
export type Caller = 'nobody' | 'partner' | 'ada' | 'bob' | Record<string, string>;

export interface Request {
  as?: Caller;
  path?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  /** Files of a form, by name; `body` are its fields. */
  files?: Record<string, string>;
}

/** A request and what came of it. */
export interface Visit {
  operation: string;
  request: Request;
  status: number;
  /** Content type, without parameters. */
  type: string;
  /** JSON, or text. */
  body: unknown;
  /** Of a failure. */
  code: string | null;
}

/**
 * A walk through the whole service: every operation is asked at least once for what it gives, and once for each
 * failure of its own. What came is both the examples of the documentation and what the documentation is held against.
 */
export class Tour {
  readonly visits: Visit[] = [];
  /** Sends a visit in place of the client; null leaves it to the client. */
  sender: ((operation: string, request: Request) => Promise<Answer | null>) | null = null;

  private constructor(
    readonly app: TestApp,
    readonly clock: FakeClock,
    readonly ada: Account,
    readonly bob: Account,
    readonly stripe: FakeStripe,
    readonly kraken: FakeKraken,
  ) {}

  static async begin(app: TestApp, clock: FakeClock, stripe: FakeStripe, kraken: FakeKraken): Promise<Tour> {
    const ada = await account(app, 'ada@example.com');
    return new Tour(app, clock, ada, await account(app, 'bob@example.com'), stripe, kraken);
  }

  /** Goes through the typed client, where it has the operation. @throws Error when the answer is no success */
  async visit(operation: string, request: Request = {}): Promise<Answer> {
    const answer = await this.ask(operation, request, true);
    if (answer.status >= 300)
      throw new Error(`${operation} -> ${answer.status} ${answer.text.slice(0, 600)}`);
    return answer;
  }

  /** @throws Error when the answer is not this failure */
  async refuse(operation: string, code: ErrorCode, request: Request = {}): Promise<Answer> {
    const answer = await this.ask(operation, request);
    if (this.visits.at(-1)?.code !== code)
      throw new Error(`${operation} -> ${answer.status} ${answer.text.slice(0, 600)} instead of ${code}`);
    return answer;
  }

  /** Asks without keeping the answer. */
  send(operation: string, request: Request): Promise<Answer> {
    return sendTo(this.app, operation, request, this.headersOf(request.as ?? 'partner'));
  }

  /** @throws Error when the client returns something else than the service answered */
  private async sendByClient(id: ClientMethod, request: Request): Promise<Answer> {
    const { as = 'partner', path, query, body, files } = request;
    let kept: Response | undefined;
    const client = new CostBasisClient({
      baseUrl: this.app.url,
      headers: this.headersOf(as),
      maxRetries: 0,
      fetch: async (input, init) => (kept = await fetch(input, init)).clone(),
    });
    const file = Object.entries(files ?? {}).map(([name, text]) => new File([text], name));
    const sent = files ? { ...(body as object), file } : body;
    const method = client[id].bind(client) as (input: unknown) => Promise<unknown>;
    const result = await method({ ...path, ...query, ...(sent !== undefined && { body: sent }) }).catch(
      (error: unknown) => error,
    );
    if (!kept) throw result;
    const text = await kept.text();
    const isFile = result !== null && typeof result === 'object' && 'bytes' in result;
    const isJson = (kept.headers.get('content-type') ?? '').includes('json');
    const answer: Answer = {
      status: kept.status,
      headers: kept.headers,
      text,
      body: isJson ? JSON.parse(text) : null,
    };
    if (kept.status < 300 && !isFile && JSON.stringify(result) !== JSON.stringify(answer.body))
      throw new Error(`${id} returned ${JSON.stringify(result).slice(0, 400)}`);
    return answer;
  }

  headersOf(caller: Caller): Record<string, string> {
    if (typeof caller === 'object') return caller;
    if (caller === 'nobody') return {};
    if (caller === 'partner') return { 'X-Partner-Key': this.app.partnerKey };
    return { Authorization: `Bearer ${this[caller].token}` };
  }

  /** Time passes between requests, so that lists have an order. */
  private async ask(operation: string, request: Request, throughClient = false): Promise<Answer> {
    this.clock.advance(1_000);
    const id = throughClient ? CLIENT_METHODS.get(operation) : undefined;
    const sent = throughClient ? await this.sender?.(operation, request) : null;
    const answer = sent ?? (id ? await this.sendByClient(id, request) : await this.send(operation, request));
    const type = (answer.headers.get('content-type') ?? '').split(';')[0] ?? '';
    const { status, body, text } = answer;
    const code = status < 400 ? null : codeOf(body);
    this.visits.push({ operation, request, status, type, body: body ?? text, code });
    return answer;
  }
}

/** One request of an operation, without a tour. */
export function sendTo(
  app: TestApp,
  operation: string,
  { path = {}, query = {}, body, files }: Request,
  headers: Record<string, string>,
): Promise<Answer> {
  const [method = '', template = ''] = operation.split(' ');
  const filled = template.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(path[name] ?? ''));
  const search = new URLSearchParams(query).toString();
  const url = search === '' ? filled : `${filled}?${search}`;
  return files
    ? sendForm(app.url + url, headers, body as Record<string, string>, files)
    : call(app, method, url, { body, headers });
}

type ClientMethod = keyof typeof OPERATIONS;

/** `GET /api/v1/webhooks` -> `listWebhooks`. */
const CLIENT_METHODS: ReadonlyMap<string, ClientMethod> = new Map(
  Object.entries(OPERATIONS).map(([id, { method, path }]) => [`${method} ${path}`, id as ClientMethod]),
);

/** The code of a failure in any dialect. */
function codeOf(body: unknown): string | null {
  const { error, error_code, detail } = body as {
    error?: { code?: string } | string;
    error_code?: string;
    detail?: unknown;
  };
  if (Array.isArray(detail)) return 'VALIDATION_ERROR';
  if (typeof error === 'object') return error.code ?? null;
  return error_code ?? null;
}

async function sendForm(
  url: string,
  headers: Record<string, string>,
  fields: Record<string, string>,
  files: Record<string, string>,
): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const [name, text] of Object.entries(files)) form.append('file', new Blob([text]), name);
  const response = await fetch(url, { method: 'POST', headers, body: form });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
}
