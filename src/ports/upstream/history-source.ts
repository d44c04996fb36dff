import type { ChainName } from '../../domain/kernel/chain';
import type { Address } from '../../domain/kernel/address';
import type { Sliced } from '../../domain/kernel/slices';
import type { ChainTransaction } from '../../domain/chain/facts/chain-transaction';

/** One unchanged upstream row, stored so that history can be interpreted again without a new request. */
export interface RawRow {
  /** The upstream list that contains it, for instance `txlist`. */
  list: string;
  /** Identity inside (chain, wallet, list). The same row read twice has the same key. */
  key: string;
  block: number;
  /** JSON. */
  body: Record<string, unknown>;
  /** Fields that this read could not obtain. Not stored: the stored row of the same block keeps them. */
  keeps?: readonly string[];
}

/** The read position. Only the source that wrote it can interpret it. JSON. */
export type HistoryCursor = Record<string, unknown>;

export interface HistoryPage {
  rows: RawRow[];
  /**
   * `rows` replace stored rows of these lists at or above this block (re-read window for reorganisations).
   */
  replacesFrom: Record<string, number>;
  /** Lists whose replaced rows end below this block. Others are replaced to their end. */
  replacesBelow?: Record<string, number>;
  cursor: HistoryCursor;
  /** True on the last page. */
  done: boolean;
  /** True when the upstream reached its page cap: history is incomplete and reported as such. */
  truncated: boolean;
  /** True when the upstream reports missing rows (for instance unprocessed internals). */
  incomplete: boolean;
  provider: string;
  /** Estimated completed part of the pass, 0 to 1. Absent when it cannot be estimated. */
  share?: number;
}

/**
 * The keys of the stored rows of a list from one block to another, both included. A source compares its answers with
 * them before it removes rows.
 */
export type StoredKeys = (list: string, from: number, to: number) => Promise<readonly string[]>;

export interface ChainAvailability {
  readable: ChainName[];
  /** Configured chains without a usable provider. `code` is a public error code. */
  unavailable: { chain: ChainName; code: string; reason: string }[];
  /** Chain -> what the operator can do when it cannot be read. */
  advice?: Partial<Record<ChainName, string>>;
}

/** The stored rows of one wallet on a chain. */
export interface WalletRows {
  address: Address;
  rows: readonly RawRow[];
}

/** The on-chain balance of a wallet, in base units. */
export interface OnChainBalance {
  assetId: string;
  quantity: bigint;
  readAt: number;
  source: string;
}

/**
 * Reads the history of wallets. Implemented in adapters/providers. A composite selects the provider of each
 * chain, including the demo wallets.
 */
export abstract class HistorySource {
  /** Returns the chains with history for this address, and those that cannot be read as configured. */
  abstract chainsOf(address: Address): ChainAvailability;

  /**
   * Continues reading at `cursor` (null: at the start), page by page. A read that stops before it ends is continued
   * at the cursor of the last page that the caller has stored.
   * @param stored absent: answers are compared with the cursor alone
   * @throws AppError DATA_PROVIDER_ERROR when upstream is down, slow or malformed and no fallback answers
   * @throws AppError PROVIDER_ENTITLEMENT_ERROR when every upstream of the chain rejects the configured plan
   */
  abstract read(
    chain: ChainName,
    address: Address,
    cursor: HistoryCursor | null,
    signal: AbortSignal,
    stored?: StoredKeys,
  ): AsyncIterable<HistoryPage>;

  /** Converts stored rows to transactions, one entry per hash, oldest first. Pure. */
  abstract interpret(chain: ChainName, address: Address, rows: readonly RawRow[]): ChainTransaction[];

  /**
   * The rows of several wallets of one owner, so that each counts once. Where the histories of wallets contain
   * several addresses: an address of two wallets belongs to the first, and rows name the wallet of an address.
   * @returns the rows of each wallet, in the same order. Pure
   */
  together(_chain: ChainName, wallets: readonly WalletRows[]): (readonly RawRow[])[] {
    return wallets.map(({ rows }) => rows);
  }

  /** As `interpret`, in slices if the source supports it: a history may have a hundred thousand rows. */
  *interpreting(chain: ChainName, address: Address, rows: readonly RawRow[]): Sliced<ChainTransaction[]> {
    yield;
    return this.interpret(chain, address, rows);
  }

  /** True when `interpretingOn` can go on from these transactions. */
  canGoOn(_address: Address, _known: readonly ChainTransaction[]): boolean {
    return false;
  }

  /**
   * The transactions of all rows, from those of an earlier state and the rows that may be new: those from a block on.
   * @param known result of `interpreting` or of this function
   * @returns null when the other rows are needed as well
   */
  *interpretingOn(
    _chain: ChainName,
    _address: Address,
    _known: readonly ChainTransaction[],
    _fromBlock: number,
    _rows: readonly RawRow[],
  ): Sliced<ChainTransaction[] | null> {
    yield;
    return null;
  }

  /**
   * The addresses whose transactions the history of this address contains: the derived addresses of an
   * account, as far as they were read; else the address itself.
   */
  addressesIn(_chain: ChainName, { value }: Address, _cursor: HistoryCursor | null): readonly string[] {
    return [value];
  }

  /** On-chain balances of the given assets (only those that the upstream reports). */
  abstract balances(
    chain: ChainName,
    address: Address,
    assetIds: readonly string[],
    signal: AbortSignal,
  ): Promise<OnChainBalance[]>;
}
