import { randomInt } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import {
  BrokenCircuitError,
  circuitBreaker,
  CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  handleWhen,
} from 'cockatiel';
import type { z } from 'zod';
import { whileOutside } from '../../common/turns';
import { upstreamScope } from '../../common/upstream-scope';
import type { Clock } from '../../ports/clock';
import { SystemClock } from '../system/system-clock';
import { inSpan } from '../tracing/spans';
import { type FailureRule, retryAfterMs } from './answer';
import { httpFailure } from './http-failure';
import { type Priority, type Rate, RateGate } from './rate-gate';
import { redact } from './redact';
import { SingleFlight } from './single-flight';
import { type Exchange, Transport, transportFault } from './transport';
import { UpstreamRules } from './upstream-rules';
import { FAILURES, UpstreamFailure, type FailureKind } from './upstream-failure';

export type Patience = keyof UpstreamRules['patience'];

export interface UpstreamRequest<T> extends Exchange {
  provider: string;
  schema: z.ZodType<T>;
  /** Applied before the rules of HTTP. */
  failureOf?: FailureRule;
  patience: Patience;
  signal: AbortSignal;
  rate: Rate;
}

export interface UpstreamClientOptions {
  secrets?: readonly string[];
  connectMs?: number;
  /** Wait before the second attempt. It doubles after each attempt, with jitter of half. */
  backoffMs?: number;
  /** Consecutive failures that open the circuit. */
  failuresToOpen?: number;
  /** Time for which a circuit stays open before one call probes it. */
  openMs?: number;
  patience?: UpstreamRules['patience'];
  /** Called with the outcome of each call: "ok", the kind of failure, or "abandoned" by the caller. */
  onCall?: (provider: string, outcome: string, seconds: number) => void;
  clock?: Clock;
}

const DEFAULTS = {
  secrets: [],
  backoffMs: 100,
  failuresToOpen: 8,
  openMs: 1_500,
} as const;

/** Monotonic ms. Restarts while a background call waits for its turn. */
interface Deadline {
  at: number;
}

interface Line {
  gate: RateGate;
  circuit: CircuitBreakerPolicy;
}

/**
 * The only client for data providers. It has timeouts, one retry policy, and a circuit, a rate limit and a body limit
 * per host. Every failure becomes an UpstreamFailure, which is one of the two public provider codes with {provider,
 * error}.
 * @source reliability.md 1.11
 */
export class UpstreamClient {
  private readonly transport: Transport;
  private readonly lines = new Map<string, Line>();
  private readonly flights = new SingleFlight();
  private readonly clock: Clock;
  private readonly options: Required<Omit<UpstreamClientOptions, 'onCall' | 'clock'>> & UpstreamClientOptions;

  constructor(options: UpstreamClientOptions = {}) {
    this.options = { ...DEFAULTS, ...new UpstreamRules(), ...options };
    this.clock = options.clock ?? new SystemClock();
    this.transport = new Transport(this.options.connectMs);
  }

  /**
   * Retries until a valid response, the last attempt or the signal.
   * @throws UpstreamFailure; or the signal's reason when the caller aborted
   */
  async send<T>(call: UpstreamRequest<T>): Promise<T> {
    // One signal can serve a hundred calls of one job. This is not a leak.
    setMaxListeners(0, call.signal);
    const work = (signal: AbortSignal) => this.heard({ ...call, signal });
    if ((call.method ?? 'GET') !== 'GET') return work(call.signal);
    return this.flights.join(`${call.provider} ${call.patience} ${call.url}`, call.signal, work);
  }

  async close(): Promise<void> {
    await this.transport.close();
  }

  /** Reports the call to the work that watches its upstreams. */
  private async heard<T>(call: UpstreamRequest<T>): Promise<T> {
    const { silence } = upstreamScope();
    let isAnswered = false;
    silence?.started();
    try {
      const answer = await whileOutside(() => this.withRetries(call));
      isAnswered = true;
      return answer;
    } finally {
      silence?.ended(isAnswered);
    }
  }

