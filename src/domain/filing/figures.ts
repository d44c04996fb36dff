import {
  centsText,
  joinedReasons,
  rowsOf,
  schedule1Lines,
  withHistory,
  type Form8949,
  type FormRow,
  type Schedule1,
  type StatusReason,
} from '../forms';
import { mapSliced, type Sliced } from '../kernel/slices';

/** FILING_LINES: the totals of a tax year that a return repeats. Text with two decimals, USD. */
export const FILING_LINES = [
  'short_term_proceeds',
  'short_term_cost_basis',
  'short_term_adjustments',
  'short_term_gain_loss',
  'long_term_proceeds',
  'long_term_cost_basis',
  'long_term_adjustments',
  'long_term_gain_loss',
  'digital_asset_income',
  'schedule_c_total',
  'interest_income',
] as const;
export type FilingLine = (typeof FILING_LINES)[number];

/** One row of Form 8949 as it was filed. Amounts are text with two decimals, USD. */
export interface FiledRow {
  /** Id of the disposed slice. It does not depend on prices. */
  id: string;
  description: string;
  /** `YYYY-MM-DD` */
  dateAcquired: string | null;
  dateSold: string;
  term: 'short' | 'long';
  proceeds: string;
  costBasis: string;
  adjustment: string;
  gain: string;
}

/** The content of the forms of one wallet and year, small enough to be stored with each report. */
export interface FilingFigures {
  lines: Readonly<Record<FilingLine, string>>;
  /** Disposals without a known value. They are in no line. */
  excludedCount: number;
  /** What the forms rest on that is not known. */
  reasons: readonly StatusReason[];
  /** Null when the year has more rows than are stored. */
  rows: readonly FiledRow[] | null;
}

/** Rows stored with a report. A year with more is compared by its lines only. */
export const MAX_FILED_ROWS = 20_000;

export interface FilingScope {
  wallet: string;
  year: number;
  /** IANA name. It defines the year and the dates. */
  timezone: string;
}

/** The forms of one wallet and year with all rows, also of those that a plan does not show. */
export interface FiledForms {
  form8949: Form8949;
  schedule1: Schedule1;
}

/** The figures of all rows of the year. */
export function* filingFigures({ form8949, schedule1 }: FiledForms): Sliced<FilingFigures> {
  const income = schedule1Lines(schedule1);
  yield;
  const { shortTerm, longTerm, excludedCount } = form8949;
  const rows = rowsOf(form8949);
  const isStored = rows.length <= MAX_FILED_ROWS;
  return {
    lines: {
      short_term_proceeds: centsText(shortTerm.proceeds),
      short_term_cost_basis: centsText(shortTerm.costBasis),
      short_term_adjustments: centsText(shortTerm.adjustment),
      short_term_gain_loss: centsText(shortTerm.gain),
      long_term_proceeds: centsText(longTerm.proceeds),
      long_term_cost_basis: centsText(longTerm.costBasis),
      long_term_adjustments: centsText(longTerm.adjustment),
      long_term_gain_loss: centsText(longTerm.gain),
      digital_asset_income: centsText(income.line8vTotal),
      schedule_c_total: centsText(income.scheduleCTotal),
      interest_income: centsText(income.scheduleBInterestTotal),
    },
    excludedCount,
    reasons: withHistory(joinedReasons([form8949.reasons, ownReasons(schedule1)]), form8949.historyGaps),
    rows: isStored ? (yield* mapSliced(rows, filedRow)).flat() : null,
  };
}

/** Without what Form 8949 counts too. */
const ownReasons = ({ reasons }: Schedule1): StatusReason[] =>
  reasons.filter(({ mark }) => mark !== 'held_operation');

const filedRow = (row: FormRow): FiledRow[] =>
  row.disposalId === null
    ? []
    : [
        {
          id: row.disposalId,
          description: row.description,
          dateAcquired: /^\d/.test(row.dateAcquired) ? row.dateAcquired : null,
          dateSold: row.dateSold,
          term: row.isLongTerm ? 'long' : 'short',
          proceeds: centsText(row.proceeds),
          costBasis: centsText(row.costBasis),
          adjustment: centsText(row.adjustment),
          gain: centsText(row.gain),
        },
      ];
