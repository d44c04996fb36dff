import { PollingWorker } from '../common/polling-worker';
import type { Clock } from '../ports/clock';

/** Pauses before the restarts of a part that crashes again and again. The last one repeats. */
const PAUSES_MS: readonly [number, ...number[]] = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000];
/** A part that ran for this long has recovered: its next crash starts with the first pause. */
const RECOVERED_MS = 60_000;
/**
 * A part that reports nothing for so many intervals is ended: its event loop is blocked, and it does not end when asked.
 * One minute is longer than any work that ends. Intervals are counted, because a clock goes on while the machine sleeps.
 */
const MOST_SILENT = 12;

/** Interval of the reports of a part that runs. */
export const ALIVE_MS = 5_000;
export const SILENT_SECONDS = (MOST_SILENT * ALIVE_MS) / 1_000;

/** Reports again and again, while the event loop of this part runs. */
export function reportAlive(clock: Clock, report: () => void): void {
  new PollingWorker(
    async () => report(),
    () => undefined,
  ).every(clock, ALIVE_MS);
}

/** A part of the service that is started again after each crash. It is ready once it has reported so. */
export class Restarts {
  #crashes = 0;
  #readyAt: number | null = null;
  /** Intervals since its last report. */
  #silent = 0;

  /** Crashes in sequence. */
  get crashes(): number {
    return this.#crashes;
  }

  /** @param now milliseconds of a clock that never jumps */
  noteReady(now: number): void {
    this.#readyAt = now;
  }

  noteAlive(): void {
    this.#silent = 0;
  }

  get isReady(): boolean {
    return this.#readyAt !== null;
  }

  /** To be called at each interval. @returns true once for a part that is silent */
  isSilent(): boolean {
    return ++this.#silent === MOST_SILENT;
  }

  /**
   * @param now as for `noteReady`
   * @returns milliseconds until it may be started again
   */
  noteCrash(now: number): number {
    if (this.#readyAt !== null && now - this.#readyAt > RECOVERED_MS) this.#crashes = 0;
    this.#readyAt = null;
    this.#silent = 0;
    return PAUSES_MS[this.#crashes++] ?? PAUSES_MS.at(-1) ?? 0;
  }
}
