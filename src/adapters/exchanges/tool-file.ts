import { MOST_PREAMBLE_LINES, UnreadableRow, type DateOrder } from '../../domain/exchanges';
import { toolLayoutOf, toolRow, type FoundLayout } from '../../domain/cross-tool';
import type { ToolFileReading } from '../../ports/exchanges/tool-files';
import { UnreadableFile } from '../../ports/upstream/history-files';
import { tablesOf, type FileTable } from '../files/tables';
import { readTable } from '../files/text-table';
import { cellsOf, delimiterOf, LIMITS, plainCells, SHOWN_COLUMNS } from './plain-cells';

/** @returns the columns of a file without a known layout @throws UnreadableFile */
export async function readToolFile(
  bytes: Uint8Array,
  name: string,
  file: number,
  order?: DateOrder,
): Promise<ToolFileReading[] | { columns: string[] }> {
  const tables = await tablesOf(bytes, name, LIMITS);
  const isOne = tables.length === 1;
  const read = tables.map((table) =>
    readTableOf(table, isOne ? null : table.name.slice(name.length + 1), file, order),
  );
  if (read.some(({ tool }) => tool !== null)) return read.map(({ columns: _columns, ...reading }) => reading);
  return { columns: read.flatMap(({ columns }) => columns).slice(0, SHOWN_COLUMNS) };
}

function readTableOf(
  table: FileTable,
  place: string | null,
  file: number,
  order: DateOrder | undefined,
): ToolFileReading & { columns: string[] } {
  const delimiter = 'text' in table ? delimiterOf(table.text, (lines) => headerIn(lines) !== null) : ',';
  const rows = 'text' in table ? readTable(table.text, LIMITS, delimiter) : table.rows;
  const found = headerIn(rows.slice(0, MOST_PREAMBLE_LINES).map(({ cells }) => cells));
  if (!found) {
    const columns = (rows[0]?.cells ?? []).slice(0, SHOWN_COLUMNS).map((text) => text.slice(0, 60));
    const reason = `The columns are those of no known export: ${columns.join(', ').slice(0, 200)}`;
    const rejected = [{ line: 1, reason }];
    return {
      table: place,
      format: 'unknown',
      tool: null,
      kind: null,
      rowsRead: 1,
      rows: [],
      rejected,
      columns,
    };
  }
  const { layout, columns, otherCurrency, headerLine } = found;
  if (otherCurrency !== null)
    throw new UnreadableFile(
      `The amounts are in ${otherCurrency}. Set US dollars as the currency of the tool, and export again`,
    );
  const body = rows.slice(headerLine + 1);
  const plain = plainCells(body, delimiter, order);
  const reading: ToolFileReading = {
    ...{ table: place, format: layout.name, tool: layout.tool, kind: layout.kind, rowsRead: body.length },
    ...{ rows: [], rejected: [] },
  };
  for (const { line, cells } of body)
    try {
      const row = toolRow(layout, cellsOf(columns, plain(cells)), { file, line });
      if (row !== null) reading.rows.push(row);
    } catch (error) {
      if (!(error instanceof UnreadableRow)) throw error;
      reading.rejected.push({ line, reason: error.message });
    }
  return { ...reading, columns };
}

function headerIn(lines: readonly (readonly string[])[]): (FoundLayout & { headerLine: number }) | null {
  for (const [headerLine, cells] of lines.entries()) {
    const found = toolLayoutOf(cells);
    if (found) return { ...found, headerLine };
  }
  return null;
}
