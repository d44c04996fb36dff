/**
 * Counts events of this process that can change stored data: requests that write, and jobs. What was read before
 * such an event must be checked again before it is used.
 */
export class StoredChanges {
  #count = 0;
  #clearings = 0;

  get count(): number {
    return this.#count;
  }

  /** Number of times that a caller asked to forget cached data. What was cached before is not used, current or not. */
  get clearings(): number {
    return this.#clearings;
  }

  note(): void {
    this.#count += 1;
  }

  noteClearing(): void {
    this.#clearings += 1;
  }
}
