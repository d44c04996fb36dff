import { PollingWorker } from '../common/polling-worker';
import type { Clock } from '../ports/clock';

const PAUSES_MS: readonly [number, ...number[]] = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000];
/** After this time a part has recovered: its next crash starts with the first pause. */
const RECOVERED_MS = 60_000;
/**
 * A part without a report for so many intervals has a blocked event loop and is ended. One minute is longer than any
 * valid work. Intervals are counted because a clock goes on while the machine sleeps.
 */
const MOST_SILENT = 12;

export const ALIVE_MS = 5_000;
export const SILENT_SECONDS = (MOST_SILENT * ALIVE_MS) / 1_000;

export function reportAlive(clock: Clock, report: () => void): void {
  new PollingWorker(
    async () => report(),
    () => undefined,
  ).every(clock, ALIVE_MS);
}

export class Restarts {
  #crashes = 0;
  #readyAt: number | null = null;
  #silent = 0;

  get crashes(): number {
    return this.#crashes;
  }

  /** @param now milliseconds of a monotonic clock */
  noteReady(now: number): void {
    this.#readyAt = now;
  }

  noteAlive(): void {
    this.#silent = 0;
  }

  get isReady(): boolean {
    return this.#readyAt !== null;
  }

  /** To be called at each interval. @returns true once for a silent part */
  isSilent(): boolean {
    return ++this.#silent === MOST_SILENT;
  }

  /** @param now milliseconds of a monotonic clock @returns milliseconds until the restart */
  noteCrash(now: number): number {
    if (this.#readyAt !== null && now - this.#readyAt > RECOVERED_MS) this.#crashes = 0;
    this.#readyAt = null;
    this.#silent = 0;
    return PAUSES_MS[this.#crashes++] ?? PAUSES_MS.at(-1) ?? 0;
  }
}
