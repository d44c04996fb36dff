import type { Asset } from '../kernel/asset';
import type { Quantity } from '../kernel/units';

/** One end of a transfer: units that left, or came to, a wallet or an exchange account of one owner. */
export interface TransferLeg {
  /** Lasting and unique among the legs; the match is named after the two. */
  id: string;
  transactionId: string;
  direction: 'out' | 'in';
  source: { kind: 'wallet' | 'exchange'; id: string };
  asset: Asset;
  /** Base units, > 0: what left, a fee in kind included; or what was credited, a fee in kind taken off. */
  quantity: Quantity;
  /** The fee in kind this end tells of; 0 without one. */
  fee: Quantity;
  /** Milliseconds UTC. */
  at: number;
  /** In the form the chain compares; null where an exchange does not tell. */
  txHash: string | null;
  /** Own address the units left from or came to, as it is stored: the wallet, or a deposit address; null if unknown. */
  address: string | null;
  /** The address on the other side as this end tells it; null if unknown. */
  counterparty: string | null;
  /** Left a rollup by its own bridge: the challenge period has to pass before it arrives. */
  isNativeExit?: boolean;
}
