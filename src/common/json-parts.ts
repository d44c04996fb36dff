import { breathe } from './turns';

const BATCH = 500;
export const MOST_AT_ONCE = BATCH;

/** A long list of an answer. Rows are made when they are written, so that at most one batch of them exists. */
export class Rows<R> {
  private constructor(
    readonly length: number,
    readonly part: (start: number, end: number) => R[],
  ) {}

  static of<T, R>(items: readonly T[], toRow: (item: T) => R): Rows<R> {
    return new Rows(items.length, (start, end) => items.slice(start, end).map(toRow));
  }
}

export type InRows<A> = { [K in keyof A]: A[K] extends readonly (infer R)[] ? Rows<R> | A[K] : A[K] };

/** UTF-8, in parts: fifty thousand rows and their text in one piece need some hundred megabytes. */
export const jsonParts = (answer: object): Uint8Array[] => [...eachPart(answer)];

/** Writes on the event loop, in turns. Null for an answer without long lists. */
export async function jsonInTurns(answer: object, signal?: AbortSignal): Promise<Uint8Array[] | null> {
  const fields = Object.entries(answer).map(([name, value]: [string, unknown]) => [
    name,
    Array.isArray(value) && value.length > BATCH ? Rows.of(value as unknown[], (row) => row) : value,
  ]);
  if (!fields.some(([, value]) => value instanceof Rows)) return null;
  const parts: Uint8Array[] = [];
  for (const part of eachPart(Object.fromEntries(fields) as object)) {
    parts.push(part);
    await breathe();
    signal?.throwIfAborted();
  }
  return parts;
}

function* eachPart(answer: object): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  let text = '';
  const flush = (): Uint8Array => {
    const part = encoder.encode(text);
    text = '';
    return part;
  };
  let separator = '{';
  for (const [name, value] of Object.entries(answer) as [string, unknown][]) {
    if (value === undefined) continue;
    text += `${separator}${JSON.stringify(name)}:`;
    separator = ',';
    if (!(value instanceof Rows)) {
      text += JSON.stringify(value);
      continue;
    }
    const rows = value as Rows<unknown>;
    text += '[';
    for (let start = 0; start < rows.length; start += BATCH) {
      text += (start > 0 ? ',' : '') + JSON.stringify(rows.part(start, start + BATCH)).slice(1, -1);
      yield flush();
    }
    text += ']';
  }
  text += separator === '{' ? '{}' : '}';
  yield flush();
}
