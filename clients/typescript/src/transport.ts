import { downloadOf, typeOf } from './download.js';
import { ApiError, apiErrorOf, TimeoutError } from './errors.js';
import type { CallOptions, ClientOptions } from './options.js';

/** How an operation is called. */
export interface OperationFacts {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With parameters in braces. */
  readonly path: string;
  readonly query?: readonly string[];
  readonly headers?: readonly string[];
  /** `either`: a form where it holds files. */
  readonly body?: 'json' | 'form' | 'either';
  /** Takes an `Idempotency-Key`. */
  readonly isKeyed?: true;
  /** Answers with a file, always or where a file is what was asked for. */
  readonly sendsFiles?: true;
}

export type Input = Readonly<Record<string, unknown>>;

const DEFAULTS = { maxRetries: 3, maxWaitSeconds: 60, timeoutMs: 60_000 };
/** The service had no capacity, or a dependency was away: another attempt can succeed. */
const PASSING = new Set([429, 502, 503, 504]);
/** Refused before any work was done. */
const UNTOUCHED = new Set([429, 503]);

/** Sends requests: credentials, attempts, answers. */
export class Transport {
  private readonly send: typeof fetch;

  constructor(private readonly options: ClientOptions) {
    this.send = options.fetch ?? ((input, init) => fetch(input, init));
  }

  async call(operation: OperationFacts, input: Input, call: CallOptions): Promise<unknown> {
    const key = operation.isKeyed ? (call.idempotencyKey ?? crypto.randomUUID()) : undefined;
    const isRepeatable = operation.method !== 'POST' || key !== undefined;
    const { maxRetries = DEFAULTS.maxRetries } = this.options;
    for (let attempt = 0; ; attempt++) {
      const outcome = await this.attempt(operation, input, call, key);
      if (outcome instanceof Response) return answerOf(outcome, operation);
      const wait = attempt < maxRetries ? this.waitOf(outcome, attempt, isRepeatable) : null;
      if (wait === null) throw outcome;
      await sleep(wait, call.signal);
    }
  }

  /** @returns the answer, or the failure */
  private async attempt(
    operation: OperationFacts,
    input: Input,
    call: CallOptions,
    key: string | undefined,
  ): Promise<Response | Error> {
    const timeoutMs = call.timeoutMs ?? this.options.timeoutMs ?? DEFAULTS.timeoutMs;
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = call.signal ? AbortSignal.any([call.signal, timeout]) : timeout;
    const headers = await this.headersOf(operation, input, call, key);
    try {
      const response = await this.send(this.urlOf(operation, input), {
        method: operation.method,
        headers,
        signal,
        ...bodyOf(operation, input),
      });
      return response.status < 400 ? response : await apiErrorOf(response);
    } catch (error) {
      call.signal?.throwIfAborted();
      if (timeout.aborted) return new TimeoutError(timeoutMs);
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  /** Milliseconds until the next attempt; null for a failure that would repeat. */
  private waitOf(failure: Error, attempt: number, isRepeatable: boolean): number | null {
    const { maxWaitSeconds = DEFAULTS.maxWaitSeconds } = this.options;
    const backoffMs = Math.min(maxWaitSeconds * 1_000, 500 * 2 ** attempt) * (0.5 + Math.random() / 2);
    if (!(failure instanceof ApiError)) return isRepeatable ? backoffMs : null;
    const { status, code, retryAfterSeconds } = failure;
    if (!PASSING.has(status) || code === 'PROVIDER_ENTITLEMENT_ERROR') return null;
    if (!isRepeatable && !UNTOUCHED.has(status)) return null;
    if (retryAfterSeconds === null) return backoffMs;
    return retryAfterSeconds > maxWaitSeconds ? null : retryAfterSeconds * 1_000;
  }

  private urlOf({ path, query = [] }: OperationFacts, input: Input): string {
    const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => {
      const text = textOf(input[name]);
      // These would name another route.
      if (text === '' || text === '.' || text === '..') throw new TypeError(`${name} is empty or no id`);
      return encodeURIComponent(text);
    });
    const search = new URLSearchParams();
    for (const name of query)
      for (const value of [input[name]].flat()) if (value !== undefined) search.append(name, textOf(value));
    const text = search.toString();
    return this.options.baseUrl.replace(/\/$/, '') + filled + (text === '' ? '' : `?${text}`);
  }

  private async headersOf(
    { headers: names = [], body }: OperationFacts,
    input: Input,
    call: CallOptions,
    key: string | undefined,
  ): Promise<Headers> {
    const headers = new Headers({
      Accept: 'application/json, */*',
      ...this.options.headers,
      ...call.headers,
    });
    const { apiKey, partnerKey, accessToken } = this.options;
    const token = typeof accessToken === 'function' ? await accessToken() : accessToken;
    if (token !== undefined) headers.set('Authorization', `Bearer ${token}`);
    if (apiKey !== undefined) headers.set('X-API-Key', apiKey);
    if (partnerKey !== undefined) headers.set('X-Partner-Key', partnerKey);
    if (key !== undefined) headers.set('Idempotency-Key', key);
    if (isJson(body, input['body'])) headers.set('Content-Type', 'application/json');
    for (const name of names) if (input[name] !== undefined) headers.set(name, textOf(input[name]));
    return headers;
  }
}

function bodyOf({ body }: OperationFacts, input: Input): { body?: string | FormData } {
  const value = input['body'];
  if (body === undefined || value === undefined) return {};
  return { body: isJson(body, value) ? JSON.stringify(value) : formOf(value as Input) };
}

function isJson(body: OperationFacts['body'], value: unknown): boolean {
  if (body === undefined || body === 'form' || value === undefined) return false;
  const parts = typeof value === 'object' && value !== null ? Object.values(value).flat() : [];
  return body === 'json' || !parts.some((part) => part instanceof Blob);
}

/** Lists repeat their name; a `File` keeps its own. */
function formOf(fields: Input): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    for (const each of [value].flat())
      if (each instanceof Blob) form.append(name, each);
      else if (each !== undefined) form.append(name, textOf(each));
  return form;
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

async function answerOf(response: Response, { sendsFiles }: OperationFacts): Promise<unknown> {
  const isFile = response.headers.has('Content-Disposition') || typeOf(response) !== 'application/json';
  if (sendsFiles && isFile) return downloadOf(response);
  return (await response.json()) as unknown;
}

function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason instanceof Error ? signal.reason : new Error('Aborted'));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
