/** Decimal text with at most 18 digits after the point as a whole number. Independent of the product's arithmetic. */
const DIGITS = 18;
const ONE = 10n ** BigInt(DIGITS);

export function exact(text: string): bigint {
  const [, sign = '', whole = '', part = ''] = /^(-?)(\d+)(?:\.(\d{1,18}))?$/.exec(text) ?? [];
  if (whole === '') throw new Error(`"${text}" is not an amount of the story`);
  const value = BigInt(whole) * ONE + BigInt(part.padEnd(DIGITS, '0'));
  return sign === '-' ? -value : value;
}

/** Without zeros at the end. */
export function plain(value: bigint): string {
  const digits = String(value < 0n ? -value : value).padStart(DIGITS + 1, '0');
  const part = digits.slice(-DIGITS).replace(/0+$/, '');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -DIGITS)}${part === '' ? '' : `.${part}`}`;
}

export const sum = (...texts: readonly string[]): string =>
  plain(texts.reduce((total, text) => total + exact(text), 0n));

export const negated = (text: string): string => plain(-exact(text));

/** @throws Error when the product has more digits: a story with rounded values has no exact balances */
export function product(a: string, b: string): string {
  const value = exact(a) * exact(b);
  if (value % ONE !== 0n) throw new Error(`${a} x ${b} has too many digits`);
  return plain(value / ONE);
}

/** Amounts by coin, added up. */
export class Sums {
  private readonly values = new Map<string, bigint>();

  add(coin: string, text: string): void {
    this.values.set(coin, (this.values.get(coin) ?? 0n) + exact(text));
  }

  /** In the order of the codes, without zeros. */
  get(): Record<string, string> {
    const found = [...this.values].filter(([, value]) => value !== 0n);
    return Object.fromEntries(found.sort(([a], [b]) => (a < b ? -1 : 1)).map(([c, v]) => [c, plain(v)]));
  }
}
