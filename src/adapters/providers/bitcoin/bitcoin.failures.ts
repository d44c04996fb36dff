import type { FailureRule } from '../../upstream/answer';
import { wordsOf } from '../../upstream/http-failure';
import type { FailureKind } from '../../upstream/upstream-failure';

/** Both APIs report errors as plain text. Blockbook wraps the text in `{"error"}`. @source providers.md 1.2 */
const WORDS: readonly [RegExp, FailureKind][] = [
  [/too many (history entries|transactions)|transactions found, query may take/i, 'window'],
  [/invalid bitcoin address|invalid address|unsupported address|checksum mismatch/i, 'rejected'],
];

export const bitcoinFailure: FailureRule = (answer) => {
  if (answer.status >= 200 && answer.status < 300) return null;
  const text = wordsOf(answer.json) || answer.text;
  const kind = WORDS.find(([words]) => words.test(text))?.[1];
  return kind ? { kind, text: `HTTP ${answer.status}: ${text.trim()}` } : null;
};
