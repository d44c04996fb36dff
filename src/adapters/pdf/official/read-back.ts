import type { FilledCells, ReadCell } from '../../../domain/forms';
import { PDFName, type PDFDocument } from '@cantoo/pdf-lib';

import { contains, fieldsOf, openForm, piecesOf, valueOf, type FieldAt } from './form-document';
import { nameInCopy } from './print-fields';
import { TICKED } from './print-stamped';

export interface ReadCopies {
  copies: ReadCell[];
  problems: string[];
}

/** Compares every field of the file: an unfilled field must be empty. @param bytes the file as sent */
export async function readFields(bytes: Uint8Array, filled: readonly FilledCells[]): Promise<ReadCopies> {
  const fields = fieldsOf(await openForm(bytes));
  const expected = new Map(filled.flatMap((cells, copy) => expectedOf(fields, cells, copy)));
  const problems = [...expected.keys()].flatMap((name) =>
    fields.has(name) ? [] : [`the field ${name} is absent`],
  );
  const values = new Map<string, string>();
  for (const [name, field] of fields) {
    const { value, shown } = valueOf(field);
    values.set(name, value);
    if (value !== (expected.get(name) ?? '')) problems.push(`the field ${name} has "${value}"`);
    if (shown !== value) problems.push(`the box ${name} has "${value}" and shows "${shown}"`);
  }
  return {
    copies: filled.map((_, copy) => (name) => values.get(nameInCopy(name, copy)) ?? ''),
    problems,
  };
}

const expectedOf = (
  fields: ReadonlyMap<string, FieldAt>,
  { texts, checks }: FilledCells,
  copy: number,
): [name: string, value: string][] => [
  ...[...texts].map(([name, text]): [string, string] => [nameInCopy(name, copy), text]),
  ...[...checks].map(([name, on]): [string, string] => {
    const own = nameInCopy(name, copy);
    return [own, on ?? fields.get(own)?.onStates[0] ?? ''];
  }),
];

const PAGES_A_TURN = 20;

/**
 * Reads the text in the cells of a file without fields, by its place.
 * @param first page on which the first copy begins
 * @param margins texts outside of all cells
 */
export async function readStamped(
  bytes: Uint8Array,
  template: Uint8Array,
  filled: readonly FilledCells[],
  { first, margins }: { first: number; margins: ReadonlySet<string> },
): Promise<ReadCopies> {
  const form = await openForm(template);
  const cells = [...fieldsOf(form).values()];
  const size = form.getPageCount();
  const document = await openForm(bytes);
  const problems: string[] = [];
  const copies: ReadCell[] = [];
  for (const [copy, { texts, checks }] of filled.entries()) {
    const values = new Map<string, string>();
    for (let page = 0; page < size; page++) {
      const onPage = cells.filter((cell) => cell.page === page);
      const at = first + copy * size + page;
      for (const { text, ...place } of ownPieces(document, at)) {
        const cell = onPage.find(({ rect }) => contains(rect, place));
        if (margins.has(text)) continue;
        if (!cell || values.has(cell.name))
          problems.push(`page ${at + 1}: "${text}" is in no cell of its own`);
        else values.set(cell.name, text);
      }
      if (at % PAGES_A_TURN === 0) await new Promise(setImmediate);
    }
    const expected = new Map([...texts, ...[...checks.keys()].map((name) => [name, TICKED] as const)]);
    for (const name of new Set([...expected.keys(), ...values.keys()]))
      if (values.get(name) !== expected.get(name))
        problems.push(`copy ${copy + 1}: the cell ${name} has "${values.get(name) ?? ''}"`);
    copies.push((name) => values.get(name) ?? '');
  }
  return { copies, problems };
}

/** Without the text of the blank form, which is a separate part. */
function ownPieces(document: PDFDocument, page: number) {
  const own = document.getPage(page);
  own.node.Resources()?.delete(PDFName.of('XObject'));
  return piecesOf(own);
}
