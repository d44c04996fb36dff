import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { readExchangeTable } from '../../src/adapters/exchanges/exchange-table';
import { accountRecords, FORMATS } from '../../src/domain/exchanges';
import { seeded } from '../support/seeded';
import { SAMPLES } from './samples';

const NOW = Date.UTC(2026, 0, 1);
const FILES = 10;
const ROWS = 25;

/** What people and spreadsheets write into a cell. */
const ODD = [
  '',
  '-',
  'N/A',
  '#REF!',
  '0',
  '-1',
  '1e3',
  '(2.5)',
  '$3.00',
  'unknown kind',
  '2031-01-01',
  'x'.repeat(300),
];

/** Rows of a sample with some cells changed, in any order, some of them twice. */
function invented(random: () => number, rows: readonly string[][]): string[][] {
  const below = (end: number): number => Math.floor(random() * end);
  return Array.from({ length: ROWS }, () => {
    const row = [...(rows[below(rows.length)] ?? [])];
    for (let changes = below(3); changes > 0; changes--)
      row[below(row.length)] = ODD[below(ODD.length)] ?? '';
    return row;
  });
}

it.each(SAMPLES)('no row of $format vanishes', (sample) => {
  const { format, text, name = '' } = sample;
  const order = sample.order ?? 'mdy';
  const source = seeded(`rows of ${format}`);
  const needs = FORMATS.find((one) => one.name === format)?.needs?.length ?? 0;
  const lines: string[][] = parse(text, { relax_column_count: true, relax_quotes: true, bom: true });
  // The header is the first line with as many cells as the layout has columns.
  const header = lines.findIndex(({ length }) => length >= needs);
  for (let file = 0; file < FILES; file++) {
    const rows = invented(source, lines.slice(header + 1)).filter((row) =>
      row.some((cell) => cell.trim() !== ''),
    );
    const csv = stringify([...lines.slice(0, header + 1), ...rows]);
    let reading;
    try {
      reading = readExchangeTable(csv, NOW, name, order);
    } catch (error) {
      // A file whose dates contradict each other is refused as a whole, in words.
      expect((error as Error).message).toMatch(/date_order|its day/);
      continue;
    }
    if ('columns' in reading) throw new Error(`${format} is not recognised`);
    expect(reading.format).toBe(format);
    expect(reading.rowsRead).toBe(rows.length);
    expect(reading.rows.length + reading.rejected.length).toBe(rows.length);
    expect(reading.rejected.every(({ line, reason }) => line > 0 && reason !== '')).toBe(true);
    // What is kept is read: no row is stored that no release of the layout reads.
    expect(accountRecords(reading.rows).unreadable).toBe(0);
  }
});
