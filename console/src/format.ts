/** Decimal strings, as the service computes them, to text. No arithmetic besides rounding, and no floats. */

interface Parts {
  isNegative: boolean;
  whole: string;
  fraction: string;
}

const MINUS = '−';

function partsOf(decimal: string): Parts | null {
  const [, sign, whole, fraction = ''] = /^([-+]?)(\d+)(?:\.(\d+))?$/.exec(decimal) ?? [];
  return whole === undefined ? null : { isNegative: sign === '-', whole, fraction };
}

/** Half away from zero, as the forms round. */
function rounded({ isNegative, whole, fraction }: Parts, digits: number): Parts {
  const kept = (fraction + '0'.repeat(digits)).slice(0, digits);
  const isUp = (fraction[digits] ?? '0') >= '5';
  const scaled = (BigInt(whole + kept) + (isUp ? 1n : 0n)).toString().padStart(digits + 1, '0');
  const cut = scaled.length - digits;
  const result = { whole: scaled.slice(0, cut), fraction: scaled.slice(cut) };
  return { ...result, isNegative: isNegative && /[1-9]/.test(scaled) };
}

const grouped = (whole: string): string => whole.replace(/^0+(?=\d)/, '').replace(/\B(?=(\d{3})+$)/g, ',');

/** `-1234.5` -> `−$1,234.50`. */
export function money(decimal: string): string {
  const parts = partsOf(decimal);
  if (!parts) return decimal;
  const { isNegative, whole, fraction } = rounded(parts, 2);
  return `${isNegative ? MINUS : ''}$${grouped(whole)}.${fraction}`;
}

/** As `money`, with a plus sign for a gain: the sign and not only the colour shows the direction. */
export function gain(decimal: string): string {
  const text = money(decimal);
  return signOf(text === '$0.00' ? '0' : decimal) > 0 ? `+${text}` : text;
}

/** Units of an asset: all digits up to eight after the point. */
export function quantity(decimal: string): string {
  const parts = partsOf(decimal);
  if (!parts) return decimal;
  const { isNegative, whole, fraction } = parts;
  const isSmall = /^0*$/.test(whole) && /^0{7}/.test(fraction);
  const shown = isSmall ? { isNegative, whole, fraction } : rounded(parts, 8);
  const tail = shown.fraction.replace(/0+$/, '');
  return `${shown.isNegative ? MINUS : ''}${grouped(shown.whole)}${tail === '' ? '' : `.${tail}`}`;
}

export function percent(decimal: string): string {
  const parts = partsOf(decimal);
  if (!parts) return decimal;
  const { isNegative, whole, fraction } = rounded(parts, 1);
  return `${isNegative ? MINUS : ''}${grouped(whole)}.${fraction}%`;
}

/** -1, 0 or 1. */
export function signOf(decimal: string): number {
  const parts = partsOf(decimal);
  if (!parts || !/[1-9]/.test(parts.whole + parts.fraction)) return 0;
  return parts.isNegative ? -1 : 1;
}

/** Exact. */
export const sum = (a: string, b: string): string => difference(a, b.startsWith('-') ? b.slice(1) : `-${b}`);

/** `after` minus `before`, exact: the service sends both and not their difference. */
export function difference(after: string, before: string): string {
  const [a, b] = [partsOf(after), partsOf(before)];
  if (!a || !b) return '0';
  const digits = Math.max(a.fraction.length, b.fraction.length);
  const scaled = (parts: Parts): bigint =>
    BigInt(`${parts.isNegative ? '-' : ''}${parts.whole}${parts.fraction.padEnd(digits, '0')}`);
  const result = scaled(a) - scaled(b);
  const text = (result < 0n ? -result : result).toString().padStart(digits + 1, '0');
  const cut = text.length - digits;
  return `${result < 0n ? '-' : ''}${text.slice(0, cut)}${digits > 0 ? `.${text.slice(cut)}` : ''}`;
}

/** `0xde30…11ce`. */
export const short = (text: string): string =>
  text.length <= 16 ? text : `${text.slice(0, 8)}…${text.slice(-6)}`;

/** `mining_reward` -> `Mining reward`. */
export const words = (name: string): string => {
  const text = name.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

const formats = new Map<string, Intl.DateTimeFormat>();
function formatIn(zone: string, withTime: boolean): Intl.DateTimeFormat {
  const key = `${zone} ${withTime}`;
  const known = formats.get(key);
  if (known) return known;
  const time = withTime ? ({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const) : {};
  const made = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    ...time,
  });
  formats.set(key, made);
  return made;
}

/** A moment as the day of the taxpayer's zone; a date stays as it is. */
export function day(moment: string, zone: string): string {
  return moment.length <= 10 ? moment : formatIn(zone, false).format(new Date(moment));
}

/** A moment as day and time of the taxpayer's zone. */
export function time(moment: string, zone: string): string {
  return moment.length <= 10 ? moment : formatIn(zone, true).format(new Date(moment));
}

/** The tax year of this moment in the taxpayer's zone. */
export const yearNow = (zone: string): number => Number(day(new Date().toISOString(), zone).slice(0, 4));

/** `1 disposal has`, `2 disposals have`. */
export const counted = (count: number, one: string, several: string): string =>
  `${count} ${count === 1 ? one : several}`;

/** States disposals that are in no total; nothing for none. */
export const noValue = (count: number): string | undefined =>
  count > 0 ? counted(count, 'disposal has no value', 'disposals have no value') : undefined;
