import type { ChainName } from '../../domain/kernel/chain';
import type { Quantity } from '../../domain/kernel/units';

/** An observed on-chain balance of a rebasing token. */
export interface StoredObservation {
  chain: ChainName;
  address: string;
  assetId: string;
  /** Milliseconds UTC. */
  at: number;
  /** Base units. */
  quantity: Quantity;
  /** Name of the provider. */
  source: string;
}

/** Observed balances, stored permanently: a past balance cannot be requested again. */
export abstract class BalanceObservations {
  /** Returns the observations of one wallet on all chains, oldest first. */
  abstract of(address: string): Promise<StoredObservation[]>;
  /**
   * Stores the first observation of each UTC day and token. A new one increases the revision of the wallet's
   * chain.
   * @param observations of one wallet on one chain
   * @returns how many were new
   */
  abstract save(observations: readonly StoredObservation[]): Promise<number>;
}
