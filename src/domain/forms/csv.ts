/** One column: its header and the cell of each row. */
export interface CsvColumn<Row> {
  header: string;
  /** Numbers are written unchanged. Text may come from third parties, for example the symbol of a token. */
  kind: 'text' | 'number';
  of: (row: Row) => string;
}

const LINE_END = '\r\n';

/** Characters that spreadsheets read as the start of a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * Writes a CSV file: header and rows, CRLF line ends, quoted cells where necessary. Adds a leading apostrophe
 * to text that a spreadsheet would run as a formula.
 * @source RFC 4180; api.md 2 (CSV)
 */
export const csvText = <Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string =>
  [...csvLines(columns, rows)].join('');

/** Yields the same file line by line, including line ends, for streaming. */
export function* csvLines<Row>(columns: readonly CsvColumn<Row>[], rows: Iterable<Row>): Generator<string> {
  yield columns.map(({ header }) => quoted(header)).join(',') + LINE_END;
  for (const row of rows) yield columns.map((column) => cell(column, row)).join(',') + LINE_END;
}

function cell<Row>({ kind, of }: CsvColumn<Row>, row: Row): string {
  const text = of(row);
  return quoted(kind === 'text' ? safeText(text) : text);
}

/** Removes NUL: readers fail on it, and symbols of early tokens are padded with it. */
const safeText = (text: string): string => {
  const clean = text.replaceAll('\0', '');
  return FORMULA.test(clean) ? `'${clean}` : clean;
};

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
