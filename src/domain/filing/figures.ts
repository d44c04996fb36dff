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

/** A row as it was filed. Text with two decimals, USD. */
export interface FiledRow {
  /** The disposed slice. The id does not depend on prices. */
  id: string;
  description: string;
  dateAcquired: string | null;
  dateSold: string;
  term: 'short' | 'long';
  proceeds: string;
  costBasis: string;
  adjustment: string;
  gain: string;
}

export interface FilingFigures {
  lines: Readonly<Record<FilingLine, string>>;
  /** Disposals without a known value. They are in no line. */
  excludedCount: number;
  reasons: readonly StatusReason[];
  /** Null when the year has more rows than are stored. */
  rows: readonly FiledRow[] | null;
}

/** A year with more rows is compared by its lines only. */
export const MAX_FILED_ROWS = 20_000;

export interface FilingScope {
  wallet: string;
  year: number;
  /** IANA name. It defines the year and the dates. */
  timezone: string;
}

export interface FiledForms {
  form8949: Form8949;
  schedule1: Schedule1;
}

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
