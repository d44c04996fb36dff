import type { DateOrder } from '../../domain/exchanges';
import type { ExchangeFileReading } from '../../ports/exchanges/exchange-files';
import { UnreadableFile } from '../../ports/upstream/history-files';
import { tablesOf } from '../files/tables';
import { readTableOf } from './exchange-table';
import { LIMITS } from './plain-cells';

/**
 * A table in an unknown layout is a rejected row when another table of the file has a known one.
 * @returns the columns of a file without a known layout
 * @throws UnreadableFile
 */
export async function readExchangeFile(
  bytes: Uint8Array,
  now: number,
  name: string,
  order?: DateOrder,
): Promise<ExchangeFileReading[] | { columns: string[] }> {
  const tables = await tablesOf(bytes, name, LIMITS);
  const isOne = tables.length === 1;
  const read = tables.map((table): Read => {
    const place = isOne ? null : table.name.slice(name.length + 1);
    try {
      const reading = readTableOf(table, now, order);
      return 'columns' in reading ? { place, columns: reading.columns } : { ...reading, table: place };
    } catch (error) {
      if (!(error instanceof UnreadableFile) || place === null) throw error;
      throw new UnreadableFile(`${place.slice(0, 100)}: ${error.message}`);
    }
  });
  const known = read.filter((one): one is ExchangeFileReading => 'rows' in one);
  const [first] = known;
  if (!first) return { columns: read.flatMap((one) => ('columns' in one ? one.columns : [])).slice(0, MOST) };
  return read.map((one) => ('rows' in one ? one : unknownTable(one, first)));
}

type Read = ExchangeFileReading | { place: string | null; columns: string[] };
const MOST = 40;

const unknownTable = (
  { place, columns }: { place: string | null; columns: string[] },
  { exchange }: ExchangeFileReading,
): ExchangeFileReading => ({
  format: 'unknown',
  exchange,
  table: place,
  rowsRead: 1,
  rows: [],
  rejected: [
    { line: 1, reason: `The columns are those of no known export: ${columns.join(', ').slice(0, 200)}` },
  ],
  unknown: [],
});
