import type { Move } from './transaction';

/**
 * A lot gets a child lot for each of its first moves. After so many, a move of the whole lot only changes
 * where the lot is: rows would otherwise grow with the lots times the moves.
 */
export const MAX_HOPS = 8;

/** Where lots are after moves that opened no child lots. Lots that move together share one place. */
export interface Place {
  /** The latest of these moves. */
  event: Move;
}
