import type { Ledger } from '../../engine';
import { yearBounds } from '../../kernel/calendar';
import { finished, mapSliced, type Sliced } from '../../kernel/slices';
import { LawInForce } from '../../law';
import { BOX_NAMES, BOXES, type Account, type Box, type Part } from '../boxes';
import type { Cents, Rounding } from '../cents';
import { collectiblesWith } from '../collectibles';
import { gatherFees } from './gather-fees';
import { POSSIBLY_TWICE, roundedRow, rowOf, type FormRow } from '../form-row';
import { tallyRow } from '../status/row-marks';
import { ReasonTally, type FormBasis, type StatusReason } from '../status/status';
import { isOfForm8949, tallyUnsettled, type Unsettled } from '../status/unsettled';
import { slicesOf, type Slice } from '../slices';

export interface Form8949Request {
  accounts: readonly Account[];
  year: number;
  /** IANA name. It defines the year and the dates. */
  timezone: string;
  rounding?: Rounding;
  /** Groups gas under half a cent in one row per wallet, asset, day, term and box. For files only, never for JSON. */
  gatherSmallFees?: boolean;
  /** Transactions that the plan shows. Rows of the others are removed from the lists, not from the totals. */
  shows?: (transactionId: string) => boolean;
  /** NFTs that their owner holds for collectibles, as in `collectiblesWith`. */
  collectibleNfts?: readonly string[];
  unsettled?: readonly Unsettled[];
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
  rows: readonly FormRow[];
  /** Over the whole year, including removed rows. */
  totals: FormTotals;
}

export interface Form8949 extends FormBasis {
  year: number;
  timezone: string;
  rounding: Rounding;
  /** Part I before part II, boxes in alphabetical order. */
  sections: readonly FormSection[];
  shortTerm: FormTotals;
  longTerm: FormTotals;
  rowCount: number;
  rowsOmitted: number;
  /** True when the plan limits the rows. Such a form cannot be filed. */
  isLimited: boolean;
  untrackedCount: number;
  /** Rows without a value, in order of sale. They are in no section and in no total. */
  needsValue: readonly FormRow[];
  /** Number and basis of the rows without a value, including removed rows. */
  excludedCount: number;
  excludedBasis: Cents;
  doubtfulCount: number;
  /** True when the distribution of wash-sale losses over the rows is not exact. */
  isApproximate: boolean;
}

/**
 * One row per slice of a lot. Excludes gifts, donations, lost and stolen units. Includes wash sales if the ledger was
 * replayed with them.
 * @source tax-rules 1.2, 6, 14
 */
export const form8949 = (ledger: Ledger, request: Form8949Request): Form8949 =>
  finished(form8949InSlices(ledger, request));

/** In slices, because a year of an active wallet has a hundred thousand rows. */
export function* form8949InSlices(ledger: Ledger, request: Form8949Request): Sliced<Form8949> {
  return formOf(yield* formRowsInSlices(ledger, request), request);
}

export interface FormRows {
  rows: readonly FormRow[];
  omitted: readonly FormRow[];
  excluded: readonly FormRow[];
  isApproximate: boolean;
}

export function* formRowsInSlices(ledger: Ledger, request: Form8949Request): Sliced<FormRows> {
  const { rounding = 'cents', gatherSmallFees = false, shows = () => true } = request;
  const isCollectible = collectiblesWith(request.collectibleNfts);
  const toRow = (slice: Slice) => rowOf(slice, rounding, isCollectible);
  const prepare = (some: Slice[]) => mapSliced(gatherSmallFees ? gatherFees(some, rounding) : some, toRow);
  const slices = yield* slicesOf(ledger, request, LawInForce.of(request.year));
  const known = slices.filter(({ valueStatus }) => valueStatus === 'known');
  return {
    rows: yield* prepare(known.filter(({ transactionId }) => shows(transactionId))),
    omitted: yield* prepare(known.filter(({ transactionId }) => !shows(transactionId))),
    excluded: yield* mapSliced(
      slices.filter(({ valueStatus }) => valueStatus === 'missing'),
      toRow,
    ),
    isApproximate: ledger.isApproximate,
  };
}

/**
 * Uses the rows that a broker reported, in order of sale, and then rounds each amount.
 * @param reported in cents, including rows without a value. An empty `transactionId`: a row without a transaction,
 * which every plan shows
 */
export function withRows(
  form: FormRows,
  reported: readonly FormRow[],
  { rounding = 'cents', shows = () => true }: Form8949Request,
): FormRows {
  const isShown = ({ transactionId }: FormRow) => transactionId === '' || shows(transactionId);
  const all = reported.map((row) => roundedRow(row, rounding)).sort(bySale);
  const known = all.filter(({ valueStatus }) => valueStatus === 'known');
  return {
    rows: known.filter(isShown),
    omitted: known.filter((row) => !isShown(row)),
    excluded: all.filter(({ valueStatus }) => valueStatus === 'missing'),
    isApproximate: form.isApproximate,
  };
}

const bySale = (a: FormRow, b: FormRow): number =>
  a.dateSold === b.dateSold ? 0 : a.dateSold < b.dateSold ? -1 : 1;

export function formOf(
  { rows, omitted, excluded, isApproximate }: FormRows,
  request: Form8949Request,
): Form8949 {
  const { year, timezone, rounding = 'cents', shows = () => true } = request;
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
    needsValue: excluded.filter(({ transactionId }) => shows(transactionId)),
    excludedCount: excluded.length,
    excludedBasis: excluded.reduce((sum, { costBasis }) => sum + costBasis, 0n),
    doubtfulCount: all.filter(({ flags }) => flags.includes(POSSIBLY_TWICE)).length,
    isApproximate,
    reasons: reasonsOf({ rows: all, omitted, excluded, isApproximate }, request),
  };
}

function reasonsOf(
  { rows, omitted, excluded, isApproximate }: FormRows,
  { accounts, year, timezone, unsettled = [] }: Form8949Request,
): StatusReason[] {
  const tally = new ReasonTally();
  for (const row of rows) tallyRow(tally, row);
  for (const row of excluded) tallyRow(tally, row);
  tally.add('rows_not_shown', totalsOf(omitted).proceeds, omitted.length);
  if (isApproximate) tally.add('wash_sales_approximate', null);
  const wallets = new Set(accounts.map(({ wallet }) => wallet));
  tallyUnsettled(tally, unsettled.filter(isOfForm8949), {
    isOf: (wallet) => wallets.has(wallet),
    ...yearBounds(year, timezone),
    marked: new Set(rows.flatMap((row) => (row.uncertainty ? [row.transactionId] : []))),
  });
  return tally.reasons;
}

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
