import type { Amounts, ListedDifference, ListedToolComparison, Tool } from '../../domain/cross-tool';
import { centsText } from '../../domain/forms';
import { accountOf } from '../../domain/kernel/address';
import type { AssumptionsResponse } from '../shapes.dto';
import type {
  ToolAmountsResponse,
  ToolComparisonResponse,
  ToolDifferenceResponse,
} from './tool-comparison.shapes.dto';

interface Table {
  file: number;
  table: string | null;
  format: string;
  kind: 'gain' | 'income' | null;
  rowsRead: number;
  rejected: readonly { line: number; reason: string }[];
}

interface Compared {
  tool: Tool;
  tables: readonly Table[];
  comparison: ListedToolComparison;
}

const MAX_REJECTED = 100;

const NOTE_INSEPARABLE =
  'The files state no wallet: what the pool of all wallets and what the method explain cannot be told apart. The amount of the pool is that of first in, first out.';
const NOTE_APPROXIMATE =
  'The own adjustments of wash sales are approximate: there are too many to match each.';
const NOTE_NO_KIND = {
  gain: 'The files have no sales: sales are not compared.',
  income: 'The files have no receipts of income: they are not compared.',
} as const;
const NOTE_NO_VALUE = 'own row(s) have no known value: the own amounts have 0 for them.';
const NOTE_NO_BASIS = 'own row(s) are of units of unknown basis: the own amounts have the basis 0 for them.';
const NOTE_REJECTED = 'Rows that cannot be read are in no amount of the tool.';

export function toToolComparison(
  { tool, tables, comparison }: Compared,
  { address, year, assumptions }: { address: string; year?: number; assumptions: AssumptionsResponse },
): ToolComparisonResponse {
  const { own, theirs, reasons, omitted, unknown } = comparison;
  const rejected = tables.flatMap(({ file, table, rejected: rows }) =>
    rows.map(({ line, reason }) => ({ file, table, line, reason })),
  );
  const open = reasons.find(({ reason }) => reason === 'unexplained');
  return {
    address,
    tax_year: year ?? null,
    tool,
    files: tables.map(({ file, table, format, rowsRead, rejected: rows }) => ({
      ...{ file, table, format, rows_read: rowsRead, rows_rejected: rows.length },
    })),
    rows_rejected: rejected.slice(0, MAX_REJECTED),
    rows_rejected_total: rejected.length,
    own: toAmounts(own),
    theirs: toAmounts(theirs),
    difference: toAmounts({
      proceeds: theirs.proceeds - own.proceeds,
      costBasis: theirs.costBasis - own.costBasis,
      gain: theirs.gain - own.gain,
      income: theirs.income - own.income,
    }),
    reasons: reasons.map(({ reason, count, amounts }) => ({ reason, count, ...toAmounts(amounts) })),
    unexplained: toAmounts(open?.amounts ?? { proceeds: 0n, costBasis: 0n, gain: 0n, income: 0n }),
    years: comparison.years.map((one) => ({
      tax_year: one.year,
      own: toAmounts(one.own),
      theirs: toAmounts(one.theirs),
      moved: toAmounts(one.moved),
    })),
    agreed_count: comparison.agreed,
    rows: comparison.rows.map(toRow),
    rows_total: comparison.rowsTotal,
    rows_not_listed: omitted.count,
    not_listed_difference: centsText(omitted.difference),
    rows_outside: comparison.outside,
    notes: [
      ...(['gain', 'income'] as const)
        .filter((kind) => !tables.some((table) => table.kind === kind))
        .map((kind) => NOTE_NO_KIND[kind]),
      ...(comparison.isInseparable ? [NOTE_INSEPARABLE] : []),
      ...(comparison.isApproximate ? [NOTE_APPROXIMATE] : []),
      ...(rejected.length > 0 ? [NOTE_REJECTED] : []),
      ...(unknown.values > 0 ? [`${unknown.values} ${NOTE_NO_VALUE}`] : []),
      ...(unknown.bases > 0 ? [`${unknown.bases} ${NOTE_NO_BASIS}`] : []),
    ],
    assumptions,
  };
}

const toAmounts = ({ proceeds, costBasis, gain, income }: Amounts): ToolAmountsResponse => ({
  proceeds: centsText(proceeds),
  cost_basis: centsText(costBasis),
  gain_loss: centsText(gain),
  income: centsText(income),
});

const toRow = (row: ListedDifference): ToolDifferenceResponse => ({
  tax_year: row.year,
  symbol: row.symbol,
  own_date: row.ownDay,
  their_date: row.theirDay,
  own: toAmounts(row.own),
  theirs: toAmounts(row.theirs),
  reasons: row.parts.map(({ reason, amounts }) => ({ reason, ...toAmounts(amounts) })),
  own_rows: row.ownRows,
  their_rows: row.theirRows,
  transactions: row.transactions.map(({ wallet, transactionId, txHash }) => ({
    wallet_address: accountOf(wallet) ?? wallet,
    transaction_id: transactionId,
    tx_hash: txHash,
  })),
  lines: row.lines.map(({ file, line }) => ({ file, line })),
});
