import {
  dateOrderOf,
  markEvidence,
  monthFirst,
  MOST_PREAMBLE_LINES,
  UnreadableRow,
  withPoint,
  withSlashes,
  type Cells,
  type DateOrder,
} from '../../domain/exchanges';
import { UnreadableFile } from '../../ports/upstream/history-files';
import type { Delimiter, TableLimits, TableRow } from '../files/text-table';

/** Exchanges write the whole history of an account into one file. */
export const LIMITS: TableLimits = { rows: 250_000, columns: 400, characters: 65_536, oddRows: 1_000_000 };
export const SHOWN_COLUMNS = 40;
const HEAD = 100_000;

/**
 * Semicolons or tabs where they divide the columns of a known layout. Column names are compared without quotes.
 * @param isKnown of the first lines of a file, divided
 */
export function delimiterOf(text: string, isKnown: (lines: string[][]) => boolean): Delimiter {
  const lines = text.slice(0, HEAD).split(/[\r\n]+/);
  const isDivided = (delimiter: Delimiter): boolean => {
    const head = lines.filter((line) => line.replaceAll(delimiter, '').trim() !== '');
    return isKnown(head.slice(0, MOST_PREAMBLE_LINES).map((line) => line.split(delimiter)));
  };
  return ([';', '\t'] as const).find(isDivided) ?? ',';
}

/** The number format is decided once per file: row by row, one file could be read in two ways. */
export function plainCells(
  body: readonly TableRow[],
  delimiter: Delimiter,
  given: DateOrder | undefined,
  hasShortYears = false,
): (cells: readonly string[]) => string[] {
  const slashed = (text: string): string => withSlashes(text, hasShortYears);
  const order = orderIn(body, slashed, given);
  const { point, comma, comma3 } = markEvidence(cellsIn(body));
  const isComma = comma !== undefined && point === undefined;
  // Both marks, or a comma beside a delimiter that goes with decimal commas.
  const isUnclear = comma === undefined ? comma3 !== undefined && delimiter !== ',' && !point : !isComma;
  return (cells) => {
    if (isUnclear) refuseCommas(cells);
    return cells.map((text) => monthFirst(slashed(isComma ? withPoint(text) : text), order));
  };
}

function orderIn(
  rows: readonly TableRow[],
  slashed: (text: string) => string,
  given: DateOrder | undefined,
): DateOrder {
  const found = orderOf(rows, slashed) ?? given ?? 'mdy';
  if (found !== 'either' && given !== undefined && found !== given)
    throw new UnreadableFile(`The dates of the file are ${WORDS[found]} first, and date_order is ${given}`);
  const order = found === 'either' ? given : found;
  if (order === undefined)
    throw new UnreadableFile(
      'The dates can be read as month/day or as day/month. State which: date_order mdy or dmy',
    );
  return order;
}

const WORDS: Readonly<Record<DateOrder, string>> = { mdy: 'month', dmy: 'day' };

function orderOf(rows: readonly TableRow[], slashed: (text: string) => string): DateOrder | 'either' | null {
  try {
    return dateOrderOf(cellsIn(rows, slashed));
  } catch (error) {
    throw error instanceof UnreadableRow ? new UnreadableFile(error.message) : error;
  }
}

function* cellsIn(rows: readonly TableRow[], as = (text: string): string => text): Iterable<string> {
  for (const { cells } of rows) for (const text of cells) yield as(text);
}

const COMMA_NUMBER = /^[-+($€£¥₿\s]*\d*,\d+\)?\s*[A-Za-z]{0,10}$/;

/** `1,234` can be 1.234 or 1234. */
function refuseCommas(cells: readonly string[]): void {
  const found = cells.find((text) => COMMA_NUMBER.test(text));
  if (found !== undefined)
    throw new UnreadableRow(`"${found.slice(0, 40)}" can have a decimal comma. Write a decimal point`);
}

/** Omits empty cells. Of two columns with one name the first counts. */
export function cellsOf(columns: readonly string[], cells: readonly string[]): Cells {
  const named: Record<string, string> = {};
  for (const [index, column] of columns.entries()) {
    const text = cells[index] ?? '';
    if (column !== '' && text !== '' && named[column] === undefined) named[column] = text;
  }
  return named;
}
