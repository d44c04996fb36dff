/** A timer that was set. */
export interface Timer {
  /** The timer no longer keeps the process running. */
  unref(): Timer;
}

/** The only source of time, of timers and of random ids. */
export abstract class Clock {
  /** Milliseconds UTC. It can jump. */
  abstract now(): number;
  /** Milliseconds since some moment. It never goes back: for intervals and deadlines. */
  abstract elapsed(): number;
  /** UUID version 4. */
  abstract newId(): string;

  abstract setTimeout(work: () => void, ms: number): Timer;
  abstract setInterval(work: () => void, ms: number): Timer;
  abstract clearTimeout(timer: Timer | null | undefined): void;
  abstract clearInterval(timer: Timer | null | undefined): void;

  /** @returns null when the work is not done after `ms`. It goes on */
  async atMost<T>(ms: number, work: Promise<T>): Promise<T | null> {
    let timer: Timer | null = null;
    const late = new Promise<null>((resolve) => (timer = this.setTimeout(() => resolve(null), ms)));
    return Promise.race([work, late]).finally(() => this.clearTimeout(timer));
  }

  /**
   * Resolves after `ms`.
   * @throws the reason of the signal when it aborts before
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        this.clearTimeout(timer);
        reject(signal?.reason as Error);
      };
      const timer = this.setTimeout(() => {
        signal?.removeEventListener('abort', stop);
        resolve();
      }, ms);
      if (signal?.aborted) stop();
      else signal?.addEventListener('abort', stop, { once: true });
    });
  }
}
