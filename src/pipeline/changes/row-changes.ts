import { LRUCache } from 'lru-cache';

/** Wallets, and changes of each, that are kept. An older state is read whole. */
const MAX_CHANGED = 10_000;
const MAX_CHANGES = 50;

/** From which block on the stored rows of each chain of each wallet have changed between two revisions. */
export class RowChanges {
  readonly #changes = new LRUCache<string, { since: number; revision: number; fromBlock: number }[]>({
    max: MAX_CHANGED,
  });

  /** @param since the revision before the change */
  note(place: string, since: number, revision: number, fromBlock: number): void {
    const changes = this.#changes.get(place) ?? [];
    this.#changes.set(place, [...changes, { since, revision, fromBlock }].slice(-MAX_CHANGES));
  }

  /** @returns the lowest block; null when another process has changed rows between the two, or nothing is known */
  since(place: string, known: number, revision: number): number | null {
    let [reached, lowest] = [known, Infinity];
    for (const change of this.#changes.get(place) ?? []) {
      if (change.since !== reached || reached === revision) continue;
      reached = change.revision;
      lowest = Math.min(lowest, change.fromBlock);
    }
    return reached === revision && Number.isFinite(lowest) ? lowest : null;
  }
}
