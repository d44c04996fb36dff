import type { ChainName } from '../../domain/kernel/chain';
import type { Quantity } from '../../domain/kernel/units';

/** What a chain said a wallet holds of a rebasing token. */
export interface StoredObservation {
  chain: ChainName;
  address: string;
  assetId: string;
  /** Milliseconds UTC. */
  at: number;
  /** Base units. */
  quantity: Quantity;
  /** Who told it. */
  source: string;
}

/** Observed balances, kept for good: a past balance cannot be asked for again. */
export abstract class BalanceObservations {
  /** Of one wallet on all chains, oldest first. */
  abstract of(address: string): Promise<StoredObservation[]>;
  /**
   * Keeps the first of each UTC day and token; with a new one the revision of the wallet's chain grows.
   * @param observations of one wallet on one chain
   * @returns how many were new
   */
  abstract save(observations: readonly StoredObservation[]): Promise<number>;
}
