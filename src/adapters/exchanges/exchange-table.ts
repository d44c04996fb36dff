import {
  accountRecords,
  FILE_ZONE,
  formatOf,
  MOST_PREAMBLE_LINES,
  otherExport,
  rowKey,
  UnreadableRow,
  type Cells,
  type DateOrder,
  type RowFormat,
  type StoredExchangeRow,
} from '../../domain/exchanges';
import type { ExchangeFileReading } from '../../ports/exchanges/exchange-files';
import { UnreadableFile } from '../../ports/upstream/history-files';
import type { FileTable } from '../files/tables';
import { readTable } from '../files/text-table';
import { cellsOf, delimiterOf, LIMITS, plainCells, SHOWN_COLUMNS } from './plain-cells';

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
  const isKnown = (lines: string[][]) => formatOf(lines, name) !== null || otherExport(lines) !== null;
  const delimiter = 'text' in file ? delimiterOf(file.text, isKnown) : ',';
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
