import { suggestion } from './unknown-input';

/** Messages of Pydantic v2 that contain numbers or names. */

export const minMessage = (min: number | string): string => `Input should be greater than or equal to ${min}`;
export const maxMessage = (max: number): string => `Input should be less than or equal to ${max}`;

export const longTextMessage = (max: number): string =>
  `String should have at most ${plural(max, 'character')}`;
export const shortTextMessage = (min: number): string =>
  `String should have at least ${plural(min, 'character')}`;

export const longListMessage = (max: number, list: unknown): string =>
  `List should have at most ${max} items after validation, not ${sizeOf(list)}`;
export const shortListMessage = (min: number, list: unknown): string =>
  `List should have at least ${plural(min, 'item')} after validation, not ${sizeOf(list)}`;

const sizeOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0);

export function oneOfMessage(values: readonly string[], given: unknown): string {
  const choices = alternatives(values.map((value) => `'${value}'`));
  return `Input should be ${choices}${typeof given === 'string' ? suggestion(given, values) : ''}`;
}

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

const alternatives = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
