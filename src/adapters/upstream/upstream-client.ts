import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  BrokenCircuitError,
  circuitBreaker,
  CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  handleWhen,
} from 'cockatiel';
import { Agent, errors, request } from 'undici';
import type { z } from 'zod';
import {
  type Answer,
  type Judge,
  type NumberReading,
  OversizedBody,
  readBody,
  readJson,
  retryAfterMs,
  UnreadableBody,
} from './answer';
import { judgeHttp } from './judges';
import { RateGate, type Rate } from './rate-gate';
import { redact } from './redact';
import { SingleFlight } from './single-flight';
import { FAILURES, UpstreamFailure, type FailureKind } from './upstream-failure';

/** How long and how often to try: a person waits for a request, nobody waits for background work. */
export const PATIENCE = {
  request: { attempts: 2, attemptMs: 8_000, wholeMs: 12_000 },
  background: { attempts: 4, attemptMs: 20_000, wholeMs: 60_000 },
} as const satisfies Record<string, { attempts: number; attemptMs: number; wholeMs: number }>;
export type Patience = keyof typeof PATIENCE;

export interface UpstreamRequest<T> {
  /** Public name of the upstream; appears in error details. */
  provider: string;
  url: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  /** Shape of a good answer. */
  schema: z.ZodType<T>;
  /** The upstream's own words for failure; asked before HTTP's. */
  judge?: Judge;
  numbers?: NumberReading;
  patience: Patience;
  signal: AbortSignal;
  rate: Rate;
  /** Default 32 MB. */
  maxBytes?: number;
}

export interface UpstreamClientOptions {
  /** Values that never leave in a text. */
  secrets?: readonly string[];
  connectMs?: number;
  /** Wait before the second attempt; doubles from then on, jittered by half. */
  backoffMs?: number;
  /** Failures in a row that open the circuit. */
  failuresToOpen?: number;
  /** How long an open circuit stays open before one call probes. */
  openMs?: number;
  patience?: Partial<Record<Patience, { attempts: number; attemptMs: number; wholeMs: number }>>;
  /** Milliseconds UTC; for dates in Retry-After. */
  now?: () => number;
}

const MAX_BYTES = 32 * 1024 * 1024;
const DEFAULTS = {
  secrets: [],
  connectMs: 5_000,
  backoffMs: 400,
  failuresToOpen: 8,
  openMs: 15_000,
} as const;

/** One host's health and pace. */
interface Line {
  gate: RateGate;
  circuit: CircuitBreakerPolicy;
}

/**
 * The only way out to a data provider. Timeouts, one retry policy, a circuit and a rate per host, bodies capped;
 * every failure becomes an UpstreamFailure, i.e. one of the two public provider codes with {provider, error}.
 * @source reliability.md 1.11
 */
export class UpstreamClient {
  private readonly agent: Agent;
  private readonly lines = new Map<string, Line>();
  private readonly flights = new SingleFlight();
  private readonly options: UpstreamClientOptions & typeof DEFAULTS;

  constructor(options: UpstreamClientOptions = {}) {
    this.options = { ...DEFAULTS, ...options } as UpstreamClientOptions & typeof DEFAULTS;
    this.agent = new Agent({
      connect: { timeout: this.options.connectMs },
      connections: 16,
      keepAliveTimeout: 10_000,
    });
  }

  /**
   * Asks until a good answer, the end of patience or the signal.
   * @throws UpstreamFailure; or the signal's own reason when the caller gave up
   */
  async send<T>(call: UpstreamRequest<T>): Promise<T> {
    const work = (signal: AbortSignal) => this.withRetries({ ...call, signal });
    if ((call.method ?? 'GET') !== 'GET') return work(call.signal);
    return this.flights.join(`${call.provider} ${call.patience} ${call.url}`, call.signal, work);
  }

  /** Ends the connections; calls under way fail. */
  async close(): Promise<void> {
    await this.agent.destroy();
  }

