import type { Form8949, FormSection } from './rows';
import type { FormFlag, FormRow } from '../form-row';

/** `summary`: one row for each box. `attachment`: the rows of those boxes. Absent: all rows are on the form. */
export type PrintedAs = 'summary' | 'attachment';

const DESCRIPTION = 'See attached statement';
const CODE = 'M';

/**
 * One row for each box: the sums of the listed rows, which an attached statement has. Columns (b) and (c) are blank.
 * The row has every mark of its rows. Sums of the year do not change.
 * @source instructions of Form 8949, Exception 2 and code M
 */
export function summaryForm(form: Form8949): Form8949 {
  const sections = form.sections.map((section) => ({ ...section, rows: rowsOf(section) }));
  return { ...form, sections, rowCount: sections.reduce((count, { rows }) => count + rows.length, 0) };
}

function rowsOf({ box, part, rows }: FormSection): FormRow[] {
  if (rows.length === 0) return [];
  const sums = { proceeds: 0n, fees: 0n, costBasis: 0n, adjustment: 0n, gain: 0n };
  const letters = new Set<string>([CODE]);
  const flags = new Set<FormFlag>();
  for (const row of rows) {
    for (const column of ['proceeds', 'fees', 'costBasis', 'adjustment', 'gain'] as const)
      sums[column] += row[column];
    for (const letter of row.adjustmentCode) letters.add(letter);
    for (const flag of row.flags) flags.add(flag);
  }
  const doubts = new Set(rows.map(({ uncertainty }) => uncertainty));
  const uncertainty = (['uncertain_type', 'settled_loan'] as const).find((doubt) => doubts.has(doubt));
  const row: FormRow = {
    ...sums,
    description: DESCRIPTION,
    dateAcquired: '',
    dateSold: '',
    adjustmentCode: [...letters].sort().join(''),
    box,
    isLongTerm: part === 'II',
    symbol: '',
    chain: '',
    quantity: '',
    wallet: '',
    transactionId: '',
    txHash: null,
    lotId: null,
    disposalId: null,
    isUntracked: rows.some(({ isUntracked }) => isUntracked),
    isNft: false,
    valueStatus: 'known',
    isAggregated: true,
    flags: [...flags],
    ...(uncertainty && { uncertainty }),
  };
  return [row];
}
