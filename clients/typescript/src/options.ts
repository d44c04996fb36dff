/** One credential at most. Without one, only public operations answer. */
export interface Credentials {
  /** Sent as `X-API-Key`. */
  apiKey?: string;
  /** Sent as `Authorization: Bearer`. A function is asked before each request: a session token lives 15 minutes. */
  accessToken?: string | (() => string | Promise<string>);
  /** Sent as `X-Partner-Key`. */
  partnerKey?: string;
}

export interface ClientOptions extends Credentials {
  /** For example `https://tax.example.com`. */
  baseUrl: string;
  /** Default: the global `fetch`. */
  fetch?: typeof fetch;
  /** Further attempts after a failure that can pass. Default 3. */
  maxRetries?: number;
  /** The longest wait for another attempt, in seconds. A longer `Retry-After` ends the call. Default 60. */
  maxWaitSeconds?: number;
  /** Of one attempt, in milliseconds. Default 60,000. */
  timeoutMs?: number;
  /** Sent with each request. */
  headers?: Readonly<Record<string, string>>;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** Default: a new one for each call that takes one, the same in all its attempts. */
  idempotencyKey?: string;
  /** Of one attempt, in milliseconds. */
  timeoutMs?: number;
  headers?: Readonly<Record<string, string>>;
}
