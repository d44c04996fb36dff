import type { HostileBody } from './hostile-bodies';
import type { Target } from './target';

/** Requests that cost more than they should: what the product answers, and what it keeps. */

export interface Size {
  connections: number;
  /** Rows of a ledger with a cost per row. */
  rows: number;
  /** Transactions of a wallet. */
  transactions: number;
  fuzzed: number;
  /** Alone on its machine: times and memory are asserted, and attacks run that take minutes. */
  isFull: boolean;
}

/** The product under attack, as every part of the suite sees it. */
export interface Attacked {
  target(): Target;
  size: Size;
  /**
   * Runs an attack, and checks that the product serves others, keeps little and was not restarted.
   * @param isFlood many requests at the same time: the bar of the event loop is one of single requests
   * @param isSignedIn ordered by an account, which has limits of its own: may hold the event loop for longer
   */
  endure(attack: () => Promise<void>, options?: { isFlood?: boolean; isSignedIn?: boolean }): Promise<void>;
  refuses(path: string, body: HostileBody, statuses?: readonly number[]): Promise<void>;
}
