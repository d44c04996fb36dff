import type { ChainName } from '../../domain/kernel/chain';
import type { HistoryCursor, HistoryPage, RawRow } from '../upstream/history-source';
import type { PricePoint, PriceQuery } from '../upstream/price-source';

/** Read progress of a wallet's history on one chain. */
export interface ChainState {
  chain: ChainName;
  address: string;
  cursor: HistoryCursor | null;
  /** True after at least one complete pass. */
  complete: boolean;
  truncated: boolean;
  incomplete: boolean;
  /** True when the chain states another balance than its rows, at the last comparison. */
  contradicted: boolean;
  /** Milliseconds of the last completed pass. Null before the first. */
  indexedAt: number | null;
  provider: string | null;
  /** Public code of the last failure. A success clears it. */
  errorCode: string | null;
  errorDetails: Record<string, unknown> | null;
  /** Increases with every change of the stored rows: the version of the history. */
  revision: number;
  rowCount: number;
}

/** States of wallets that were read a moment ago, by address value. */
export type KnownStates = ReadonlyMap<string, readonly ChainState[]>;

/** The state after a page. */
export interface SavedPage extends ChainState {
  /**
   * What the page changed of the stored rows: it took them from this revision to the next, and no row below the block
   * is another one. Null: nothing.
   */
  change: { since: number; fromBlock: number } | null;
}

const isStated = (value: unknown): boolean => value !== undefined && value !== '';

/** The row to store. A field that its read could not obtain stays as in the stored row of the same block. */
export function rowToStore({ keeps, ...row }: RawRow, stored: Omit<RawRow, 'list'> | undefined): RawRow {
  if (keeps === undefined || stored?.block !== row.block) return row;
  const kept = keeps.filter((field) => !isStated(row.body[field]) && isStated(stored.body[field]));
  return {
    ...row,
    body: { ...row.body, ...Object.fromEntries(kept.map((field) => [field, stored.body[field]])) },
  };
}

/** Stored raw history and prices. */
export abstract class RawHistoryStore {
  /** States of the chains of which something is stored. */
  abstract chainStates(address: string): Promise<ChainState[]>;
  /**
   * Stores one page and moves the cursor in one transaction. The same page stored twice changes nothing. Rows are
   * stored as `rowToStore` gives them.
   * @param now ms UTC, stored as `indexedAt` when the page ends a pass
   * @param from cursor of this page, to check the move
   * @throws AppError CONFLICT when `from` is no longer the stored cursor (cleared, or moved by another
   * reader)
   */
  abstract savePage(
    chain: ChainName,
    address: string,
    page: HistoryPage,
    now: number,
    from?: HistoryCursor | null,
  ): Promise<SavedPage>;
  /** Stores why a chain could not be read. Its rows and its cursor stay. @param code of an `AppError` */
  abstract saveFailure(
    chain: ChainName,
    address: string,
    code: string,
    details: Record<string, unknown>,
  ): Promise<void>;
  /** Stores the result of a comparison of balances. It is no change of the rows. */
  abstract saveContradicted(chain: ChainName, address: string, contradicted: boolean): Promise<void>;
  /** Rows in upstream order (block, then order of arrival), from a block on. */
  abstract rows(chain: ChainName, address: string, fromBlock?: number): Promise<RawRow[]>;
  /** Keys of the rows of a list from one block to another, both included. */
  abstract rowKeys(
    chain: ChainName,
    address: string,
    range: { list: string; from: number; to: number },
  ): Promise<string[]>;
  /** @returns how many rows were deleted */
  abstract clearHistory(address: string): Promise<number>;

  /**
   * By `priceQueryKey`. A stored null means: requested within the last week, without a price. A bundled close
   * is valid for one day, then the markets must be requested again.
   */
  abstract prices(queries: readonly PriceQuery[]): Promise<Map<string, PricePoint | null>>;
  /** Null never replaces a known price, and nothing replaces a market price: values computed with it stay. */
  abstract savePrices(entries: readonly { query: PriceQuery; price: PricePoint | null }[]): Promise<void>;
}
