import { isPreliminaryYear, LAW_AS_OF } from '../../../domain/engine';

import {
  centsText,
  formSentences,
  legendOf,
  marksOf,
  reasonsOfForm,
  stampOf,
  usDate,
  type Form8949,
  type Mark,
  FORM_TITLES,
  type FormCopy,
  type OfficialForm,
  type OfficialKind,
} from '../../../domain/forms';
import type { Letter } from '../../../ports/form-printer';

export interface Companions {
  form: OfficialForm;
  year: number;
  kind: OfficialKind;
  copies: readonly FormCopy[];
  sales: Pick<Form8949, 'reasons' | 'historyGaps'> & Partial<Pick<Form8949, 'needsValue'>>;
  markedLines?: readonly { line: string; marks: readonly Mark[] }[];
  cut: readonly CutDescription[];
  /** One row for each box: the attached statement has the rows. */
  isSummary?: boolean;
  statements: readonly string[];
}

export interface CutDescription {
  place: string;
  reference: string;
  description: string;
}

/** Marked rows that a cover lists. The CSV file marks them all. */
const MOST_LISTED = 200;

/** `Copy 1, Part I, row 3`. */
export const placeOf = (copy: number, part: string, line: number): string =>
  `Copy ${copy + 1}, Part ${part}, row ${line}`;

/** The page before a form that cannot be filed. Null for a complete form. */
export function coverOf({ form, year, copies, sales, markedLines = [] }: Companions): Letter | null {
  const sentences = formSentences(sales);
  const stamp = stampOf(reasonsOfForm(sales), sentences);
  const isPreliminary = isPreliminaryYear(year);
  if (stamp === null && !isPreliminary) return null;
  const rows = copies.flatMap((copy, i) =>
    (['I', 'II'] as const).flatMap((part) =>
      (copy[part]?.rows ?? []).flatMap((row, line) => {
        const marks = marksOf(row);
        return marks.length === 0
          ? []
          : [`${placeOf(i, part, line + 1)}: ${row.description}, ${legendOf(marks)}`];
      }),
    ),
  );
  const lines = markedLines.flatMap(({ line, marks }) =>
    marks.length === 0 ? [] : [`Line ${line}: ${legendOf(marks)}`],
  );
  const marked = [...rows, ...lines];
  return {
    title: `${stamp?.word ?? 'PRELIMINARY'}: ${FORM_TITLES[form]} (${year})`,
    lines: [
      stamp?.word === 'INCOMPLETE'
        ? 'Do not file the pages that follow. They rest on facts that are not known:'
        : stamp === null
          ? 'Compare the pages that follow with the law of the year before you file them:'
          : 'Confirm the rows below before you file the pages that follow. Do not file this page.',
      ...(isPreliminary ? [`PRELIMINARY: the rules are those of ${LAW_AS_OF}.`] : []),
      ...new Set(sentences),
      ...(marked.length > 0 ? [' ', 'Marked (! incomplete, ? review):'] : []),
      ...marked.slice(0, MOST_LISTED),
      ...(marked.length > MOST_LISTED
        ? [`And ${marked.length - MOST_LISTED} more. The column Review of the CSV file marks them all.`]
        : []),
    ],
  };
}

export const marginOf = ({ sales }: Companions): string | null =>
  stampOf(reasonsOfForm(sales), [])?.word === 'INCOMPLETE'
    ? 'INCOMPLETE. Do not file this page: see the first page of this file.'
    : null;

/** The pages after a form: omitted facts, and the method. */
export const statementOf = ({
  form,
  year,
  kind,
  copies,
  sales: { needsValue = [] },
  cut,
  isSummary = false,
  statements,
}: Companions): Letter => ({
  title: `Statement to ${FORM_TITLES[form]} (${year})`,
  lines: [
    'Name(s) shown on return: ______________________________   SSN or taxpayer identification number: ______________',
    ' ',
    ...(form === 'f8949' ? notices8949(copies.length, kind) : NOTICES_D),
    ...(isSummary ? [NOTICE_SUMMARY] : []),
    ...cut.map(
      ({ place, reference, description }) => `${place} (${reference}), whole description: ${description}`,
    ),
    ...(needsValue.length > 0 ? [' ', 'On no row, because the value is not known:'] : []),
    ...needsValue.map(
      (row) =>
        `${row.description}, acquired ${usDate(row.dateAcquired)}, disposed of ${usDate(row.dateSold)}, ` +
        `basis ${centsText(row.costBasis)} USD, ${row.txHash ?? row.transactionId}`,
    ),
    ' ',
    ...statements,
  ],
});

const notices8949 = (copies: number, kind: OfficialKind): string[] => [
  `Copies of the form: ${copies}. Write your name and number on each: the service does not hold them.`,
  'Each copy has one box for each part, and its own line 2. Schedule D adds up the copies.',
  ...(kind === 'stamped'
    ? ['There are more than 20 copies: the text stands on the blank pages of the form, and cannot be edited.']
    : []),
];

const NOTICE_SUMMARY =
  'Exception 2: each box has one row with code M, and the attached statement has every transaction. With a return that is ' +
  'filed electronically, attach the statement as a PDF or mail it with Form 8453.';

const NOTICES_D = [
  'Write your name and number on the form: the service does not hold them.',
  'Lines 1b to 3 and 8b to 10 are of digital assets alone. Add the other gains and losses of the return, then lines 7, 15 and 16 again.',
  'Lines 17 and 18 follow from the other lines. Left blank for you: the question about opportunity funds, and lines 1a, 4, 5, 8a, 11, 12, 13, 19, 20 and 22.',
];
