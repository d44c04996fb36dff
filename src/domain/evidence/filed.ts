import type { AppliedRow } from '../broker';
import type { FilingLine } from '../filing';
import { centsText, copiesOf, FORM_LINES, layout8949, type Box, type Cents, type Form8949 } from '../forms';

/** Where a line stands on the forms. Copies and rows count from 1. */
export interface FiledPlace {
  copy: number;
  row: number;
  scheduleDLine: string;
}

interface Columns {
  box: Box;
  description: string;
  dateSold: string;
  proceeds: Cents;
  costBasis: Cents;
  adjustment: Cents;
  gain: Cents;
}

const keyOf = ({ box, description, dateSold, proceeds, costBasis, adjustment, gain }: Columns): string =>
  [box, description, dateSold, proceeds, costBasis, adjustment, gain].join('|');

/** Finds the lines of a form, each once. */
export class FiledLines {
  private readonly places = new Map<string, FiledPlace[]>();

  constructor(form: Form8949) {
    const copies = copiesOf(form, layout8949(form.year)?.I.rows.length ?? Math.max(1, form.rowCount));
    for (const [i, { I, II }] of copies.entries())
      for (const part of [I, II])
        for (const [j, row] of (part?.rows ?? []).entries()) {
          const place = { copy: i + 1, row: j + 1, scheduleDLine: lineOf(row.box) };
          this.places.set(keyOf(row), [...(this.places.get(keyOf(row)) ?? []), place]);
        }
  }

  /** @returns null when the form has no such line left: it was filed otherwise */
  take(line: AppliedRow): FiledPlace | null {
    const found = this.places.get(keyOf(line));
    return found?.shift() ?? null;
  }
}

const lineOf = (box: Box): string =>
  FORM_LINES.find(({ boxes }) => (boxes as readonly Box[]).includes(box))?.line ?? '';

export type FiledLines8949 = Readonly<Partial<Record<FilingLine, string>>>;

/** Compares a form with the lines of a year that was frozen. */
export const isAsFiled = ({ shortTerm, longTerm }: Form8949, lines: FiledLines8949): boolean =>
  centsText(shortTerm.proceeds) === lines.short_term_proceeds &&
  centsText(shortTerm.costBasis) === lines.short_term_cost_basis &&
  centsText(shortTerm.adjustment) === lines.short_term_adjustments &&
  centsText(shortTerm.gain) === lines.short_term_gain_loss &&
  centsText(longTerm.proceeds) === lines.long_term_proceeds &&
  centsText(longTerm.costBasis) === lines.long_term_cost_basis &&
  centsText(longTerm.adjustment) === lines.long_term_adjustments &&
  centsText(longTerm.gain) === lines.long_term_gain_loss;
