import { isPreliminaryYear, LAW_AS_OF } from '../../engine';
import { legendOf, signOf, type Stamp } from '../status/notices';
import type { Mark } from '../status/status';
import { PAGE, type Sheet } from './sheet';

export interface Place {
  page: number;
  of: number;
  reportId?: string;
}

/** Between the margins, in points. */
export const WIDTH = PAGE.width - 2 * PAGE.margin;
const LEFT = PAGE.margin;

export function header(
  sheet: Sheet,
  { form, title, year }: { form: string; title: string; year: number },
): void {
  sheet.text('Statement for Form', { x: LEFT, y: 44, width: 110 }, { size: 8 });
  sheet.text(form, { x: LEFT, y: 54, width: 110 }, { size: form.length > 6 ? 14 : 20, font: 'bold' });
  sheet.text(title, { x: LEFT, y: 46, width: WIDTH }, { size: 13, font: 'bold', align: 'center' });
  sheet.text(
    'Statement with the columns of the form. It is not the official form, and not tax advice.',
    { x: LEFT, y: 66, width: WIDTH },
    { size: 7, align: 'center' },
  );
  sheet.text(String(year), { x: LEFT, y: 48, width: WIDTH }, { size: 20, font: 'bold', align: 'right' });
  if (isPreliminaryYear(year))
    sheet.text(
      `PRELIMINARY: rules of ${LAW_AS_OF}`,
      { x: LEFT, y: 70, width: WIDTH },
      { size: 7, font: 'bold', align: 'right' },
    );
  sheet.rule(80, undefined, undefined, 1);
  sheet.text('Name(s) shown on return', { x: LEFT, y: 85, width: 300 }, { size: 7 });
  sheet.text(
    'Social security number or taxpayer identification number',
    { x: 384, y: 85, width: 192 },
    { size: 7 },
  );
  sheet.upright(380, 80, 122);
  sheet.rule(122, undefined, undefined, 1);
}

export function footer(sheet: Sheet, form: string, { page, of, reportId }: Place): void {
  const y = PAGE.height - PAGE.margin - 10;
  sheet.rule(y - 5);
  sheet.text(form, { x: LEFT, y, width: WIDTH }, { size: 8, font: 'bold' });
  if (reportId !== undefined)
    sheet.text(`Report ${reportId}`, { x: LEFT, y, width: WIDTH }, { size: 7, align: 'center' });
  sheet.text(`Page ${page} of ${of}`, { x: LEFT, y, width: WIDTH }, { size: 8, align: 'right' });
}

const STAMP_LINES = 4;

/** The sheet states why the form cannot be filed, so that nobody files it by mistake. */
export function stamp(sheet: Sheet, { word, sentence }: Stamp): void {
  sheet.stamp(word);
  sheet.bounded(sentence, { x: LEFT, y: 6, width: WIDTH }, STAMP_LINES, {
    size: 7,
    font: 'bold',
    align: 'center',
  });
}

const SIGN_SIZE = 10;

export const sign = (sheet: Sheet, middle: number, marks: readonly Mark[]): void => {
  const text = signOf(marks);
  const at = { x: LEFT - SIGN_SIZE - 2, y: middle - SIGN_SIZE / 2, width: SIGN_SIZE };
  if (text !== '') sheet.text(text, at, { size: SIGN_SIZE, font: 'bold', align: 'center' });
};

export const legend = (sheet: Sheet, marks: readonly Mark[]): void => {
  if (marks.length === 0) return;
  const at = { x: LEFT, y: PAGE.height - PAGE.margin - 32, width: WIDTH };
  sheet.bounded(legendOf(marks), at, 2, { size: 7 });
};
