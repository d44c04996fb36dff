import { nearest } from '../../domain/kernel/nearest';
import { UNKNOWN_FIELD } from '../errors/invalid-input';
import type { Flaw, Source } from './property';

/** Longer words have no suggestion: a comparison costs the product of both lengths. */
const MAX_WORD = 64;
/** Unknown names reported of one object. */
export const MAX_UNKNOWN = 20;

const WORDS = { query: 'query parameter', body: 'field' } as const satisfies Record<Source, string>;

/** `: did you mean \`tax_year\`?`, or nothing when no known word resembles the given one. */
export function suggestion(given: string, known: Iterable<string>): string {
  const meant = given.length > MAX_WORD ? null : nearest(given, [...known]);
  return meant === null ? '' : `: did you mean \`${meant}\`?`;
}

/** A name that is not declared, in the words of Pydantic v2. */
export function unknownFlaw(given: string, known: Iterable<string>, source: Source): Flaw {
  const name = given.slice(0, MAX_WORD);
  const msg = `Unknown ${WORDS[source]} \`${name}\`${suggestion(given, known)}`;
  return { at: [name], type: UNKNOWN_FIELD, msg };
}

/** One flaw for each key of an object that is not known, up to a limit. */
export function unknownFlaws(input: object, known: ReadonlySet<string>, source: Source): Flaw[] {
  const flaws: Flaw[] = [];
  for (const key in input) {
    if (known.has(key)) continue;
    flaws.push(unknownFlaw(key, known, source));
    if (flaws.length === MAX_UNKNOWN) break;
  }
  return flaws;
}
