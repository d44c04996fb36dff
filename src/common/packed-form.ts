import { rulesOf, type FormName, type MadeForm } from '../domain/forms';
import { packInTurns, unpackRows } from './row-batches';

/** A form whose long lists are packed, to cross threads. */
export interface PackedForm<N extends FormName = FormName> {
  bare: MadeForm<N>;
  lists: Uint8Array[][];
}

export async function packForm<N extends FormName>(
  made: MadeForm<N>,
  signal?: AbortSignal,
): Promise<PackedForm<N>> {
  const lists: Uint8Array[][] = [];
  for (const rows of rulesOf(made).listsOf(made.content)) lists.push(await packInTurns(rows, signal));
  return { bare: withLists(made, []), lists };
}

/** For a thread, which delays no requests. */
export const unpackForm = <N extends FormName>({ bare, lists }: PackedForm<N>): MadeForm<N> =>
  withLists(
    bare,
    lists.map((list) => unpackRows(list)),
  );

/** Rows of all lists. */
export const sizeOf = (made: MadeForm): number =>
  rulesOf(made)
    .listsOf(made.content)
    .reduce((sum, { length }) => sum + length, 0);

const withLists = <N extends FormName>(made: MadeForm<N>, lists: readonly unknown[][]): MadeForm<N> => ({
  ...made,
  content: rulesOf(made).withLists(made.content, lists),
});
