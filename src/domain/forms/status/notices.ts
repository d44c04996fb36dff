import { centsText, type Cents } from '../cents';
import { MARKS, reasonsOfForm, statusOf, type FormBasis, type Mark, type StatusReason } from './status';

const counted = (count: number, one: string, several: string): string =>
  `${count} ${count === 1 ? one : several}`;
const usd = (amount: Cents | null): string =>
  amount === null ? 'value unknown' : `${centsText(amount)} USD`;

const NOUNS = { rows: ['row', 'rows'], receipts: ['receipt', 'receipts'] } as const;
export type Listed = keyof typeof NOUNS;

type Words = (count: number, amount: string, noun: readonly [one: string, several: string]) => string;

/** SENTENCES: each mark in words for the filer. The history has the list of its gaps instead. */
const SENTENCES: Readonly<Record<Exclude<Mark, 'history_incomplete'>, Words>> = {
  unknown_basis: (count, amount, [one, several]) =>
    `${counted(count, `${one} has`, `${several} have`)} units of unknown basis, which counts as 0 (proceeds: ${amount}).`,
  held_without_other_end: (count, amount) =>
    `${counted(count, 'outflow is', 'outflows are')} held without the other end, and in no row (${amount}).`,
  held_operation: (count, amount) =>
    `${counted(count, 'operation is', 'operations are')} of an unknown kind, and in no row (${amount}).`,
  uncertain_type: (count, amount, [one, several]) =>
    `${counted(count, `${one} rests`, `${several} rest`)} on an uncertain type of transaction (${amount}).`,
  uncertain_in_no_row: (count, amount) =>
    `${counted(count, 'transaction is', 'transactions are')} of an uncertain type, and in no row (${amount}).`,
  missing_value: (count, _, [one, several]) =>
    `${counted(count, `${one} of the year has`, `${several} of the year have`)} no known value.`,
  rows_not_shown: (count, _, [one, several]) =>
    `${counted(count, `${one} of the year is`, `${several} of the year are`)} not shown under the plan of this account.`,
  possibly_counted_twice: (count) =>
    `${counted(count, 'row may be a sale that is counted twice: as a broker reports it', 'rows may be sales that are counted twice: as a broker reports them')}, and as the own records do.`,
  wash_sales_approximate: () =>
    'The adjustments of wash sales are approximate: there are too many to match each.',
  sold_without_other_end: (count, amount) =>
    `${counted(count, 'outflow', 'outflows')} without a known other end ${count === 1 ? 'counts' : 'count'} as sold (${amount}).`,
  settled_loan: (count, amount) =>
    `${counted(count, 'row settles', 'rows settle')} a loan by the closest rule of the law (${amount}).`,
  missing_in_books: (count, amount) =>
    `${counted(count, 'row is', 'rows are')} only in the form of a broker (${amount}).`,
};

export const reasonSentences = (
  reasons: readonly StatusReason[],
  what: Listed = 'rows',
  gaps: readonly string[] = [],
): string[] =>
  reasons.flatMap(({ mark, count, amount }) =>
    mark === 'history_incomplete' ? gaps : [SENTENCES[mark](count, usd(amount), NOUNS[what])],
  );

export const formSentences = (form: FormBasis, what: Listed = 'rows'): string[] =>
  reasonSentences(reasonsOfForm(form), what, form.historyGaps);

const ADVICE = { INCOMPLETE: 'Do not file.', REVIEW: 'Confirm the marked rows before you file.' } as const;

export interface Stamp {
  word: keyof typeof ADVICE;
  sentence: string;
}

export function stampOf(reasons: readonly StatusReason[], sentences: readonly string[]): Stamp | null {
  const word = statusOf(reasons);
  if (word === 'COMPLETE') return null;
  return { word, sentence: `${word}: ${[...new Set(sentences)].join(' ')} ${ADVICE[word]}` };
}

export const SIGNS = { INCOMPLETE: '!', REVIEW: '?' } as const;

export function signOf(marks: readonly Mark[]): string {
  const status = statusOf(marks.map((mark) => ({ mark })));
  return status === 'COMPLETE' ? '' : SIGNS[status];
}

/** LEGEND: what the marks of rows mean. */
const LEGEND: Readonly<Partial<Record<Mark, string>>> = {
  unknown_basis: 'basis unknown, counted as 0',
  uncertain_type: 'type of the transaction uncertain',
  missing_value: 'value unknown, in no total',
  possibly_counted_twice: 'may be counted twice',
  sold_without_other_end: 'other end unknown, counted as sold',
  settled_loan: 'loan settled by the closest rule',
  missing_in_books: 'only in the form of a broker',
};

export const unlisted = (reasons: readonly StatusReason[]): StatusReason[] =>
  reasons.filter(({ mark }) => LEGEND[mark] === undefined);

export function legendOf(marks: readonly Mark[]): string {
  const found = [...new Set(marks)];
  return found
    .map((mark) => `${SIGNS[MARKS[mark].status]} ${LEGEND[mark] ?? mark}`)
    .sort()
    .join('; ');
}

/**
 * States how many rows have codes of column (f) that a format cannot hold. Empty when none has.
 * @param carried column (f) of the rows that the format holds in full
 * @source tax-rules 14.8
 */
export function codesNotice(
  rows: readonly { adjustmentCode: string }[],
  carried: readonly string[],
): string[] {
  const count = rows.filter(({ adjustmentCode }) => !carried.includes(adjustmentCode)).length;
  if (count === 0) return [];
  return [
    `Enter codes and adjustments by hand: ${counted(count, 'row has', 'rows have')} some that this format cannot hold.`,
  ];
}
