import { zipSync } from 'fflate';
import readWorkbook from 'read-excel-file/universal';
import { formatDecimal, parseDecimal } from '../../domain/kernel/decimal';
import { UnreadableFile } from '../../ports/upstream/history-files';
import type { TableLimits, TableRow } from './text-table';

/** Cells of a rectangle around all cells of a sheet. Empty places take memory too. */
const MOST_PLACES = 5_000_000;
/** Characters of all cells: many cells can share one text. */
const MOST_CHARACTERS = 64 * 1024 * 1024;

export interface Sheet {
  name: string;
  rows: TableRow[];
}

export const isWorkbook = (entries: ReadonlyMap<string, Uint8Array>): boolean =>
  entries.has('xl/workbook.xml');

/**
 * A formula counts by its stored value. A number in a date format is that date. An error stays its code and is no
 * amount.
 * @param entries unpacked, within limits
 * @throws UnreadableFile
 */
export async function readSheets(
  entries: ReadonlyMap<string, Uint8Array>,
  limits: TableLimits,
): Promise<Sheet[]> {
  const parts = [...entries].flatMap(([name, bytes]): [string, Uint8Array][] => {
    if (!/\.(xml|rels)$/.test(name)) return [];
    return [[name, /^xl\/worksheets\//.test(name) ? checkedSheet(bytes, limits) : bytes]];
  });
  // Repacked without compression, so the reader unpacks only counted bytes.
  const archive = zipSync(Object.fromEntries(parts), { level: 0 });
  const sheets = await readWorkbook(new Uint8Array(archive).buffer, { parseNumber: numberText }).catch(() => {
    throw new UnreadableFile('The workbook cannot be read. Save it again as .xlsx, or as CSV in UTF-8');
  });
  let characters = 0;
  return sheets.map(({ sheet, data: cells }) => {
    // The type of the reader confuses the class with its instances.
    const data = cells as unknown as Cell[][];
    const times = columnsWithTimes(data);
    const rows = data.map((cells, index): TableRow => {
      const texts = cells.map((cell, column) => cellText(cell, times.has(column)));
      characters += texts.reduce((sum, text) => sum + text.length, 0);
      if (characters > MOST_CHARACTERS)
        throw new UnreadableFile('The workbook has more text than a file may have');
      return { line: index + 1, cells: texts };
    });
    return { name: sheet, rows: rows.filter(({ cells }) => cells.some((text) => text !== '')) };
  });
}

const PLACE = /\br\s{0,9}=\s{0,9}["']([A-Z]{0,3})(\d{1,7})["']/g;

/** Runs before the sheet is parsed: one distant cell makes a table of many rows. */
function checkedSheet(bytes: Uint8Array, { rows: mostRows, columns: mostColumns }: TableLimits): Uint8Array {
  const xml = new TextDecoder().decode(bytes);
  let [rows, columns] = [0, 0];
  for (const [, letters = '', digits] of xml.matchAll(PLACE)) {
    rows = Math.max(rows, Number(digits));
    columns = Math.max(columns, columnNumber(letters));
  }
  if (rows > mostRows) throw new UnreadableFile(`A sheet may have ${mostRows} rows. Split it`);
  if (columns > mostColumns) throw new UnreadableFile(`A sheet may have ${mostColumns} columns`);
  if (rows * columns > MOST_PLACES)
    throw new UnreadableFile(`A sheet may have ${MOST_PLACES} cells. Split it`);
  // The reader takes error cells, and formulas without a stored value, for empty cells.
  const stated = xml
    .replace(/(<c\b[^>]{0,200}\bt=["'])e(["'])/g, '$1str$2')
    .replace(/(<\/f>|<f\b[^>]{0,200}\/>)\s{0,9}<\/c>/g, '$1<v>#NO VALUE</v></c>');
  return stated === xml ? bytes : new TextEncoder().encode(stated);
}

const columnNumber = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

const KEPT_DIGITS = 15;
const WRITTEN_DIGITS = 17;

/**
 * Spreadsheets keep binary numbers and write up to 17 digits: 0.3 can be `0.30000000000000004`. They show 15 digits.
 * Longer texts come from other programs, and stay unchanged.
 */
export function numberText(text: string): string {
  const digits = text
    .replace(/[eE].*$/, '')
    .replace(/\D/g, '')
    .replace(/^0+/, '').length;
  const value = parseDecimal(text);
  return value && digits > KEPT_DIGITS && digits <= WRITTEN_DIGITS
    ? formatDecimal(value.toSignificantDigits(KEPT_DIGITS))
    : text;
}

type Cell = string | number | boolean | Date | null;

const isTimed = (cell: Cell): boolean => cell instanceof Date && cell.getTime() % DAY_MS !== 0;
const DAY_MS = 86_400_000;

/** In a column of days, midnight is a day. Beside other times it is a time. */
function columnsWithTimes(rows: readonly (readonly Cell[])[]): ReadonlySet<number> {
  const timed = new Set<number>();
  for (const cells of rows)
    for (const [column, cell] of cells.entries()) if (isTimed(cell)) timed.add(column);
  return timed;
}

/** Fractions of a day are inexact: a time within this distance of a whole second is that second. */
const NEAR_MS = 2;
/** A number below 1 is a time without a day. */
const FIRST_DAY = Date.UTC(1900, 0, 2);

function cellText(cell: Cell, isInTimes: boolean): string {
  if (cell === null) return '';
  if (!(cell instanceof Date)) return String(cell).trim();
  const second = Math.round(cell.getTime() / 1_000) * 1_000;
  const at = Math.abs(second - cell.getTime()) <= NEAR_MS ? second : cell.getTime();
  const [day = '', time = ''] = new Date(at).toISOString().replace('Z', '').split('T');
  if (at < FIRST_DAY) return time;
  return isInTimes ? `${day} ${time}` : day;
}
