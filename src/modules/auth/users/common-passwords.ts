import { dictionary } from '@zxcvbn-ts/language-common';

/** Passwords that are guessed first: some 49,000, read on first use. */
let known: ReadonlySet<string> | undefined;

/** Exactly as written: case counts. @source reliability.md 1.3 */
export function isCommonPassword(password: string): boolean {
  known ??= new Set(dictionary['passwords-common'] as readonly string[]);
  return known.has(password);
}
