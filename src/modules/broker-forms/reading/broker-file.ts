import { parse } from 'csv-parse/sync';
import { isLosslessNumber, parse as parseJson } from 'lossless-json';
import { MAX_DEPTH } from '../../../http/body/json';
import { JsonMeter } from '../../../http/body/json-meter';
import { fromCoinbase, fromFdx, fromTaxBit, UnreadableRow, type BrokerRow } from '../../../domain/broker';

export type BrokerFormat = 'fdx' | 'taxbit' | 'coinbase';

export interface BrokerFile {
  format: BrokerFormat;
  rows: BrokerRow[];
}

/** What one file may have. It is checked before the file is parsed, or while it is. */
const LIMITS = {
  rows: 20_000,
  columns: 200,
  /** Of one row. */
  characters: 65_536,
  /** In JSON. */
  values: 1_250_000,
  /** Some exports have a title above the header. */
  linesAboveHeader: 50,
};
/** The part of a file that contains its header. */
const HEAD_CHARACTERS = 65_536;

type Cells = Readonly<Record<string, unknown>>;

/** CSV formats: the columns that identify them, and their reader. */
const CSV = {
  taxbit: { columns: ['asset_symbol', 'asset_quantity', 'disposed_date', 'proceeds'], read: fromTaxBit },
  coinbase: {
    columns: ['Asset name', 'Amount', 'Date of Disposition', 'Proceeds (USD)'],
    read: fromCoinbase,
  },
} as const satisfies Record<
  Exclude<BrokerFormat, 'fdx'>,
  { columns: readonly string[]; read: (cells: Cells) => BrokerRow }
>;

/** @throws UnreadableRow naming the line */
export function readBrokerFile(bytes: Uint8Array): BrokerFile {
  const text = textOfFile(bytes);
  if (!/^\s*[[{]/.test(text)) return readCsv(text);
  measure(bytes);
  return readFdx(text);
}

/** @throws UnreadableRow for too many or too deep values */
function measure(bytes: Uint8Array): void {
  try {
    new JsonMeter({ limitValues: LIMITS.values, limitKeys: LIMITS.values }).add(bytes);
  } catch {
    throw new UnreadableRow(`A file may have ${LIMITS.values} values in ${MAX_DEPTH} levels`);
  }
}

/** Without the byte order mark, which decoding removes. */
function textOfFile(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableRow('The file is not UTF-8 text');
  }
}

function readFdx(text: string): BrokerFile {
  const forms = formsIn(jsonOf(text));
  const rows = forms.flatMap(({ accountNumber, digitalAssetDetails }) =>
    listOf(digitalAssetDetails).map((detail, index) =>
      named(`digitalAssetDetails.${index}`, () => fromFdx(plain(detail), textOf(accountNumber))),
    ),
  );
  return { format: 'fdx', rows: limited(rows) };
}

/** Numbers keep their digits. */
function jsonOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw new UnreadableRow('The file is no valid JSON');
  }
}

/** One form, a list of forms, or a response of the tax API with `tax1099Da` in it. */
function formsIn(value: unknown): Cells[] {
  if (Array.isArray(value)) return value.flatMap(formsIn);
  if (typeof value !== 'object' || value === null) return [];
  const cells = value as Cells;
  if ('digitalAssetDetails' in cells) return [cells];
  return ['tax1099Da', 'forms', 'statements', 'taxData'].flatMap((name) => formsIn(cells[name]));
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Numbers as their text. */
function plain(value: unknown): Cells {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || isLosslessNumber(value))
    throw new UnreadableRow('not an object');
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plainValue(inner)]));
}

function plainValue(value: unknown): unknown {
  if (isLosslessNumber(value)) return value.toString();
  if (Array.isArray(value)) return value.map(plainValue);
  return typeof value === 'object' && value !== null ? plain(value) : value;
}

function readCsv(text: string): BrokerFile {
  const lines = text.slice(0, HEAD_CHARACTERS).split('\n', LIMITS.linesAboveHeader);
  const start = lines.findIndex((line) => formatOf(line) !== null);
  const format = start < 0 ? null : formatOf(lines[start] ?? '');
  if (format === null)
    throw new UnreadableRow(
      'The file is neither FDX JSON, nor the Taxbit 1099-DA template, nor a Coinbase gain/loss report',
    );
  const above = lines.slice(0, start).reduce((sum, line) => sum + line.length + 1, 0);
  const records = recordsOf(text.slice(above));
  const rows = records.map((cells, index) =>
    named(`line ${start + index + 2}`, () => CSV[format].read(cells)),
  );
  return { format, rows: limited(rows) };
}

function formatOf(header: string): Exclude<BrokerFormat, 'fdx'> | null {
  const names = new Set(header.split(',', LIMITS.columns).map((name) => name.trim().replace(/^"|"$/g, '')));
  const known = Object.entries(CSV).find(([, { columns }]) => columns.every((column) => names.has(column)));
  return (known?.[0] as Exclude<BrokerFormat, 'fdx'> | undefined) ?? null;
}

function recordsOf(text: string): Cells[] {
  try {
    return parse(text, {
      columns: true,
      trim: true,
      skip_empty_lines: true,
      relax_column_count: true,
      max_record_size: LIMITS.characters,
      // One more than allowed: the rest is not read.
      to: LIMITS.rows + 1,
    });
  } catch {
    throw new UnreadableRow('The CSV cannot be read');
  }
}

function limited(rows: BrokerRow[]): BrokerRow[] {
  if (rows.length === 0) throw new UnreadableRow('The file has no rows');
  if (rows.length > LIMITS.rows) throw new UnreadableRow(`A file may have ${LIMITS.rows} rows`);
  return rows;
}

function named<T>(place: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof UnreadableRow ? new UnreadableRow(`${place}: ${error.message}`) : error;
  }
}
