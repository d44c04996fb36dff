export type DecimalMark = 'point' | 'comma';

/**
 * A cell that is a number: with a sign, brackets, the sign of a currency before it or a code after it. A code without a
 * space can begin with a digit: `1,0101INCH`.
 */
const NUMBER =
  /^([-+($€£¥₿\s]*)(\d[\d.,'\u00a0\u202f ]*|[.,]\d+)((?:e[-+]?\d+)?\)?(?:\s*[€£¥]|\s+[A-Za-z]{2,10})?)$/i;
const SPACES = /['\u00a0\u202f ]/g;

/** `1,234,567` and `12,34,567`: groups, of which the last one has three digits. */
const GROUPED = /^[1-9]\d{0,2}([.,])(?:\d{2,3}\1)*\d{3}$/;

const mayBeNumber = (text: string): boolean => text.length < 60 && /[.,]/.test(text);

/** What a cell says about the mark. `either`: `1,234` and `1.234`. Null: nothing. */
function markOf(text: string): DecimalMark | 'either' | null {
  const digits = NUMBER.exec(text)?.[2]?.replace(SPACES, '');
  if (digits === undefined) return null;
  const [point, comma] = [digits.lastIndexOf('.'), digits.lastIndexOf(',')];
  if (point < 0 && comma < 0) return null;
  if (point >= 0 && comma >= 0) return point > comma ? 'point' : 'comma';
  const [mark, other] = point >= 0 ? (['point', 'comma'] as const) : (['comma', 'point'] as const);
  const sign = point >= 0 ? '.' : ',';
  // A mark that occurs twice divides groups: the other one is decimal.
  if (digits.indexOf(sign) !== digits.lastIndexOf(sign)) return GROUPED.test(digits) ? other : null;
  return GROUPED.test(digits) ? 'either' : mark;
}

/** What the numbers of a file say about its decimal mark, with an example of each. */
export interface MarkEvidence {
  point?: string;
  comma?: string;
  /** A comma that can be a decimal one: `1,234`. */
  comma3?: string;
}

/** Decided once for all cells of a file: row by row, `1,234` would be two different numbers. */
export function markEvidence(texts: Iterable<string>): MarkEvidence {
  const found: MarkEvidence = {};
  for (const text of texts) {
    if (!mayBeNumber(text)) continue;
    const mark = markOf(text);
    if (mark === 'either') {
      if (text.includes(',')) found.comma3 ??= text;
    } else if (mark !== null) found[mark] ??= text;
  }
  return found;
}

/** A number with a decimal comma -> the same with a decimal point and without groups. Other texts as they are. */
export function withPoint(text: string): string {
  if (!mayBeNumber(text)) return text;
  const [, before = '', digits, after = ''] = NUMBER.exec(text) ?? [];
  if (digits === undefined) return text;
  return `${before}${digits.replace(SPACES, '').replace(/\./g, '').replace(',', '.')}${after}`;
}
