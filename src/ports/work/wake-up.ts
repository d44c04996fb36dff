import type { Work } from './work-queues';

/**
 * Calls the processor of some work, because rows of that work can be due in Postgres. Only a hint: processes
 * poll, so a lost call delays work and loses none.
 */
export abstract class WakeUp {
  /**
   * Calls it in this process, and through the queue in other processes. Never waits and never fails.
   * @param id calls with the same id that no process has received yet are one call. Without an id, all calls
   *   within 20 ms are one call
   */
  abstract call(work: Work, id?: string): void;
  /**
   * Calls the processor of this process, if this process runs background work.
   * @returns when no round of it is active any more. Never fails
   */
  abstract callHere(work: Work): Promise<void>;
}
