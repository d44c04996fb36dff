import { centsText, type Cents, type Rounding } from '../cents';

/** As the form prints it: `1,234.50`, whole dollars without cents, a loss in parentheses. */
export function printedAmount(cents: Cents, rounding: Rounding = 'cents'): string {
  const [whole = '', fraction = ''] = centsText(cents < 0n ? -cents : cents).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  const text = rounding === 'dollars' ? grouped : `${grouped}.${fraction}`;
  return cents < 0n ? `(${text})` : text;
}

const PRINTED = /^(\()?(\d{1,3}(?:,\d{3})*)(?:\.(\d\d))?(\))?$/;

/** An empty cell is 0. @returns null for what is no amount */
export function readAmount(text: string): Cents | null {
  if (text === '') return 0n;
  const [, open, whole, fraction = '00', close] = PRINTED.exec(text) ?? [];
  if (whole === undefined || (open === undefined) !== (close === undefined)) return null;
  const cents = BigInt(`${whole.replaceAll(',', '')}${fraction}`);
  return open === undefined ? cents : -cents;
}
