import { centsText } from '../forms';
import { FILING_LINES, type FiledRow, type FilingFigures, type FilingLine } from './figures';

/** Text with two decimals, USD. */
export interface LineChange {
  line: FilingLine;
  filed: string;
  computed: string;
  /** computed - filed */
  difference: string;
}

export interface RowChange {
  kind: 'added' | 'removed' | 'changed';
  filed: FiledRow | null;
  computed: FiledRow | null;
}

export interface FilingChanges {
  lines: LineChange[];
  /** In the order of the form. Empty when one of the two has no stored rows. */
  rows: RowChange[];
  excludedDifference: number;
}

/** @returns null when an amended return would have the same content */
export function filingChanges(filed: FilingFigures, computed: FilingFigures): FilingChanges | null {
  const lines = FILING_LINES.flatMap((line) => lineChange(line, filed.lines[line], computed.lines[line]));
  const rows = filed.rows && computed.rows ? rowChanges(filed.rows, computed.rows) : [];
  const excludedDifference = computed.excludedCount - filed.excludedCount;
  if (lines.length === 0 && rows.length === 0 && excludedDifference === 0) return null;
  return { lines, rows, excludedDifference };
}

function lineChange(line: FilingLine, filed: string, computed: string): LineChange[] {
  const difference = centsOf(computed) - centsOf(filed);
  return difference === 0n ? [] : [{ line, filed, computed, difference: centsText(difference) }];
}

function rowChanges(filed: readonly FiledRow[], computed: readonly FiledRow[]): RowChange[] {
  const before = new Map(filed.map((row) => [row.id, row]));
  const known = new Set(computed.map(({ id }) => id));
  const changed = computed.flatMap((row): RowChange[] => {
    const old = before.get(row.id);
    if (old === undefined) return [{ kind: 'added', filed: null, computed: row }];
    return isSame(old, row) ? [] : [{ kind: 'changed', filed: old, computed: row }];
  });
  const removed = filed
    .filter(({ id }) => !known.has(id))
    .map((row): RowChange => ({ kind: 'removed', filed: row, computed: null }));
  return [...changed, ...removed];
}

const COMPARED = [
  'description',
  'dateAcquired',
  'dateSold',
  'term',
  'proceeds',
  'costBasis',
  'adjustment',
  'gain',
] as const satisfies readonly (keyof FiledRow)[];

const isSame = (a: FiledRow, b: FiledRow): boolean => COMPARED.every((name) => a[name] === b[name]);

const centsOf = (text: string): bigint => BigInt(text.replace('.', ''));

export function amendment({ lines, excludedDifference }: FilingChanges): string[] {
  const sentences = lines.flatMap(({ line, filed, computed, difference }) => {
    const name = AMENDED[line];
    return name === undefined
      ? []
      : [`${name}: ${computed} instead of ${filed} USD (difference ${difference})`];
  });
  if (excludedDifference !== 0)
    sentences.push(
      `Disposals without a known value: ${excludedDifference > 0 ? '+' : ''}${excludedDifference}`,
    );
  return sentences.length > 0 ? sentences : ['Rows differ, and no gain and no income changes'];
}

const AMENDED: Partial<Record<FilingLine, string>> = {
  short_term_gain_loss: 'Short-term gain or loss',
  long_term_gain_loss: 'Long-term gain or loss',
  digital_asset_income: 'Digital assets received as ordinary income',
  schedule_c_total: 'Gross receipts of a business',
  interest_income: 'Interest',
};
