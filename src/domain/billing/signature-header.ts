/** How far the moment of a signature may lie from ours, in both directions. @source api.md 1.9; reliability.md 2.8 */
export const TOLERANCE_SECONDS = 300;

const ITEM = /^([a-z]\w*)=(\w+)$/;

/**
 * The moment in a signature header `t=<unix seconds>,v1=<hex>[,…]`.
 * @returns null when the header cannot be read as exactly that: one `t` of digits alone, at least one `v1`
 */
export function signedAt(header: string): number | null {
  const items = header.split(',').map((item) => ITEM.exec(item));
  const values = (name: string) => items.flatMap((item) => (item?.[1] === name ? [item[2] ?? ''] : []));
  const [seconds, ...more] = values('t');
  if (items.includes(null) || seconds === undefined || more.length > 0) return null;
  if (values('v1').length === 0 || !/^\d{1,12}$/.test(seconds)) return null;
  return Number(seconds);
}

/** @param seconds of the signature; neither old, to be played again, nor from a future that has yet to be signed for */
export const isTimely = (seconds: number, nowMs: number): boolean =>
  Math.abs(Math.floor(nowMs / 1000) - seconds) <= TOLERANCE_SECONDS;
