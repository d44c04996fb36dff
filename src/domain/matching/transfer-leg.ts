import type { Asset } from '../kernel/asset';
import type { Quantity } from '../kernel/units';

export interface TransferLeg {
  /** Stable and unique among the legs. The id of the match is derived from both ids. */
  id: string;
  transactionId: string;
  direction: 'out' | 'in';
  source: { kind: 'wallet' | 'exchange'; id: string };
  asset: Asset;
  /** Base units, > 0. Outflow: including a fee in kind. Inflow: the credited units, after a fee in kind. */
  quantity: Quantity;
  /** The fee in kind that this end reports. 0 without one. */
  fee: Quantity;
  /** Milliseconds UTC. */
  at: number;
  /** In the chain's normal form. Null when an exchange does not report it. */
  txHash: string | null;
  /** Own address at this end, as stored: the wallet, or a deposit address. Null if unknown. */
  address: string | null;
  /** The counterparty's address as this end reports it. Null if unknown. */
  counterparty: string | null;
  /** Coinbase and Coinbase Pro name each other, and no address: the account that is the other end, or may be. */
  side?: 'pro' | 'main';
  /** The units left a rollup by its native bridge: they arrive after the challenge period. */
  isNativeExit?: boolean;
}
