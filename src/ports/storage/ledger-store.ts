import type { ChainName } from '../../domain/kernel/chain';
import type { HistoryCursor, HistoryPage, RawRow } from '../upstream/history-source';
import type { PricePoint, PriceQuery } from '../upstream/price-source';

/** How far a wallet's history on one chain has been read. */
export interface ChainState {
  chain: ChainName;
  address: string;
  cursor: HistoryCursor | null;
  /** A whole pass has been completed at least once. */
  complete: boolean;
  truncated: boolean;
  incomplete: boolean;
  /** Milliseconds of the last completed pass; null before the first. */
  indexedAt: number | null;
  provider: string | null;
  /** Public code of the last failure, cleared by success. */
  errorCode: string | null;
  errorDetails: Record<string, unknown> | null;
  /** Grows with every change of the stored rows: the version of what is known. */
  revision: number;
  rowCount: number;
}

/** Raw history and prices as stored. */
export abstract class LedgerStore {
  abstract chainStates(address: string): Promise<ChainState[]>;
  /**
   * Stores one page and moves the cursor in one transaction; the same page stored twice changes nothing.
   * @param now ms UTC, kept as `indexedAt` when the page ends a pass
   * @param from the cursor this page was read from, when the caller wants the move checked
   * @throws AppError CONFLICT when `from` is no longer where reading stands (cleared, or another reader was faster)
   */
  abstract savePage(
    chain: ChainName,
    address: string,
    page: HistoryPage,
    now: number,
    from?: HistoryCursor | null,
  ): Promise<ChainState>;
  abstract saveFailure(
    chain: ChainName,
    address: string,
    code: string,
    details: Record<string, unknown>,
  ): Promise<void>;
  /** Rows in upstream order (block, then order of arrival). */
  abstract rows(chain: ChainName, address: string): Promise<RawRow[]>;
  /** @returns how many rows went */
  abstract clearHistory(address: string): Promise<number>;

  /**
   * By `priceQueryKey`; a stored null says: asked within the last week, and nobody had one. A close that came with the
   * service counts for a day, then markets are to be asked again.
   */
  abstract prices(queries: readonly PriceQuery[]): Promise<Map<string, PricePoint | null>>;
  /** A price once known is never replaced by null, nor one of a market by a close that came with the service. */
  abstract savePrices(entries: readonly { query: PriceQuery; price: PricePoint | null }[]): Promise<void>;
}
