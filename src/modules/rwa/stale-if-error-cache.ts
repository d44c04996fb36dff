import { Logger } from '@nestjs/common';
import { AppError } from '../../domain/kernel/errors';
import { atMost } from '../../pipeline/budget';
import type { Cache } from '../../ports/cache';
import type { Clock } from '../../ports/clock';
import { DAY_MS } from '../../domain/kernel/durations';

/** An old answer still serves, with its age stated, while no source can be called. */
const KEEP_MS = DAY_MS;
/** After a failure the source is not called again for this long. */
const PAUSE_MS = 30_000;

interface Entry<T> {
  value: T;
  /** ms UTC */
  readAt: number;
}

/** The last answer of the upstream, or why there is none. */
export type LastAnswer<T> = { entry: Entry<T>; isStale: boolean } | { error: string };

/**
 * One answer of an upstream, shared by all processes through the cache. Simultaneous callers share one read;
 * it goes on without a caller that stops waiting. `get` never throws.
 */
export class StaleIfErrorCache<T> {
  private readonly log = new Logger(StaleIfErrorCache.name);
  private flight: { result: Promise<LastAnswer<T>>; startedAt: number } | null = null;
  /** Also here: a cache that is down must not send every caller upstream. */
  private last: Entry<T> | null = null;
  private failure: { error: string; at: number } | null = null;

  constructor(
    private readonly key: string,
    private readonly freshMs: number,
    private readonly ask: (signal: AbortSignal) => Promise<T>,
    private readonly cache: Cache,
    private readonly clock: Clock,
  ) {}

  async get(waitMs: number, signal: AbortSignal): Promise<LastAnswer<T>> {
    const entry = await this.stored();
    if (entry && this.ageOf(entry.readAt) < this.freshMs) return { entry, isStale: false };
    const { failure } = this;
    const isPaused = failure !== null && this.ageOf(failure.at) < PAUSE_MS;
    const answer = isPaused ? { error: failure.error } : await this.join(waitMs, signal);
    if (answer && 'entry' in answer) return answer;
    return entry ? { entry, isStale: true } : (answer ?? { error: 'no complete answer in time' });
  }

  private async stored(): Promise<Entry<T> | null> {
    const entry = newest(await this.cache.get<Entry<T>>(this.key), this.last);
    return entry && this.ageOf(entry.readAt) < KEEP_MS ? entry : null;
  }

  private ageOf(at: number): number {
    return this.clock.now() - at;
  }

  /** A caller that joins a running read waits only for the rest of the time. */
  private join(waitMs: number, signal: AbortSignal): Promise<LastAnswer<T> | null> {
    this.flight ??= this.start();
    return atMost(this.clock, waitMs - this.ageOf(this.flight.startedAt), signal, this.flight.result);
  }

  private start() {
    const startedAt = this.clock.now();
    const result = this.read();
    void result.finally(() => {
      this.flight = null;
    });
    return { result, startedAt };
  }

  /** Not bound to one caller's signal: the others wait for it too. The upstream client has its own time limits. */
  private async read(): Promise<LastAnswer<T>> {
    try {
      const entry = { value: await this.ask(new AbortController().signal), readAt: this.clock.now() };
      this.failure = null;
      this.last = entry;
      await this.cache.set(this.key, entry, KEEP_MS);
      return { entry, isStale: false };
    } catch (error) {
      const words = wordsOf(error);
      this.log.warn(`${this.key} could not be read: ${error instanceof Error ? error.message : words}`);
      this.failure = { error: words, at: this.clock.now() };
      return { error: words };
    }
  }
}

/** Another process may have read later. */
function newest<T>(a: Entry<T> | null, b: Entry<T> | null): Entry<T> | null {
  if (!a || !b) return a ?? b;
  return a.readAt >= b.readAt ? a : b;
}

/** Only the upstream failure's own public text is fit for callers. */
function wordsOf(error: unknown): string {
  const text = error instanceof AppError ? error.details?.['error'] : null;
  return typeof text === 'string' ? text : 'the answer could not be read';
}
