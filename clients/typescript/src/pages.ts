import type { Operations } from './generated/operations.js';

type Result<Id extends keyof Operations> = Awaited<ReturnType<Operations[Id]>>;
type InputOf<Id extends keyof Operations> = Parameters<Operations[Id]>[0];

/** Operations that answer a list in pages. */
export type PagedOperation = {
  [Id in keyof Operations]: Result<Id> extends { data: readonly unknown[]; pagination: unknown } ? Id : never;
}[keyof Operations];

/** An entry of such a list. */
export type Entry<Id extends PagedOperation> =
  Result<Id> extends { data: readonly (infer Item)[] } ? Item : never;

/** The input of such an operation. */
export type PagedInput<Id extends PagedOperation> = NonNullable<InputOf<Id>>;

interface Page {
  data: readonly unknown[];
  pagination: { page: number; has_more: boolean; next_cursor?: string | null };
}

/**
 * Every entry of a list: asks for one page after the other. Where the list has cursors it follows them, so that
 * entries that arrive meanwhile neither repeat others nor hide them.
 */
export async function* entriesOf(
  ask: (input: Record<string, unknown>) => Promise<unknown>,
  input: Readonly<Record<string, unknown>>,
): AsyncGenerator<unknown, void, undefined> {
  let place = input;
  for (;;) {
    const { data, pagination } = (await ask(place)) as Page;
    yield* data;
    if (!pagination.has_more) return;
    const { page: _page, ...rest } = input;
    place = pagination.next_cursor
      ? { ...rest, cursor: pagination.next_cursor }
      : { ...rest, page: pagination.page + 1 };
  }
}
