import type { Ledger } from '../engine';
import { BOX_NAMES, BOXES, type Account, type Box, type Part } from './boxes';
import type { Cents, Rounding } from './cents';
import { gatherFees } from './gather-fees';
import { rowOf, type FormRow } from './form-row';
import { slicesOf, type Slice } from './slices';

export interface Form8949Request {
  accounts: readonly Account[];
  year: number;
  /** IANA name. It defines the year and the dates. */
  timezone: string;
  rounding?: Rounding;
  /** Groups gas under half a cent in one row per asset, day, term and box. For files only, never for JSON. */
  gatherSmallFees?: boolean;
  /** Transactions that the plan shows. Rows of the others are removed from the lists, not from the totals. */
  shows?: (transactionId: string) => boolean;
}

/** Sums of rounded rows, so that the printed form is consistent. @source tax-rules 1.2 */
export interface FormTotals {
  count: number;
  proceeds: Cents;
  costBasis: Cents;
  adjustment: Cents;
  gain: Cents;
}

/** One ticked box: its sheets of Part I or II. */
export interface FormSection {
  part: Part;
  box: Box;
  /** In order of sale. */
  rows: readonly FormRow[];
  /** Over the whole year, including removed rows. */
  totals: FormTotals;
}

export interface Form8949 {
  year: number;
  timezone: string;
  rounding: Rounding;
  /** Part I before part II, boxes in alphabetical order. */
  sections: readonly FormSection[];
  shortTerm: FormTotals;
  longTerm: FormTotals;
  rowCount: number;
  rowsOmitted: number;
  /** True when rows are missing. Such a form cannot be filed. */
  isLimited: boolean;
  untrackedCount: number;
}

/**
 * Builds Form 8949 of some accounts for one year: one row per slice of a lot. Excludes gifts, donations, lost
 * and stolen units. Includes wash sales if the ledger was replayed with them.
 * @source tax-rules 1.2, 6, 14
 */
export function form8949(ledger: Ledger, request: Form8949Request): Form8949 {
  const { year, timezone, rounding = 'cents', gatherSmallFees = false, shows = () => true } = request;
  const prepare = (slices: Slice[]) =>
    (gatherSmallFees ? gatherFees(slices) : slices).map((slice) => rowOf(slice, rounding));
  const slices = slicesOf(ledger, request);
  const rows = prepare(slices.filter(({ transactionId }) => shows(transactionId)));
  const omitted = prepare(slices.filter(({ transactionId }) => !shows(transactionId)));
  const all = [...rows, ...omitted];
  const inPart = (part: Part) => totalsOf(all.filter(({ box }) => BOXES[box].part === part));
  return {
    year,
    timezone,
    rounding,
    sections: sectionsOf(rows, all),
    shortTerm: inPart('I'),
    longTerm: inPart('II'),
    rowCount: rows.length,
    rowsOmitted: omitted.length,
    isLimited: omitted.length > 0,
    untrackedCount: all.filter(({ isUntracked }) => isUntracked).length,
  };
}

/** Sums the rows of a list. */
export function totalsOf(rows: readonly FormRow[]): FormTotals {
  const totals = { count: rows.length, proceeds: 0n, costBasis: 0n, adjustment: 0n, gain: 0n };
  for (const row of rows) {
    totals.proceeds += row.proceeds;
    totals.costBasis += row.costBasis;
    totals.adjustment += row.adjustment;
    totals.gain += row.gain;
  }
  return totals;
}

export const rowsOf = ({ sections }: Form8949): FormRow[] => sections.flatMap(({ rows }) => rows);

function sectionsOf(rows: readonly FormRow[], all: readonly FormRow[]): FormSection[] {
  return BOX_NAMES.map((name) => ({
    part: BOXES[name].part,
    box: name,
    rows: rows.filter(({ box }) => box === name),
    totals: totalsOf(all.filter(({ box }) => box === name)),
  }))
    .filter(({ totals }) => totals.count > 0)
    .sort((a, b) => a.part.length - b.part.length);
}

/** What the plan leaves out of a form, as one sentence for its reader; empty when nothing. */
export const planGaps = (
  { isLimited, rowsOmitted }: { isLimited: boolean; rowsOmitted: number },
  what: 'rows' | 'receipts',
): string[] =>
  isLimited ? [`${rowsOmitted} ${what} of the year are not shown under the plan of this account.`] : [];
