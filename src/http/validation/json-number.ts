/**
 * A number of a JSON body with its own digits, so that money never passes through a float.
 */
export class JsonNumber {
  constructor(readonly text: string) {}

  /** The number itself, or null when a float cannot hold its digits. */
  get exact(): number | null {
    const value = Number(this.text);
    return canonical(String(value)) === canonical(this.text) ? value : null;
  }

  toJSON(): number {
    return Number(this.text);
  }
}

/** The same for the same value, whatever it is written like. */
function canonical(text: string): string {
  const [, sign = '', whole = '', part = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = (whole + part).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  return `${sign}${significant}e${Number(exponent) - part.length + digits.length - significant.length}`;
}
