import { nearest } from '../../domain/kernel/nearest';
import { UNKNOWN_FIELD } from '../errors/invalid-input';
import type { FieldContext, Flaw } from './field';

/** Longer words have no suggestion: a comparison costs the product of both lengths. */
const MAX_WORD = 64;
/** Unknown names reported of one object. */
const MAX_REPORTED = 20;

const WORDS = { query: 'query parameter', body: 'field' } as const satisfies Record<
  FieldContext['source'],
  string
>;

/** `: did you mean \`tax_year\`?`, or nothing when no known word resembles the given one. */
export function suggestion(given: string, known: Iterable<string>): string {
  const meant = given.length > MAX_WORD ? null : nearest(given, [...known]);
  return meant === null ? '' : `: did you mean \`${meant}\`?`;
}

/** One flaw for each key of an object that is not declared, in the words of Pydantic v2. */
export function unknownFlaws(
  input: object,
  isKnown: (name: string) => boolean,
  known: Iterable<string>,
  source: FieldContext['source'],
): Flaw[] {
  const flaws: Flaw[] = [];
  for (const key in input) {
    if (isKnown(key)) continue;
    const name = key.slice(0, MAX_WORD);
    const msg = `Unknown ${WORDS[source]} \`${name}\`${suggestion(key, known)}`;
    flaws.push({ at: [name], type: UNKNOWN_FIELD, msg });
    if (flaws.length === MAX_REPORTED) break;
  }
  return flaws;
}
