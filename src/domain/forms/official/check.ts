import type { Cents } from '../cents';
import type { FormTotals } from '../form-8949/rows';
import { readAmount } from '../paper/amounts';
import type { AmountLine, Layout8949, LayoutScheduleD, PartLayout, TableLine } from './layouts';

/** The text of a field, or the state of a box, as read back from a copy. Empty for an empty one. */
export type ReadCell = (field: string) => string;

/** Recomputes a copy from the cells that were read back. @returns what does not add up, one sentence each */
export const problems8949 = (layout: Layout8949, read: ReadCell): string[] =>
  (['I', 'II'] as const).flatMap((part) =>
    partProblems(layout[part], read).map((text) => `Part ${part}: ${text}`),
  );

function partProblems({ boxes, rows, totals }: PartLayout, read: ReadCell): string[] {
  const problems: string[] = [];
  const sums = { d: 0n, e: 0n, g: 0n, h: 0n };
  const amountIn = amountReader(read, problems);
  let isEmpty = true;
  for (const [i, cells] of rows.entries()) {
    isEmpty &&= Object.values(cells).every((field) => read(field) === '');
    const [d, e, g, h] = [amountIn(cells.d), amountIn(cells.e), amountIn(cells.g), amountIn(cells.h)];
    if (h !== d - e + g) problems.push(`row ${i + 1}: column (h) is not (d) - (e) + (g)`);
    sums.d += d;
    sums.e += e;
    sums.g += g;
    sums.h += h;
  }
  for (const column of ['d', 'e', 'g', 'h'] as const)
    if (amountIn(totals[column]) !== sums[column])
      problems.push(`line 2, column (${column}) is not the sum of the rows`);
  const ticked = boxes.filter(({ field }) => read(field) !== '').length;
  if (ticked !== (isEmpty ? 0 : 1)) problems.push(`${ticked} boxes are checked`);
  return problems;
}

export type LineTotals = ReadonlyMap<string, FormTotals>;

/** Recomputes Schedule D from the cells that were read back. @param ofCopies sums of the copies of Form 8949 */
export function problemsScheduleD(
  { table, amounts }: LayoutScheduleD,
  read: ReadCell,
  ofCopies: LineTotals,
): string[] {
  const problems: string[] = [];
  const amountIn = amountReader(read, problems);
  for (const [line, cells] of Object.entries(table) as [TableLine, LayoutScheduleD['table'][TableLine]][]) {
    const sums = ofCopies.get(line);
    const of = [sums?.proceeds, sums?.costBasis, sums?.adjustment, sums?.gain];
    for (const [i, column] of (['d', 'e', 'g', 'h'] as const).entries())
      if (amountIn(cells[column]) !== (of[i] ?? 0n))
        problems.push(`line ${line}, column (${column}) is not the sum of the copies of Form 8949`);
  }
  const line = (name: AmountLine): Cents => amountIn(amounts[name]);
  const column = (lines: readonly TableLine[]): Cents =>
    lines.reduce((sum, name) => sum + amountIn(table[name].h), 0n);
  const short = column(['1a', '1b', '2', '3']) + line('4') + line('5') - line('6');
  const long = column(['8a', '8b', '9', '10']) + line('11') + line('12') + line('13') - line('14');
  const expect = (name: AmountLine, amount: Cents) => {
    if (line(name) !== amount) problems.push(`line ${name} is not what its lines add up to`);
  };
  expect('7', short);
  expect('15', long);
  expect('16', short + long);
  return problems;
}

const amountReader =
  (read: ReadCell, problems: string[]) =>
  (field: string): Cents => {
    const text = read(field);
    const cents = readAmount(text);
    if (cents === null) problems.push(`"${text}" is no amount`);
    return cents ?? 0n;
  };
