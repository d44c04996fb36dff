import type { Tool, ToolRow } from '../../domain/cross-tool';
import type { ComputeCaller } from '../work/compute';
import type { ExchangeFile } from './exchange-files';

/** The content of a table of an export of another tool. */
export interface ToolFileReading {
  /** Sheet of a workbook, or file of an archive, where there are several. Else null. */
  table: string | null;
  /** Name of the layout. `unknown`: a table beside others that are known. */
  format: string;
  /** Null for an unknown table. */
  tool: Tool | null;
  /** What its rows are. Null for an unknown table. */
  kind: ToolRow['kind'] | null;
  rowsRead: number;
  rows: ToolRow[];
  /** Rows without a readable meaning. `line` of the table, from 1. */
  rejected: { line: number; reason: string }[];
}

/** Reads exports of other tax tools. Pure. */
export abstract class ToolFiles {
  /**
   * @param place of the file among those sent, from 1
   * @returns one reading for each table; the columns of a file in an unknown layout
   * @throws UnreadableFile also for amounts in another currency
   */
  abstract read(
    file: ExchangeFile,
    place: number,
    caller: ComputeCaller,
  ): Promise<ToolFileReading[] | { columns: string[] }>;
}
