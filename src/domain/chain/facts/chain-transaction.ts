import type { Asset } from '../../kernel/asset';
import type { ChainName } from '../../kernel/chain';
import type { Quantity } from '../../kernel/units';

export interface TransactionPlace {
  chain: ChainName;
  hash: string;
  /** The wallet of the history that contains the transaction. */
  wallet: string;
  /** Milliseconds UTC. */
  at: number;
  block: number | null;
  txIndex: number;
}

/**
 * The effects of one on-chain transaction on one wallet, before classification. The provider mappers create
 * it and `classify` reads it. Addresses are normalised, amounts are base units.
 */
export interface ChainTransaction extends TransactionPlace {
  /** Sender and target of the outer transaction. Null when only token or internal rows are known. */
  from: string | null;
  to: string | null;
  succeeded: boolean;
  /** Four-byte selector or program name, and its readable name if the upstream returns one. */
  method: { id: string | null; name: string | null };
  /** Calls inside a batch or the call of a smart account, as far as the upstream returns the call data. */
  calls?: InnerCall[];
  /** True where a bundler runs an operation of the wallet, which is a smart account. */
  isOperation?: true;
  /** Decreases of concentrated positions, as the logs of their managers state them. */
  decreases?: PositionDecrease[];
  /**
   * Fee paid by the wallet itself (gas, L1 data fee, miner fee). Null when another party paid. `payee`: to whom the wallet
   * transfers it, which is then no movement.
   */
  fee: { asset: Asset; quantity: Quantity; payee?: string | null } | null;
  movements: Movement[];
  /** What the transaction tells a cross-chain network to do with the units. */
  memo?: string;
  /** Flags of the upstream or of the mapper, for instance `provider_spam`, `data_fee_unknown`. */
  flags: string[];
}

export interface InnerCall {
  /** Null: the same contract as the outer call. */
  to: string | null;
  /** Four-byte selector. Null for a plain payment. */
  id: string | null;
  /** The position that the call changes, and the liquidity that it takes out. */
  tokenId?: string;
  liquidity?: bigint;
  /** True for a withdrawal of zero units: the call only collects rewards. */
  isOfNothing?: true;
  /** Wei of the stake of a validator that the call asks for. 0: all of it. */
  withdraws?: Quantity;
  order?: OrderTerms;
}

/** Liquidity that one transaction takes out of one position. Pairs are of the two tokens of the pool, by address. */
export interface PositionDecrease {
  manager: string;
  tokenId: string;
  /** Liquidity of the position before the transaction, and the part that is taken out. */
  liquidity: bigint;
  removed: bigint;
  /** Units that the liquidity taken out is worth: principal at the price of the moment. */
  drawn: readonly [Quantity, Quantity];
  /** Set instead of `drawn`, by asset, where the same transaction pays the units out. */
  paid?: readonly (readonly [assetId: string, Quantity])[];
}

/** At least `buy` units of the contract `buys`, for `sell` units of what the transaction gives. */
export interface OrderTerms {
  buys: string;
  sell: Quantity;
  buy: Quantity;
}

/** One movement of one asset between two addresses. One of them is the wallet. */
export interface Movement {
  asset: Asset;
  from: string | null;
  to: string | null;
  quantity: Quantity;
  logIndex: number;
  kind: 'native' | 'internal' | 'token' | 'nft' | 'withdrawal' | 'coinbase' | 'utxo' | 'balance' | 'reward';
}
