import type { Ledger } from '../engine';
import { BOX_NAMES, BOXES, type Account, type Box, type Part } from './boxes';
import type { Cents, Rounding } from './cents';
import { gatherFees } from './gather-fees';
import { rowOf, type FormRow } from './form-row';
import { slicesOf, type Slice } from './slices';

export interface Form8949Request {
  accounts: readonly Account[];
  year: number;
  /** IANA name; decides the year and the dates. */
  timezone: string;
  rounding?: Rounding;
  /** Gas under half a cent in one row per asset, day, term and box: for files, never for JSON. */
  gatherSmallFees?: boolean;
  /** Transactions a plan shows; rows of the others are left out of the lists, not of the totals. */
  shows?: (transactionId: string) => boolean;
}

/** Sums of rounded rows, so that the form adds up. @source tax-rules 1.2 */
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
  /** In the order of sale. */
  rows: readonly FormRow[];
  /** Over the whole year, rows left out included. */
  totals: FormTotals;
}

export interface Form8949 {
  year: number;
  timezone: string;
  rounding: Rounding;
  /** Part I before part II, boxes in the order of the alphabet. */
  sections: readonly FormSection[];
  shortTerm: FormTotals;
  longTerm: FormTotals;
  rowCount: number;
  rowsOmitted: number;
  /** True when rows are left out: such a form cannot be filed. */
  isLimited: boolean;
  untrackedCount: number;
}

/**
 * Form 8949 of some accounts for one year: one row per slice of a lot; gifts, donations, lost and stolen units are
 * not on it. Wash sales are where the ledger was replayed with them.
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

/** What the rows of a list amount to. */
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
