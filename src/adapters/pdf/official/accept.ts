import {
  expectedFields,
  FORM_TITLES,
  layout8949,
  OFFICIAL_FORMS,
  type OfficialForm,
} from '../../../domain/forms';

import { fieldsOf, openForm, piecesOf, squeezed, type FieldAt, type Piece, type Rect } from './form-document';

export interface FormIdentity {
  form: OfficialForm;
  year: number;
}

export class NotAccepted extends Error {}

/** At the foot of the pages, without spaces. */
const FOOTERS: Readonly<Record<OfficialForm, RegExp>> = {
  f8949: /Form8949\((20\d\d)\)/g,
  f1040sd: /ScheduleD\(Form1040\)\(?(20\d\d)\)?/g,
};
const DRAFT = /DRAFT|DONOTFILE/i;
/** Front and back. A draft has a cover page before them. */
const PAGES = 2;

/** From the printed text. @throws NotAccepted for a file that is no PDF, a draft, or none of the forms */
export async function identityOf(bytes: Uint8Array): Promise<FormIdentity> {
  const document = await openForm(bytes).catch((error: unknown) => {
    throw new NotAccepted(`The file cannot be read as a PDF: ${(error as Error).message}`);
  });
  const pages = document.getPages().map(piecesOf);
  const text = pages.map(squeezed).join('');
  if (DRAFT.test(text)) throw new NotAccepted('The form has a DRAFT mark. Drafts are never installed.');
  const found = OFFICIAL_FORMS.map((form) => ({
    form,
    years: new Set([...text.matchAll(FOOTERS[form])].map(([, year]) => Number(year))),
  })).filter(({ years }) => years.size > 0);
  const [only] = found;
  const [year] = only?.years ?? [];
  if (only === undefined || year === undefined || found.length > 1 || only.years.size > 1)
    throw new NotAccepted(
      `The foot of the pages does not name one form with its year, such as "${FORM_TITLES.f8949} (2025)".`,
    );
  if (pages.length !== PAGES)
    throw new NotAccepted(`The form has ${pages.length} pages instead of ${PAGES}: it may be a draft.`);
  return { form: only.form, year };
}

/**
 * Checks that every field of a form is where it belongs.
 * @returns the names of all fields
 * @throws NotAccepted with all problems
 */
export async function acceptForm(bytes: Uint8Array, wanted: FormIdentity): Promise<string[]> {
  const found = await identityOf(bytes);
  if (found.form !== wanted.form)
    throw new NotAccepted(`The file is ${FORM_TITLES[found.form]} instead of ${FORM_TITLES[wanted.form]}.`);
  if (found.year !== wanted.year)
    throw new NotAccepted(`The printed year is ${found.year} instead of ${wanted.year}.`);
  const expected = expectedFields(wanted.form, wanted.year);
  if (expected === null)
    throw new NotAccepted(`The fields of the forms of ${wanted.year} are not known here.`);
  const document = await openForm(bytes);
  const fields = fieldsOf(document);
  const problems = expected.flatMap(({ name, kind, page }) => {
    const field = fields.get(name);
    if (!field) return [`The field ${name} is missing.`];
    if (field.kind !== kind || field.page !== page) return [`The field ${name} is of another kind or page.`];
    return kind === 'check' && field.onStates.length !== 1
      ? [`The box ${name} has ${field.onStates.length} states that tick it.`]
      : [];
  });
  if (problems.length === 0 && wanted.form === 'f8949')
    problems.push(...misplaced8949(wanted.year, fields, document.getPages().map(piecesOf)));
  if (problems.length > 0) throw new NotAccepted(listed(problems));
  return [...fields.keys()].sort();
}

const MOST_PROBLEMS = 5;

const listed = (problems: readonly string[]): string =>
  [
    ...problems.slice(0, MOST_PROBLEMS),
    ...(problems.length > MOST_PROBLEMS ? [`And ${problems.length - MOST_PROBLEMS} more.`] : []),
  ].join(' ');

/** Boxes beside other letters, rows out of order, totals that are not under their columns. */
function misplaced8949(
  year: number,
  fields: ReadonlyMap<string, FieldAt>,
  pages: readonly (readonly Piece[])[],
): string[] {
  const layout = layout8949(year);
  if (!layout) return [];
  const at = (name: string): FieldAt => fields.get(name) as FieldAt;
  return [layout.I, layout.II].flatMap(({ page, boxes, rows, totals }) => {
    const letters = boxes.flatMap(({ box, field, on }) => {
      const letter = letterBeside(at(field), pages[page] ?? []);
      const state = at(field).onStates[0];
      if (letter !== box) return [`The box ${field} is beside ${letter ?? 'no letter'} instead of ${box}.`];
      return state === on
        ? []
        : [`The box ${field} is ticked by ${state ?? 'no state'} instead of ${on ?? 'any'}.`];
    });
    const table = rows.flatMap((row, i) => {
      const next = rows[i + 1];
      const cells = Object.values(row).map((name) => at(name).rect);
      const isOrdered =
        cells.every((cell, k) => k === 0 || cell.x > middle(cells[k - 1] as Rect)) &&
        (next === undefined || at(next.a).rect.y < at(row.a).rect.y);
      return isOrdered ? [] : [`Row ${i + 1} of page ${page + 1} is out of order.`];
    });
    const last = rows[rows.length - 1];
    const sums = Object.entries(totals).flatMap(([column, name]) => {
      const above = last && at(last[column as keyof typeof totals]).rect;
      const { rect } = at(name);
      const isUnder =
        above && rect.y < above.y && middle(rect) > above.x && middle(rect) < above.x + above.width;
      return isUnder ? [] : [`The total ${name} is not under column (${column}).`];
    });
    return [...letters, ...table, ...sums];
  });
}

const middle = ({ x, width }: Rect): number => x + width / 2;

/** Distance between a box and its letter, in points. */
const REACH = { x: 60, y: 6 };

/** The letter printed to the right of a box, else the letter of its tooltip. */
function letterBeside({ rect, tooltip }: FieldAt, pieces: readonly Piece[]): string | undefined {
  const right = rect.x + rect.width;
  const beside = pieces.filter(
    ({ x, y }) =>
      x >= right - 1 && x < right + REACH.x && y > rect.y - REACH.y && y < rect.y + rect.height + REACH.y / 2,
  );
  const line = beside.sort((a, b) => distance(a, rect) - distance(b, rect))[0];
  const text = squeezed(beside.filter(({ y }) => line !== undefined && Math.abs(y - line.y) < 1));
  return (/^\(?([A-L])\)?(?=[^a-z]|Short|Long|$)/.exec(text) ?? /\b([A-L])[.:)]/.exec(tooltip))?.[1];
}

const distance = ({ y }: Piece, rect: Rect): number => Math.abs(y - rect.y);
