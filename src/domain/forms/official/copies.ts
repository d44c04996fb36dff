import { summaryForm, type PrintedAs } from '../form-8949/summary';
import type { Box, Part } from '../boxes';
import { totalsOf, type Form8949, type FormTotals } from '../form-8949/rows';
import type { FormRow } from '../form-row';
import { added, FORM_LINES } from '../schedule-d/rows';
import type { LineTotals } from './check';
import { layout8949 } from './layouts';

export interface CopyPart {
  box: Box;
  rows: readonly FormRow[];
  totals: FormTotals;
}

/** One sheet, front and back. A part without rows is null: it stays blank. */
export type FormCopy = Readonly<Record<Part, CopyPart | null>>;

/**
 * One box for each part of a copy, and as many copies as the rows need.
 * @param rowsAPart table lines of one part
 * @source Form 8949, above line 1: "You must check Box A, B, C, G, H, or I below. Check only one box. … complete as
 * many forms with the same box checked as you need"; line 2
 */
export function copiesOf({ sections }: Form8949, rowsAPart: number): FormCopy[] {
  const ofPart = (wanted: Part): CopyPart[] =>
    sections.flatMap(({ part, box, rows }) => (part === wanted ? chunks(box, rows, rowsAPart) : []));
  const short = ofPart('I');
  const long = ofPart('II');
  return Array.from({ length: Math.max(short.length, long.length) }, (_, i) => ({
    I: short[i] ?? null,
    II: long[i] ?? null,
  }));
}

function chunks(box: Box, rows: readonly FormRow[], size: number): CopyPart[] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, i) => {
    const shown = rows.slice(i * size, (i + 1) * size);
    return { box, rows: shown, totals: totalsOf(shown) };
  });
}

const copyCount = ({ sections }: Form8949, rowsAPart: number): number => {
  const ofPart = (wanted: Part) =>
    sections.reduce(
      (sum, { part, rows }) => sum + (part === wanted ? Math.ceil(rows.length / rowsAPart) : 0),
      0,
    );
  return Math.max(ofPart('I'), ofPart('II'));
};

/** Sums of line 2 of all copies, by line of Schedule D. For a year without a known layout, sums of the rows. */
export function lineTotalsOf(form: Form8949): LineTotals {
  const copies = copiesOf(form, layout8949(form.year)?.I.rows.length ?? form.rowCount);
  const parts = copies.flatMap(({ I, II }) => [I, II]);
  return new Map(
    FORM_LINES.map(({ line, boxes }) => {
      const own: readonly Box[] = boxes;
      const found = parts.flatMap((part) => (part !== null && own.includes(part.box) ? [part.totals] : []));
      return [line, found.reduce(added, totalsOf([]))];
    }),
  );
}

/** More copies are printed on the blank pages: each copy has 202 fields. */
const MOST_FILLED = 20;
/** Nobody reads more, and Exception 2 of the form takes an attached statement. */
const MOST_COPIES = 1_000;

export type OfficialKind = 'fields' | 'stamped';

/** @returns null where the official form does not take the rows of the year: none, too many, or an unknown layout */
export function officialKind(form: Form8949): OfficialKind | null {
  const rowsAPart = layout8949(form.year)?.I.rows.length;
  const copies = rowsAPart === undefined ? 0 : copyCount(form, rowsAPart);
  if (copies === 0 || copies > MOST_COPIES) return null;
  return copies > MOST_FILLED ? 'stamped' : 'fields';
}

/**
 * OFFICIAL_STATES: what a PDF of a form is. `statement`: a statement with the columns of the form, because the
 * installed official form does not take the rows of the year.
 */
export const OFFICIAL_STATES = ['not_installed', 'fields', 'stamped', 'statement'] as const;
export type OfficialState = (typeof OFFICIAL_STATES)[number];

export const officialState8949 = (form: Form8949, isInstalled: boolean, as?: PrintedAs): OfficialState =>
  isInstalled ? (officialKind(as === 'summary' ? summaryForm(form) : form) ?? 'statement') : 'not_installed';

/** Schedule D has one sheet. */
export const officialStateD = (isInstalled: boolean): OfficialState =>
  isInstalled ? 'fields' : 'not_installed';
