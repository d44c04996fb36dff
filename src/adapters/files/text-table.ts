import { CsvError, parse, type InfoRecord } from 'csv-parse/sync';
import { UnreadableFile } from '../../ports/upstream/history-files';

/** `line` is the first line of the row in the file, from 1. */
export interface TableRow {
  line: number;
  cells: string[];
}

/**
 * Explorers write at most 5,000 rows and about 20 columns. Lines and columns are checked before parsing. The parser
 * creates an error for each row of another length, so `oddRows` is limited too.
 */
export const TABLE_LIMITS: TableLimits = { rows: 20_000, columns: 200, characters: 65_536, oddRows: 1_000 };

export interface TableLimits {
  rows: number;
  columns: number;
  characters: number;
  oddRows: number;
}

export type Delimiter = ',' | ';' | '\t';
const NEW_LINE = 10;

/**
 * Reads text divided by commas, semicolons or tabs. Quoted cells can contain delimiters, doubled quotes and line
 * breaks. Accepts any line end. Skips a byte order mark and empty lines, and trims cells.
 * @throws UnreadableFile when the table exceeds the limits or a quote is not closed
 * @source RFC 4180
 */
export function readTable(file: string, limits = TABLE_LIMITS, delimiter: Delimiter = ','): TableRow[] {
  const text = file.replace(/\r\n?/g, '\n');
  checkSize(text, limits, delimiter);
  return parsed(text, limits, delimiter);
}

function parsed(text: string, limits: TableLimits, delimiter: Delimiter): TableRow[] {
  try {
    return parse(text, {
      delimiter,
      bom: true,
      record_delimiter: '\n',
      relax_column_count: true,
      relax_quotes: true,
      skip_records_with_empty_values: true,
      max_record_size: limits.characters,
      // The declared type allows only arrays.
      on_record: toRow(limits) as never,
    }) as unknown as TableRow[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const isLong = error.code === 'CSV_MAX_RECORD_SIZE';
    throw new UnreadableFile(
      isLong ? `A row has more than ${limits.characters} characters` : 'A quoted cell does not end',
    );
  }
}

const toRow =
  ({ oddRows: most }: TableLimits) =>
  (cells: string[], { lines, invalid_field_length: oddRows }: InfoRecord): TableRow => {
    if (oddRows > most)
      throw new UnreadableFile(`More than ${most} rows are longer or shorter than the header`);
    // The parser counts the last line of a row.
    const breaks = cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);
    return { line: lines - breaks, cells: cells.map((cell) => cell.trim()) };
  };

/** One pass over the characters: parsing a table of a million columns takes seconds. */
function checkSize(text: string, limits: TableLimits, delimiter: Delimiter): void {
  const divider = delimiter.charCodeAt(0);
  let rows = 1;
  let columns = 1;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === divider && ++columns > limits.columns)
      throw new UnreadableFile(`Line ${rows} has more than ${limits.columns} columns`);
    if (code !== NEW_LINE) continue;
    columns = 1;
    if (++rows > limits.rows)
      throw new UnreadableFile(`The file has more than ${limits.rows} lines. Split it`);
  }
}
