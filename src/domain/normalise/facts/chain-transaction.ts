import type { Asset } from '../../kernel/asset';
import type { ChainName } from '../../kernel/chain';
import type { Quantity } from '../../kernel/units';

/**
 * What one transaction did on a chain, as far as one wallet is concerned, before any meaning is read into it.
 * Mappers of the providers make it; `classify` reads it. Addresses are normalised, amounts are base units.
 */
export interface ChainTransaction {
  chain: ChainName;
  hash: string;
  /** The wallet whose history this was read for. */
  wallet: string;
  /** Milliseconds UTC. */
  at: number;
  block: number | null;
  txIndex: number;
  /** Sender and target of the outer transaction; null when only token or internal rows are known. */
  from: string | null;
  to: string | null;
  succeeded: boolean;
  /** Four-byte selector or program name, and its readable name where the upstream gives one. */
  method: { id: string | null; name: string | null };
  /** What the wallet itself paid for inclusion (gas, L1 data fee, miner fee), or null when somebody else did. */
  fee: { asset: Asset; quantity: Quantity } | null;
  movements: Movement[];
  /** Marks of the upstream or of the mapper, for instance `provider_spam`, `data_fee_unknown`. */
  flags: string[];
}

/** One movement of one asset between two addresses, one of which is the wallet. */
export interface Movement {
  asset: Asset;
  from: string | null;
  to: string | null;
  quantity: Quantity;
  /** Orders movements inside the transaction. */
  logIndex: number;
  kind: 'native' | 'internal' | 'token' | 'nft' | 'withdrawal' | 'coinbase' | 'utxo' | 'balance' | 'reward';
}
