import { CsvError, parse } from 'csv-parse/sync';
import { UnreadableFile } from '../../../../ports/upstream/history-files';

/** One row of a text table, and its first line in the file (from 1). */
export interface TableRow {
  line: number;
  cells: string[];
}

/** Explorers write at most 5,000 rows and about 20 columns. Checked before the file is parsed. */
export const TABLE_LIMITS = { rows: 100_000, columns: 200, characters: 65_536 } as const;

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
  return parsed(text).map(({ record, info }) => ({
    // The parser counts the last line of a row.
    line: info.lines - record.reduce((breaks, cell) => breaks + cell.split('\n').length - 1, 0),
    cells: record.map((cell) => cell.trim()),
  }));
}

interface Parsed {
  record: string[];
  info: { lines: number };
}

function parsed(text: string): Parsed[] {
  try {
    return parse(text, {
      bom: true,
      info: true,
      record_delimiter: '\n',
      relax_column_count: true,
      relax_quotes: true,
      skip_records_with_empty_values: true,
      max_record_size: TABLE_LIMITS.characters,
    }) as unknown as Parsed[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const isLong = error.code === 'CSV_MAX_RECORD_SIZE';
    throw new UnreadableFile(
      isLong ? `A row has more than ${TABLE_LIMITS.characters} characters` : 'A quoted cell does not end',
    );
  }
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
