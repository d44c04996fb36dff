import { dictionary } from '@zxcvbn-ts/language-common';

/** Some 49,000 passwords that are guessed first, read on first use. */
let known: ReadonlySet<string> | undefined;

/** Case counts. @source reliability.md 1.3 */
export function isCommonPassword(password: string): boolean {
  known ??= new Set(dictionary['passwords-common'] as readonly string[]);
  return known.has(password);
}
