import type { DateOrder, ExchangeName, StoredExchangeRow } from '../../domain/exchanges';
import type { ComputeCaller } from '../work/compute';

/** The content of a table of a file of an exchange. `rowsRead` = rows + rejected. */
export interface ExchangeFileReading {
  /** Sheet of a workbook, or file of an archive, where there are several. Else null. */
  table: string | null;
  /** Name of the layout. */
  format: string;
  exchange: ExchangeName;
  rowsRead: number;
  /** One per row; equal rows of one file have different keys. */
  rows: StoredExchangeRow[];
  /** Rows without an effect, or without a readable meaning. `line` of the file, from 1. */
  rejected: { line: number; reason: string }[];
  /** Operations without a known meaning. They are kept. */
  unknown: { name: string; count: number }[];
}

export interface ExchangeFile {
  bytes: Uint8Array;
  name: string;
  /** Of dates with slashes, where the owner states it. */
  order?: DateOrder;
}

/** Reads files that exchanges export. Pure. */
export abstract class ExchangeFiles {
  /**
   * @param file whose bytes the caller gives away. Some exchanges state the zone of the times in the name
   * @param now ms UTC: later rows are rejected
   * @returns one reading for each table of it; the columns of a file in an unknown layout
   * @throws UnreadableFile also where dates can be read two ways, and no order is stated
   */
  abstract read(
    file: ExchangeFile,
    now: number,
    caller: ComputeCaller,
  ): Promise<ExchangeFileReading[] | { columns: string[] }>;
}
