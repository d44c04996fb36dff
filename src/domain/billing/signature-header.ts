/** Maximum difference to the local time, in both directions. @source api.md 1.9; reliability.md 2.8 */
export const TOLERANCE_SECONDS = 300;

const ITEM = /^([a-z]\w*)=(\w+)$/;

/**
 * Header form: `t=<unix seconds>,v1=<hex>[,…]`.
 * @returns null unless there is exactly one `t` with digits only, and at least one `v1`
 */
export function signedAt(header: string): number | null {
  const items = header.split(',').map((item) => ITEM.exec(item));
  const values = (name: string) => items.flatMap((item) => (item?.[1] === name ? [item[2] ?? ''] : []));
  const [seconds, ...more] = values('t');
  if (items.includes(null) || seconds === undefined || more.length > 0) return null;
  if (values('v1').length === 0 || !/^\d{1,12}$/.test(seconds)) return null;
  return Number(seconds);
}

/** False for a signature that is too old (replay) or in the future. */
export const isTimely = (seconds: number, nowMs: number): boolean =>
  Math.abs(Math.floor(nowMs / 1000) - seconds) <= TOLERANCE_SECONDS;