  private async withRetries<T>(call: UpstreamRequest<T>): Promise<T> {
    const { attempts, wholeMs } = this.options.patience?.[call.patience] ?? PATIENCE[call.patience];
    const deadline = performance.now() + wholeMs;
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.attempt(call, deadline);
      } catch (error) {
        const waitMs = this.waitBefore(attempt + 1, error);
        const isWorthIt = waitMs !== null && attempt < attempts && performance.now() + waitMs < deadline;
        if (!isWorthIt) throw error;
        await sleep(waitMs, undefined, { signal: call.signal }).catch(() => call.signal.throwIfAborted());
      }
    }
  }

  /** @returns ms, or null when asking again cannot help */
  private waitBefore(attempt: number, error: unknown): number | null {
    if (!(error instanceof UpstreamFailure) || !FAILURES[error.kind].isRetried) return null;
    const backoff = this.options.backoffMs * 2 ** (attempt - 2);
    const jittered = backoff / 2 + randomInt(0, Math.max(1, Math.ceil(backoff / 2)));
    return Math.max(jittered, error.retryAfterMs ?? 0);
  }

  private async attempt<T>(call: UpstreamRequest<T>, deadline: number): Promise<T> {
    const { gate, circuit } = this.lineOf(call);
    const { attemptMs } = this.options.patience?.[call.patience] ?? PATIENCE[call.patience];
    const whole = AbortSignal.timeout(Math.max(1, Math.ceil(deadline - performance.now())));
    const patient = AbortSignal.any([call.signal, whole]);
    try {
      return await circuit.execute(() =>
        gate.run(() => {
          // It may have opened while this call stood in line.
          if (circuit.state === CircuitState.Open) throw new BrokenCircuitError();
          return this.exchange(call, AbortSignal.any([patient, AbortSignal.timeout(attemptMs)]));
        }, patient),
      );
    } catch (error) {
      call.signal.throwIfAborted();
      throw this.asFailure(call.provider, error);
    }
  }

  private async exchange<T>(call: UpstreamRequest<T>, signal: AbortSignal): Promise<T> {
    const answer = await this.fetch(call, signal).catch((error: unknown) => {
      if (call.signal.aborted) throw error;
      throw this.asFailure(call.provider, error);
    });
    const verdict = call.judge?.(answer) ?? judgeHttp(answer);
    if (verdict) {
      const wait = retryAfterMs(answer.headers['retry-after'], this.options.now?.() ?? Date.now());
      throw this.failure(call.provider, verdict.kind, verdict.text, wait);
    }
    const shaped = call.schema.safeParse(answer.json);
    if (shaped.success) return shaped.data;
    const [issue] = shaped.error.issues;
    const where = issue?.path.join('.') || 'the body';
    throw this.failure(
      call.provider,
      'malformed',
      `answered in another shape: ${where}: ${issue?.message ?? ''}`,
    );
  }

  private async fetch(call: UpstreamRequest<unknown>, signal: AbortSignal): Promise<Answer> {
    const { statusCode, headers, body } = await request(call.url, {
      method: call.method ?? 'GET',
      headers: {
        accept: 'application/json',
        'accept-encoding': 'gzip, deflate, br',
        ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...call.headers,
      },
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      dispatcher: this.agent,
      signal,
    });
    const flat = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    try {
      const text = await readBody(body, flat['content-encoding'], call.maxBytes ?? MAX_BYTES);
      return { status: statusCode, headers: flat, text, json: readJson(text, call.numbers ?? 'plain') };
    } finally {
      body.destroy();
    }
  }

  private lineOf(call: UpstreamRequest<unknown>): Line {
    const key = `${call.provider} ${new URL(call.url).host}`;
    let line = this.lines.get(key);
    if (!line) {
      const circuit = circuitBreaker(
        handleWhen((error) => error instanceof UpstreamFailure && FAILURES[error.kind].isIllness),
        { halfOpenAfter: this.options.openMs, breaker: new ConsecutiveBreaker(this.options.failuresToOpen) },
      );
      line = { gate: new RateGate(call.rate), circuit };
      this.lines.set(key, line);
    }
    return line;
  }

  private asFailure(provider: string, error: unknown): UpstreamFailure {
    if (error instanceof UpstreamFailure) return error;
    if (error instanceof BrokenCircuitError) {
      return this.failure(
        provider,
        'circuit_open',
        'failed too often just now; not asked again for some seconds',
      );
    }
    const [kind, text] = transportFault(error);
    return this.failure(provider, kind, text, null, error);
  }

  private failure(
    provider: string,
    kind: FailureKind,
    text: string,
    retryAfter: number | null = null,
    cause?: unknown,
  ): UpstreamFailure {
    return new UpstreamFailure(provider, kind, redact(text, this.options.secrets), retryAfter, cause);
  }
}

/** What broke below HTTP, in words for a stranger: no addresses, no stack. */
function transportFault(error: unknown): [FailureKind, string] {
  if (error instanceof OversizedBody) return ['oversized', 'the answer is larger than allowed'];
  if (error instanceof UnreadableBody) return ['malformed', `the answer cannot be read: ${error.message}`];
  const { name, code } = error as NodeJS.ErrnoException;
  if (name === 'TimeoutError' || name === 'AbortError') return ['transient', 'no complete answer in time'];
  if (error instanceof errors.ConnectTimeoutError) return ['transient', 'no connection in time'];
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return ['transient', 'its name does not resolve'];
  if (code?.startsWith('UND_ERR_HEADERS') || code?.startsWith('UND_ERR_BODY'))
    return ['transient', 'no complete answer in time'];
  return ['transient', `the connection failed (${code ?? name ?? 'unknown'})`];
}
