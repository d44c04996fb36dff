/** One column: how it is headed, and what a row has in it. */
export interface CsvColumn<Row> {
  header: string;
  /** Numbers are written as they are; text may come from strangers, such as the symbol of a token. */
  kind: 'text' | 'number';
  of: (row: Row) => string;
}

const LINE_END = '\r\n';

/** What spreadsheets take for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * A CSV file: header and rows, CRLF after each, cells quoted where they must be. Text that a spreadsheet would run as
 * a formula is given a leading apostrophe.
 * @source RFC 4180; api.md 2 (CSV)
 */
export const csvText = <Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string =>
  [...csvLines(columns, rows)].join('');

/** The same line by line, each with its end, for files that are sent while they are written. */
export function* csvLines<Row>(columns: readonly CsvColumn<Row>[], rows: Iterable<Row>): Generator<string> {
  yield columns.map(({ header }) => quoted(header)).join(',') + LINE_END;
  for (const row of rows) yield columns.map((column) => cell(column, row)).join(',') + LINE_END;
}

function cell<Row>({ kind, of }: CsvColumn<Row>, row: Row): string {
  const text = of(row);
  return quoted(kind === 'text' ? safeText(text) : text);
}

/** Readers stumble over NUL, which symbols of early tokens are padded with. */
const safeText = (text: string): string => {
  const clean = text.replaceAll('\0', '');
  return FORMULA.test(clean) ? `'${clean}` : clean;
};

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
