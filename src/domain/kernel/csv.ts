import { stringify } from 'csv-stringify/sync';

export interface CsvColumn<Row> {
  header: string;
  /** Numbers are written unchanged. Text may come from third parties, for example the symbol of a token. */
  kind: 'text' | 'number';
  of: (row: Row) => string;
}

/**
 * Start of a formula, also with full-width characters. Some locales divide cells by semicolons, and a file can be
 * opened as one with tabs. A formula then starts in the middle of a text: quotes count only at the start of a cell.
 */
const FORMULA = /(^|[;\t\r\n])(\s*)([=+\-@＝＋－＠])/g;

/**
 * CRLF line ends, quoted cells where necessary. Adds a leading apostrophe to text that a spreadsheet would run as a
 * formula. The library's option for this also changes negative numbers, so it is not used.
 * @source RFC 4180; api.md 2 (CSV)
 */
export const csvText = <Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string =>
  write([columns.map(({ header }) => header)]) + csvRows(columns, rows);

/** Without the line of headers. */
export const csvRows = <Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string =>
  write(rows.map((row) => columns.map((column) => cell(column, row))));

/** Empty cells beside the notice: every line has as many cells. */
export function noticeLine<Row>(notice: string, columns: readonly CsvColumn<Row>[]): string {
  const blanks = columns.slice(1).map((column) => ({ ...column, header: '' }));
  return csvText([{ header: notice, kind: 'text', of: () => '' }, ...blanks], []);
}

const write = (records: string[][]): string =>
  stringify(records, { record_delimiter: '\r\n', quoted_match: /[\r\n\t;]/ });

/** Removes NUL from text: readers fail on it, and symbols of early tokens are padded with it. */
function cell<Row>({ kind, of }: CsvColumn<Row>, row: Row): string {
  if (kind === 'number') return of(row);
  const text = of(row).replaceAll('\0', '');
  return text.replace(FORMULA, "$1$2'$3").replace(/^(?=[\t\r])/, "'");
}
