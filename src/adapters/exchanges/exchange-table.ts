import {
  accountRecords,
  dateOrderOf,
  FILE_ZONE,
  formatOf,
  monthFirst,
  MOST_PREAMBLE_LINES,
  rowKey,
  UnreadableRow,
  type Cells,
  type DateOrder,
  type StoredExchangeRow,
} from '../../domain/exchanges';
import type { ExchangeFileReading } from '../../ports/upstream/exchange-files';
import { UnreadableFile } from '../../ports/upstream/history-files';
import { readTable, type Delimiter, type TableLimits } from '../files/text-table';

/** Exchanges write the whole history of an account into one file. */
const LIMITS: TableLimits = { rows: 250_000, columns: 400, characters: 65_536, oddRows: 1_000_000 };
const SHOWN_COLUMNS = 40;
/** Characters in which the header is looked for. */
const HEAD = 100_000;

/**
 * A file -> its rows. Every row is kept, or rejected with a reason.
 * @param now ms UTC
 * @param name of the file
 * @param given the order of its dates with slashes, where the owner states it
 * @returns the columns of a table in an unknown layout
 * @throws UnreadableFile
 */
export function readExchangeTable(
  text: string,
  now: number,
  name = '',
  given?: DateOrder,
): ExchangeFileReading | { columns: string[] } {
  const delimiter = delimiterOf(text);
  const table = readTable(text, LIMITS, delimiter);
  const found = formatOf(table.slice(0, MOST_PREAMBLE_LINES).map(({ cells }) => cells));
  if (!found)
    return { columns: (table[0]?.cells ?? []).slice(0, SHOWN_COLUMNS).map((name) => name.slice(0, 60)) };
  const { format, columns, headerLine } = found;
  const zone = format.isZoned ? zoneIn(name) : null;
  const rows: StoredExchangeRow[] = [];
  const rejected: ExchangeFileReading['rejected'] = [];
  const seen = new Map<string, number>();
  const unknown = new Map<string, number>();
  let hasUnstated = false;
  const body = table.slice(headerLine + 1);
  const order = orderIn(body, given);
  for (const { line, cells } of body)
    try {
      if (delimiter === ';') refuseCommas(cells);
      const named = {
        ...cellsOf(
          columns,
          cells.map((text) => monthFirst(text, order)),
        ),
        ...(zone === null ? {} : { [FILE_ZONE]: zone }),
      };
      const reading = format.read(named);
      if ('skipped' in reading) {
        rejected.push({ line, reason: reading.skipped });
        continue;
      }
      if ('details' in reading) throw new UnreadableRow('The row has no content');
      const [first] = reading.drafts;
      if (!first) throw new UnreadableRow('The row has no content');
      if (first.at > now) throw new UnreadableRow('The time lies ahead');
      const base = rowKey(format, reading.drafts, 0);
      const occurrence = first.id === null ? (seen.get(base) ?? 0) : 0;
      seen.set(base, occurrence + 1);
      if (first.place === 'unstated') hasUnstated = true;
      for (const { unknownName: name } of reading.drafts)
        if (name !== undefined) unknown.set(name, (unknown.get(name) ?? 0) + 1);
      const key = occurrence === 0 ? base : rowKey(format, reading.drafts, occurrence);
      rows.push({ key, part: format.part, format: format.name, at: first.at, body: named });
    } catch (error) {
      if (!(error instanceof UnreadableRow)) throw error;
      rejected.push({ line, reason: error.message });
    }
  return {
    format: format.name,
    exchange: format.exchange,
    rowsRead: body.length,
    rows,
    rejected,
    // Rows of both ends explain each other.
    unknown: [...(hasUnstated ? accountRecords(rows).unknown : unknown)].map(([name, count]) => ({
      name,
      count,
    })),
  };
}

/** Semicolons where they divide the columns of a known layout. Names of columns are read without quotes. */
function delimiterOf(text: string): Delimiter {
  const lines = text.slice(0, HEAD).split(/[\r\n]+/);
  const head = lines.filter((line) => /[^\s;]/.test(line)).slice(0, MOST_PREAMBLE_LINES);
  return formatOf(head.map((line) => line.split(';'))) === null ? ',' : ';';
}

/** Decided once for all rows: row by row, the half of a file with days up to 12 would be in other months. */
function orderIn(rows: readonly { cells: readonly string[] }[], given?: DateOrder): DateOrder {
  const found = orderOf(rows) ?? given ?? 'mdy';
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

function orderOf(rows: readonly { cells: readonly string[] }[]): DateOrder | 'either' | null {
  try {
    return dateOrderOf(cellsIn(rows));
  } catch (error) {
    throw error instanceof UnreadableRow ? new UnreadableFile(error.message) : error;
  }
}

function* cellsIn(rows: readonly { cells: readonly string[] }[]): Iterable<string> {
  for (const { cells } of rows) yield* cells;
}

/** A number with one comma and no point. */
const COMMA_NUMBER = /^[-+($€£¥₿\s]*\d+,\d+\)?\s*[A-Za-z]{0,10}$/;

/** Beside semicolons, a comma in a number may be a decimal one: `1,234` is 1.234 or 1234. */
function refuseCommas(cells: readonly string[]): void {
  const found = cells.find((text) => COMMA_NUMBER.test(text));
  if (found !== undefined)
    throw new UnreadableRow(`"${found.slice(0, 40)}" can have a decimal comma. Write a decimal point`);
}

/** `Binance-Transaction-History-202608120614(UTC+9).csv` -> +09:00. A minus can be doubled. */
function zoneIn(name: string): string | null {
  const [, signs, hours = '', minutes = '00'] = /\(UTC([+-]{1,2})(\d{1,2})(?::?(\d{2}))?\)/i.exec(name) ?? [];
  return signs === undefined
    ? null
    : `${signs.includes('-') ? '-' : '+'}${hours.padStart(2, '0')}:${minutes}`;
}

/** Empty cells are left out. Of two columns with one name the first counts. */
function cellsOf(columns: readonly string[], cells: readonly string[]): Cells {
  const named: Record<string, string> = {};
  for (const [index, column] of columns.entries()) {
    const text = cells[index] ?? '';
    if (column !== '' && text !== '' && named[column] === undefined) named[column] = text;
  }
  return named;
}
