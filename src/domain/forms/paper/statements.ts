import { footer, header, WIDTH, type Place } from './frame';
import { PAGE, type Sheet } from './sheet';

const LINE_LENGTH = 112;
const SIZE = 8;
const LINE_HEIGHT = 12;
const TOP = 136;
const LINES_A_PAGE = 48;

export function statementPages(statements: readonly string[]): string[][] {
  const lines = statements.flatMap(linesOf);
  const count = Math.ceil(lines.length / LINES_A_PAGE);
  return Array.from({ length: count }, (_, i) => lines.slice(i * LINES_A_PAGE, (i + 1) * LINES_A_PAGE));
}

/** Breaks at spaces, and inside a word longer than a line. Further lines are indented. */
function linesOf(statement: string): string[] {
  const lines: string[] = [];
  for (const word of statement.split(' ').flatMap(piecesOf)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= LINE_LENGTH)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(last === undefined ? word : `   ${word}`);
  }
  return lines;
}

const piecesOf = (word: string): string[] =>
  Array.from({ length: Math.ceil(word.length / (LINE_LENGTH - 3)) }, (_, i) =>
    word.slice(i * (LINE_LENGTH - 3), (i + 1) * (LINE_LENGTH - 3)),
  );

export function drawStatements(
  sheet: Sheet,
  { form, year }: { form: string; year: number },
  lines: readonly string[],
  place: Place,
): void {
  header(sheet, { form, title: 'Method and Assumptions', year });
  for (const [i, line] of lines.entries())
    sheet.text(line, { x: PAGE.margin, y: TOP + i * LINE_HEIGHT, width: WIDTH }, { size: SIZE });
  footer(sheet, `Method and assumptions (${year})`, place);
}

export function drawLetter(sheet: Sheet, title: string, lines: readonly string[], place: Place): void {
  sheet.text(title, { x: PAGE.margin, y: 54, width: WIDTH }, { size: 14, font: 'bold' });
  sheet.rule(80, undefined, undefined, 1);
  for (const [i, line] of lines.entries())
    sheet.text(line, { x: PAGE.margin, y: 96 + i * LINE_HEIGHT, width: WIDTH }, { size: SIZE });
  footer(sheet, title, place);
}
