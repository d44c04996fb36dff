import type { Cents, Rounding } from '../cents';
import type { FormTotals } from '../form-8949/rows';
import type { FormRow } from '../form-row';
import { usDate } from '../us-date';
import type { ScheduleD } from '../schedule-d/rows';
import { printedAmount } from '../paper/amounts';
import type { CopyPart, FormCopy } from './copies';
import type { AmountLine, Layout8949, LayoutScheduleD, PartLayout, TableLine } from './layouts';

/** By field name. Absent cells stay empty. */
export interface FilledCells {
  texts: ReadonlyMap<string, string>;
  /** Field -> the state that ticks it. Null: the only one that the file has. */
  checks: ReadonlyMap<string, string | null>;
}

export type FitDescription = (field: string, row: FormRow, line: number) => string;

export function fill8949(
  layout: Layout8949,
  copy: FormCopy,
  rounding: Rounding,
  fit: FitDescription,
): FilledCells {
  const texts = new Map<string, string>();
  const checks = new Map<string, string | null>();
  for (const part of ['I', 'II'] as const) {
    const shown = copy[part];
    if (shown !== null) fillPart(layout[part], shown, rounding, fit, { texts, checks });
  }
  return { texts, checks };
}

function fillPart(
  { boxes, rows, totals }: PartLayout,
  { box, rows: shown, totals: sums }: CopyPart,
  rounding: Rounding,
  fit: FitDescription,
  { texts, checks }: { texts: Map<string, string>; checks: Map<string, string | null> },
): void {
  const amount = (cents: Cents) => printedAmount(cents, rounding);
  const ticked = boxes.find((each) => each.box === box);
  if (!ticked) throw new RangeError(`The form has no box ${box}`);
  checks.set(ticked.field, ticked.on);
  for (const [i, row] of shown.entries()) {
    const cells = rows[i];
    if (!cells) throw new RangeError('The copy has more rows than the form');
    texts.set(cells.a, fit(cells.a, row, i + 1));
    texts.set(cells.b, usDate(row.dateAcquired));
    texts.set(cells.c, usDate(row.dateSold));
    texts.set(cells.d, amount(row.proceeds));
    texts.set(cells.e, amount(row.costBasis));
    if (row.adjustmentCode !== '') texts.set(cells.f, row.adjustmentCode);
    if (hasAdjustment(row)) texts.set(cells.g, amount(row.adjustment));
    texts.set(cells.h, amount(row.gain));
  }
  texts.set(totals.d, amount(sums.proceeds));
  texts.set(totals.e, amount(sums.costBasis));
  if (shown.some(hasAdjustment)) texts.set(totals.g, amount(sums.adjustment));
  texts.set(totals.h, amount(sums.gain));
}

/** A code without an amount has 0 in column (g). @source instructions of Form 8949, column (g) */
const hasAdjustment = ({ adjustment, adjustmentCode }: FormRow): boolean =>
  adjustment !== 0n || adjustmentCode !== '';

/** Lines whose brackets the form prints: the cell has a positive amount. */
const PRINTED_BRACKETS: ReadonlySet<string> = new Set(['6', '14', '21']);
/** Sums of other lines are never blank. */
const SUMS: ReadonlySet<string> = new Set(['7', '15', '16']);

/**
 * The cells that follow from Form 8949 and the carryovers. Lines of other income, line 19, and the questions about
 * opportunity funds and of lines 20 and 22 stay blank.
 * @source Schedule D (Form 1040) 2025, lines 1b to 21
 */
export function fillScheduleD(
  { table, amounts, line17 }: LayoutScheduleD,
  schedule: ScheduleD,
  rounding: Rounding,
): FilledCells {
  const texts = new Map<string, string>();
  const checks = new Map<string, string | null>();
  const amount = (cents: Cents) => printedAmount(cents, rounding);
  for (const { line, totals, gain } of schedule.rows) {
    if (totals !== null) {
      if (totals.count > 0) setTotals(texts, table[line as TableLine], totals, amount);
    } else if (gain !== 0n || SUMS.has(line)) {
      const shown = PRINTED_BRACKETS.has(line) && gain < 0n ? -gain : gain;
      texts.set(amounts[line as AmountLine], amount(shown));
    }
  }
  const isAsked = gainOf(schedule, '16') > 0n;
  const tick = gainOf(schedule, '15') > 0n ? line17.yes : line17.no;
  if (isAsked) checks.set(tick.field, tick.on);
  return { texts, checks };
}

function setTotals(
  texts: Map<string, string>,
  cells: LayoutScheduleD['table'][TableLine],
  { proceeds, costBasis, adjustment, gain }: FormTotals,
  amount: (cents: Cents) => string,
): void {
  texts.set(cells.d, amount(proceeds));
  texts.set(cells.e, amount(costBasis));
  if (adjustment !== 0n) texts.set(cells.g, amount(adjustment));
  texts.set(cells.h, amount(gain));
}

const gainOf = ({ rows }: ScheduleD, line: string): Cents =>
  rows.find((row) => row.line === line)?.gain ?? 0n;

/** No cell holds more letters. The name of a token has any length. */
const MOST_KEPT = 120;

export function cutInMiddle(text: string, reference: string, fits: (text: string) => boolean): string {
  if (fits(text)) return text;
  for (let kept = Math.min(text.length - 1, MOST_KEPT); kept > 1; kept--) {
    const head = Math.ceil(kept / 2);
    const cut = `${text.slice(0, head)}...${text.slice(text.length - (kept - head))} ${reference}`;
    if (fits(cut)) return cut;
  }
  return reference;
}

export const referenceOf = ({ lotId }: FormRow, place: string): string =>
  lotId === null ? place : `lot ${lotId.slice(0, 8)}`;
