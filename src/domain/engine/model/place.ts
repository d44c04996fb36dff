import type { Move } from './transaction';

/**
 * Each lot gets a child lot for so many moves. Later moves of the whole lot only change its place: rows would
 * otherwise grow with the lots times the moves.
 */
export const MAX_HOPS = 8;

/** Where lots are after moves that opened no child lots. Lots that move together share one place. */
export interface Place {
  event: Move;
}
