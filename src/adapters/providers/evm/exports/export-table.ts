import { CsvError, parse, type InfoRecord } from 'csv-parse/sync';
import { UnreadableFile } from '../../../../ports/upstream/history-files';

/** One row of a text table, and its first line in the file (from 1). */
export interface TableRow {
  line: number;
  cells: string[];
}

/**
 * Explorers write at most 5,000 rows and about 20 columns. Lines and columns are checked before the file is parsed.
 * The parser creates an error for each row whose length differs from the header, so these are limited too.
 */
export const TABLE_LIMITS = { rows: 20_000, columns: 200, characters: 65_536, oddRows: 1_000 } as const;

const COMMA = 44;
const NEW_LINE = 10;

/**
 * Reads comma-separated text as spreadsheets and explorers write it. Quoted cells may contain commas, doubled
 * quotes and line breaks. Accepts any line end, and skips a byte order mark and empty lines. Cells are
 * trimmed.
 * @throws UnreadableFile when the table is larger than TABLE_LIMITS or a quote is not closed
 * @source RFC 4180
 */
export function readTable(file: string): TableRow[] {
  const text = file.replace(/\r\n?/g, '\n');
  checkSize(text);
  return parsed(text);
}

function parsed(text: string): TableRow[] {
  try {
    return parse(text, {
      bom: true,
      record_delimiter: '\n',
      relax_column_count: true,
      relax_quotes: true,
      skip_records_with_empty_values: true,
      max_record_size: TABLE_LIMITS.characters,
      // The declared type lets a record stay an array only.
      on_record: toRow as never,
    }) as unknown as TableRow[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const isLong = error.code === 'CSV_MAX_RECORD_SIZE';
    throw new UnreadableFile(
      isLong ? `A row has more than ${TABLE_LIMITS.characters} characters` : 'A quoted cell does not end',
    );
  }
}

function toRow(cells: string[], { lines, invalid_field_length: oddRows }: InfoRecord): TableRow {
  if (oddRows > TABLE_LIMITS.oddRows)
    throw new UnreadableFile(`More than ${TABLE_LIMITS.oddRows} rows are longer or shorter than the header`);
  // The parser counts the last line of a row.
  const breaks = cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);
  return { line: lines - breaks, cells: cells.map((cell) => cell.trim()) };
}

/** One pass over the characters: parsing a table of a million columns takes seconds. */
function checkSize(text: string): void {
  let rows = 1;
  let columns = 1;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === COMMA && ++columns > TABLE_LIMITS.columns)
      throw new UnreadableFile(`Line ${rows} has more than ${TABLE_LIMITS.columns} columns`);
    if (code !== NEW_LINE) continue;
    columns = 1;
    if (++rows > TABLE_LIMITS.rows)
      throw new UnreadableFile(`The file has more than ${TABLE_LIMITS.rows} lines. Split it`);
  }
}
