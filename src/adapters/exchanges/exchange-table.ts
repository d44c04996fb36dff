import {
  accountRecords,
  dateOrderOf,
  FILE_ZONE,
  formatOf,
  markEvidence,
  monthFirst,
  MOST_PREAMBLE_LINES,
  otherExport,
  rowKey,
  UnreadableRow,
  withPoint,
  withSlashes,
  type Cells,
  type DateOrder,
  type RowFormat,
  type StoredExchangeRow,
} from '../../domain/exchanges';
import type { ExchangeFileReading } from '../../ports/exchanges/exchange-files';
import { UnreadableFile } from '../../ports/upstream/history-files';
import type { FileTable } from '../files/tables';
import { readTable, type Delimiter, type TableLimits, type TableRow } from '../files/text-table';

/** Exchanges write the whole history of an account into one file. */
export const LIMITS: TableLimits = { rows: 250_000, columns: 400, characters: 65_536, oddRows: 1_000_000 };
const SHOWN_COLUMNS = 40;
const HEAD = 100_000;

type TableReading = Omit<ExchangeFileReading, 'table'>;

export const readExchangeTable = (
  text: string,
  now: number,
  name = '',
  given?: DateOrder,
): TableReading | { columns: string[] } => readTableOf({ name, text }, now, given);

/**
 * Every row is kept, or rejected with a reason.
 * @param now ms UTC
 * @param given order of dates with slashes, where the owner states it
 * @returns the columns of a table in an unknown layout
 * @throws UnreadableFile
 */
export function readTableOf(
  file: FileTable,
  now: number,
  given?: DateOrder,
): TableReading | { columns: string[] } {
  const { name } = file;
  const delimiter = 'text' in file ? delimiterOf(file.text, name) : ',';
  const table = 'text' in file ? readTable(file.text, LIMITS, delimiter) : file.rows;
  const head = table.slice(0, MOST_PREAMBLE_LINES).map(({ cells }) => cells);
  const found = formatOf(head, name);
  if (!found) {
    const other = otherExport(head);
    if (other !== null) throw new UnreadableFile(other);
    return { columns: (table[0]?.cells ?? []).slice(0, SHOWN_COLUMNS).map((text) => text.slice(0, 60)) };
  }
  const { format, columns, headerLine } = found;
  const preamble = head.slice(0, headerLine).flat().join(',');
  const zone = format.isZoned ? zoneIn(name, preamble) : null;
  const rows = new Rows(format, now);
  const body = table.slice(headerLine + 1);
  const plain = plainCells(body, delimiter, given, format.hasShortYears);
  for (const { line, cells } of body) {
    const read = (): Cells => ({
      ...cellsOf(columns, plain(cells)),
      ...(zone === null ? {} : { [FILE_ZONE]: zone }),
    });
    rows.add(line, read);
  }
  return {
    format: format.name,
    exchange: format.exchange,
    rowsRead: body.length,
    rows: rows.rows,
    rejected: rows.rejected,
    unknown: rows.unknownOperations(),
  };
}

class Rows {
  readonly rows: StoredExchangeRow[] = [];
  readonly rejected: ExchangeFileReading['rejected'] = [];
  private readonly seen = new Map<string, number>();
  private readonly places = new Map<string, number>();
  private readonly unknown = new Map<string, number>();
  private hasUnstated = false;

  constructor(
    private readonly format: RowFormat,
    private readonly now: number,
  ) {}

  add(line: number, cells: () => Cells): void {
    try {
      this.addRow(line, cells());
    } catch (error) {
      if (!(error instanceof UnreadableRow)) throw error;
      this.rejected.push({ line, reason: error.message });
    }
  }

  private addRow(line: number, named: Cells): void {
    const { format } = this;
    const reading = format.read(named);
    if ('skipped' in reading) {
      this.rejected.push({ line, reason: reading.skipped });
      return;
    }
    if ('details' in reading) throw new UnreadableRow('The row has no content');
    const [first] = reading.drafts;
    if (!first) throw new UnreadableRow('The row has no content');
    if (first.at > this.now) throw new UnreadableRow('The time lies ahead');
    const base = rowKey(format, reading.drafts, 0);
    const occurrence = first.id === null ? (this.seen.get(base) ?? 0) : 0;
    this.seen.set(base, occurrence + 1);
    const place = first.id === null ? undefined : this.places.get(base);
    if (place !== undefined && !isSame(this.rows[place]?.body, named))
      throw new UnreadableRow(`Another row of the file has the same id, ${first.id?.slice(0, 60)}`);
    if (first.id !== null) this.places.set(base, this.rows.length);
    if (first.place === 'unstated') this.hasUnstated = true;
    for (const { unknownName: name } of reading.drafts)
      if (name !== undefined) this.unknown.set(name, (this.unknown.get(name) ?? 0) + 1);
    const key = occurrence === 0 ? base : rowKey(format, reading.drafts, occurrence);
    this.rows.push({ key, part: format.part, format: format.name, at: first.at, body: named });
  }

  unknownOperations(): ExchangeFileReading['unknown'] {
    // Rows of both ends explain each other.
    const counts = this.hasUnstated ? accountRecords(this.rows).unknown : this.unknown;
    return [...counts].map(([name, count]) => ({ name, count }));
  }
}

const isSame = (a: Cells | undefined, b: Cells): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Semicolons or tabs where they divide the columns of a known layout. Column names are compared without quotes. */
function delimiterOf(text: string, name: string): Delimiter {
  const lines = text.slice(0, HEAD).split(/[\r\n]+/);
  const isKnown = (delimiter: Delimiter): boolean => {
    const head = lines.filter((line) => line.replaceAll(delimiter, '').trim() !== '');
    const cells = head.slice(0, MOST_PREAMBLE_LINES).map((line) => line.split(delimiter));
    return formatOf(cells, name) !== null || otherExport(cells) !== null;
  };
  return ([';', '\t'] as const).find(isKnown) ?? ',';
}

/** The number format is decided once per file: row by row, one file could be read in two ways. */
function plainCells(
  body: readonly TableRow[],
  delimiter: Delimiter,
  given: DateOrder | undefined,
  hasShortYears: boolean | undefined,
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

/** A minus can be doubled. Minutes can be omitted. */
const ZONE_OF_NAME = /\(UTC([+-]{1,2})(\d{1,2})(?::?(\d{2}))?\)/i;
const ZONE_OF_LINE = /\btime ?zone: *UTC([+-]{1,2})(\d{1,2})(?::?(\d{2}))?/i;

/** `Binance-Transaction-History-202608120614(UTC+9).csv` -> +09:00, and `Time Zone:UTC+8` before the header. */
function zoneIn(name: string, preamble: string): string | null {
  const [, signs, hours = '', minutes = '00'] = ZONE_OF_NAME.exec(name) ?? ZONE_OF_LINE.exec(preamble) ?? [];
  return signs === undefined
    ? null
    : `${signs.includes('-') ? '-' : '+'}${hours.padStart(2, '0')}:${minutes}`;
}

/** Omits empty cells. Of two columns with one name the first counts. */
function cellsOf(columns: readonly string[], cells: readonly string[]): Cells {
  const named: Record<string, string> = {};
  for (const [index, column] of columns.entries()) {
    const text = cells[index] ?? '';
    if (column !== '' && text !== '' && named[column] === undefined) named[column] = text;
  }
  return named;
}
