import type { Box, Part } from '../boxes';
import type { FormRow } from '../form-row';
import { totalsOf, type Form8949, type FormSection, type FormTotals } from './rows';

export const ROWS_A_PAGE = 14;

export interface Form8949Page {
  part: Part;
  /** Null on the sheet of a year without sales. */
  box: Box | null;
  rows: readonly FormRow[];
  totals: FormTotals;
  /** Totals of the year, on the last sheet of the box. */
  boxTotals: FormTotals | null;
}

/** In form order. A year without sales has one sheet. */
export function pagesOf({ sections }: Form8949): Form8949Page[] {
  const pages = sections.flatMap(pagesOfSection);
  return pages.length > 0
    ? pages
    : [{ part: 'I', box: null, rows: [], totals: totalsOf([]), boxTotals: null }];
}

function pagesOfSection({ part, box, rows, totals }: FormSection): Form8949Page[] {
  const count = Math.max(1, Math.ceil(rows.length / ROWS_A_PAGE));
  return Array.from({ length: count }, (_, page) => {
    const shown = rows.slice(page * ROWS_A_PAGE, (page + 1) * ROWS_A_PAGE);
    return { part, box, rows: shown, totals: totalsOf(shown), boxTotals: page === count - 1 ? totals : null };
  });
}
