/** Counts writing requests and jobs of this process. Data read before one must be checked again. */
export class StoredChanges {
  #count = 0;
  #clearings = 0;

  get count(): number {
    return this.#count;
  }

  /** Number of requests to forget cached data. Data cached before is not used, current or not. */
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
