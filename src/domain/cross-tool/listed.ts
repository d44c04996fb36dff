import { dayText } from '../kernel/calendar';
import type { DifferentRow, ToolComparison } from './compare';
import type { Part } from './explain';
import { addTo, nothing, type Amounts } from './tool-row';

/** Rows that an answer lists, and facts of each side of a row. */
const MAX_ROWS = 1_000;
const MAX_PLACES = 10;

export interface ListedDifference {
  year: number;
  symbol: string;
  /** `YYYY-MM-DD`. Null where a side has no row. */
  ownDay: string | null;
  theirDay: string | null;
  own: Amounts;
  theirs: Amounts;
  parts: readonly Part[];
  ownRows: number;
  theirRows: number;
  transactions: readonly { wallet: string; transactionId: string; txHash: string | null }[];
  lines: readonly { file: number; line: number }[];
}

export interface ListedToolComparison extends Omit<ToolComparison, 'rows'> {
  rows: readonly ListedDifference[];
  rowsTotal: number;
  /** Rows that are not listed, and what their gains and income differ by together. */
  omitted: { count: number; difference: bigint };
}

/** @param shown transactions that the plan shows. Null for all */
export function listedComparison(
  comparison: ToolComparison,
  shown: ReadonlySet<string> | null,
): ListedToolComparison {
  const rows: ListedDifference[] = [];
  const omitted = { count: 0, difference: 0n };
  for (const row of comparison.rows) {
    const isShown = shown === null || row.own.every(({ transactionId }) => shown.has(transactionId));
    if (rows.length < MAX_ROWS && isShown) {
      rows.push(toListed(row));
      continue;
    }
    omitted.count += 1;
    omitted.difference += row.difference.gain + row.difference.income;
  }
  return { ...comparison, rows, rowsTotal: comparison.rows.length, omitted };
}

function toListed({ own, theirs, parts, year }: DifferentRow): ListedDifference {
  const sum = (rows: readonly { amounts: Amounts }[]): Amounts => {
    const total = nothing();
    for (const { amounts } of rows) addTo(total, amounts);
    return total;
  };
  const days = (rows: readonly { day: number }[]) => (rows[0] ? dayText(rows[0].day) : null);
  const transactions = new Map(
    own.map(({ wallet, transactionId, txHash }) => [transactionId, { wallet, transactionId, txHash }]),
  );
  return {
    year,
    symbol: own[0]?.asset.symbol ?? theirs[0]?.asset ?? '',
    ownDay: days(own),
    theirDay: days(theirs),
    own: sum(own),
    theirs: sum(theirs),
    parts,
    ownRows: own.length,
    theirRows: theirs.length,
    transactions: [...transactions.values()].slice(0, MAX_PLACES),
    lines: theirs.slice(0, MAX_PLACES).map(({ file, line }) => ({ file, line })),
  };
}
