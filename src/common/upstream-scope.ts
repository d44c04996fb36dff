import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock, Timer } from '../ports/clock';

interface UpstreamScope {
  readonly isLast: boolean;
  readonly silence: Silence | null;
}

const scopes = new AsyncLocalStorage<UpstreamScope>();

const NONE: UpstreamScope = { isLast: false, silence: null };

export const upstreamScope = (): UpstreamScope => scopes.getStore() ?? NONE;

export const asLast = <T>(work: () => T): T => scopes.run({ ...upstreamScope(), isLast: true }, work);

/** Time without an open call does not count, so computing is not silence. */
export class Silence {
  private open = 0;
  private silentMs = 0;
  private since = 0;
  private timer: Timer | undefined;
  isRefused = false;

  constructor(
    private readonly clock: Clock,
    private readonly limitMs: number,
    private readonly exceeded: () => void,
  ) {}

  started(): void {
    if (this.open++ === 0) this.watch();
  }

  ended(isAnswered: boolean): void {
    this.open--;
    this.pause();
    if (isAnswered) this.silentMs = 0;
    if (this.open > 0) this.watch();
  }

  stop(): void {
    this.clock.clearTimeout(this.timer);
  }

  private watch(): void {
    this.since = this.clock.elapsed();
    this.timer = this.clock.setTimeout(this.exceeded, Math.max(0, this.limitMs - this.silentMs));
  }

  private pause(): void {
    this.clock.clearTimeout(this.timer);
    this.silentMs += this.clock.elapsed() - this.since;
  }
}

/**
 * The signal aborts with `reason` when upstreams do not answer for `limitMs`, or together with `outer`.
 * @param onRefused called before the end when the circuit of an upstream is open
 */
export async function whileAnswered<T>(
  clock: Clock,
  limitMs: number,
  outer: AbortSignal,
  reason: () => Error,
  work: (signal: AbortSignal) => Promise<T>,
  onRefused: () => void = () => undefined,
): Promise<T> {
  const inner = new AbortController();
  const abort = (): void => inner.abort(outer.reason);
  const silence = new Silence(clock, limitMs, () => inner.abort(reason()));
  outer.addEventListener('abort', abort, { once: true });
  if (outer.aborted) abort();
  try {
    return await scopes.run({ ...upstreamScope(), silence }, () => work(inner.signal));
  } finally {
    silence.stop();
    if (silence.isRefused) onRefused();
    outer.removeEventListener('abort', abort);
  }
}