  /** A retry of cockatiel knows neither the moving deadline, nor the signal of the caller during waits. */
  private async withRetries<T>(call: UpstreamRequest<T>): Promise<T> {
    const { attempts, wholeMs } = this.patienceOf(call);
    const deadline: Deadline = { at: this.clock.elapsed() + wholeMs };
    let before: UpstreamFailure | null = null;
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.attempt(call, deadline);
      } catch (error) {
        // The failure that opened the circuit is more specific than the open circuit.
        if (before && error instanceof UpstreamFailure && error.kind === 'circuit_open') throw before;
        before = error instanceof UpstreamFailure ? error : null;
        const waitMs = this.waitBefore(attempt + 1, error, call.patience);
        const isWorthIt =
          waitMs !== null && attempt < attempts && this.clock.elapsed() + waitMs < deadline.at;
        if (!isWorthIt) throw error;
        await this.clock.sleep(waitMs, call.signal).catch(() => call.signal.throwIfAborted());
      }
    }
  }

  /** In ms. Null when a retry cannot help. */
  private waitBefore(attempt: number, error: unknown, patience: Patience): number | null {
    if (!(error instanceof UpstreamFailure)) return null;
    // Background work waits for an open circuit, so that the first read after an outage succeeds.
    if (error.kind === 'circuit_open') return patience === 'background' ? this.options.openMs : null;
    if (!FAILURES[error.kind].isRetried) return null;
    const backoff = this.options.backoffMs * 2 ** (attempt - 2);
    const jittered = backoff / 2 + randomInt(0, Math.max(1, Math.ceil(backoff / 2)));
    return Math.max(jittered, error.retryAfterMs ?? 0);
  }

  /** The time in the queue counts only for a waiting caller, whose call goes first. */
  private async attempt<T>(call: UpstreamRequest<T>, deadline: Deadline): Promise<T> {
    const { gate, circuit } = this.lineOf(call);
    const { attemptMs } = this.patienceOf(call);
    const isWaitedFor = call.patience === 'request';
    const enteredAt = this.clock.elapsed();
    const exchange = () => {
      // The circuit can open while this call waits for its turn.
      if (circuit.state === CircuitState.Open) throw new BrokenCircuitError();
      if (!isWaitedFor) deadline.at += this.clock.elapsed() - enteredAt;
      const end = Math.min(deadline.at, this.clock.elapsed() + attemptMs);
      return this.until(end, call.signal, (signal) => this.exchange(call, signal));
    };
    const inLine = (signal: AbortSignal): Promise<T> =>
      circuit.execute(() => gate.run(exchange, signal, priorityOf(isWaitedFor)));
    try {
      return await (isWaitedFor ? this.until(deadline.at, call.signal, inLine) : inLine(call.signal));
    } catch (error) {
      call.signal.throwIfAborted();
      const { silence } = upstreamScope();
      if (silence && circuit.state === CircuitState.Open) silence.isRefused = true;
      throw this.asFailure(call.provider, error);
    }
  }

  /** The signal aborts at a time of the monotonic clock, or together with `outer`. */
  private async until<T>(
    at: number,
    outer: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const late = new AbortController();
    const abort = (): void => late.abort(new DOMException('no complete answer in time', 'TimeoutError'));
    const leftMs = Math.ceil(at - this.clock.elapsed());
    if (leftMs <= 0) abort();
    const timer = this.clock.setTimeout(abort, leftMs).unref();
    try {
      return await work(AbortSignal.any([outer, late.signal]));
    } finally {
      this.clock.clearTimeout(timer);
    }
  }

  private async exchange<T>(call: UpstreamRequest<T>, signal: AbortSignal): Promise<T> {
    const beganAt = this.clock.elapsed();
    let outcome = 'abandoned';
    try {
      const answer = await inSpan(
        {
          name: `${call.method ?? 'GET'} ${call.provider}`,
          kind: 'CLIENT',
          // Hosts, not URLs: URLs contain addresses and keys.
          attributes: { 'server.address': new URL(call.url).host, 'cost_basis.provider': call.provider },
        },
        () => this.ask(call, signal),
      );
      outcome = 'ok';
      return answer;
    } catch (error) {
      if (error instanceof UpstreamFailure) outcome = error.kind;
      throw error;
    } finally {
      this.options.onCall?.(call.provider, outcome, (this.clock.elapsed() - beganAt) / 1_000);
    }
  }

  private async ask<T>(call: UpstreamRequest<T>, signal: AbortSignal): Promise<T> {
    const answer = await this.transport.exchange(call, signal).catch((error: unknown) => {
      if (call.signal.aborted) throw error;
      throw this.asFailure(call.provider, error);
    });
    const verdict = call.failureOf?.(answer) ?? httpFailure(answer);
    if (verdict) {
      const wait = retryAfterMs(answer.headers['retry-after'], this.clock.now());
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

  private patienceOf({ patience }: UpstreamRequest<unknown>) {
    return this.options.patience[patience];
  }

  private lineOf(call: UpstreamRequest<unknown>): Line {
    const key = `${call.provider} ${new URL(call.url).host}`;
    let line = this.lines.get(key);
    if (!line) {
      const circuit = circuitBreaker(
        handleWhen((error) => error instanceof UpstreamFailure && FAILURES[error.kind].isIllness),
        { halfOpenAfter: this.options.openMs, breaker: new ConsecutiveBreaker(this.options.failuresToOpen) },
      );
      line = { gate: new RateGate(call.rate, this.clock), circuit };
      this.lines.set(key, line);
    }
    return line;
  }

  private asFailure(provider: string, error: unknown): UpstreamFailure {
    if (error instanceof UpstreamFailure) return error;
    if (error instanceof BrokenCircuitError) {
      this.options.onCall?.(provider, 'circuit_open', 0);
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

function priorityOf(isWaitedFor: boolean): Priority {
  if (upstreamScope().isLast) return 'last';
  return isWaitedFor ? 'urgent' : 'normal';
}
