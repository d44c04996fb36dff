import type { ChainName } from '../../domain/kernel/chain';
import type { Address } from '../../domain/kernel/address';
import type { Sliced } from '../../domain/kernel/slices';
import type { ChainTransaction } from '../../domain/normalise/facts/chain-transaction';

/** One row exactly as the upstream gave it, kept so that history can be read anew without asking again. */
export interface RawRow {
  /** The upstream list it came from, for instance `txlist`. */
  list: string;
  /** Identity inside (chain, wallet, list): the same row read twice has the same key. */
  key: string;
  block: number;
  /** JSON. */
  body: Record<string, unknown>;
}

/** Where reading stopped; opaque to everyone but the source that wrote it. JSON. */
export type HistoryCursor = Record<string, unknown>;

export interface HistoryPage {
  rows: RawRow[];
  /** Rows of these lists at or above this block are replaced by `rows` (re-read window against reorganisations). */
  replacesFrom: Record<string, number>;
  cursor: HistoryCursor;
  /** True on the last page. */
  done: boolean;
  /** The upstream hit its page cap: history is incomplete and says so. */
  truncated: boolean;
  /** The upstream says itself that rows are missing (for instance unprocessed internals). */
  incomplete: boolean;
  provider: string;
  /** Estimated part of the pass that is done, 0 to 1; absent where it cannot be estimated. */
  share?: number;
}

export interface ChainAvailability {
  readable: ChainName[];
  /** Chains configured but without a usable provider; `code` is a public error code. */
  unavailable: { chain: ChainName; code: string; reason: string }[];
}

/** What the chain itself says a wallet holds, in base units. */
export interface OnChainBalance {
  assetId: string;
  quantity: bigint;
  readAt: number;
  source: string;
}

/**
 * Where a wallet's history comes from. Implemented in adapters/providers; a composite picks the provider of each
 * chain, the demo wallets included.
 */
export abstract class HistorySource {
  /** Which chains hold history for this address, and which of them cannot be read as configured. */
  abstract chainsOf(address: Address): ChainAvailability;

  /**
   * Reads on from `cursor` (null: from the beginning) page by page; each page is to be stored before the next is
   * asked for, so that a crash loses nothing.
   * @throws AppError DATA_PROVIDER_ERROR when upstream is down, slow or malformed and no fallback answers
   * @throws AppError PROVIDER_ENTITLEMENT_ERROR when our plan with every upstream of the chain is refused
   */
  abstract read(
    chain: ChainName,
    address: Address,
    cursor: HistoryCursor | null,
    signal: AbortSignal,
  ): AsyncIterable<HistoryPage>;

  /** Stored rows -> what happened, one entry per hash, oldest first. Pure. */
  abstract interpret(chain: ChainName, address: Address, rows: readonly RawRow[]): ChainTransaction[];

  /** As `interpret`, in slices where the source can: a history may have a hundred thousand rows. */
  *interpreting(chain: ChainName, address: Address, rows: readonly RawRow[]): Sliced<ChainTransaction[]> {
    yield;
    return this.interpret(chain, address, rows);
  }

  /** Balances on the chain of the assets named (only those the upstream can tell). */
  abstract balances(
    chain: ChainName,
    address: Address,
    assetIds: readonly string[],
    signal: AbortSignal,
  ): Promise<OnChainBalance[]>;
}
