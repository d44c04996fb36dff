import type { Cents } from '../forms';
import { centsOfText, type BrokerRow, type OwnSale } from './broker-row';
import type { Match } from './match-rows';

/** VERDICTS: whether the broker reports the units that it was told of. */
export const VERDICTS = ['followed', 'not_followed', 'cannot_tell'] as const;
export type Verdict = (typeof VERDICTS)[number];

export interface OrderCheck {
  row: number;
  sales: readonly number[];
  verdict: Verdict;
}

/** A broker may round each lot. */
const ROUNDING: Cents = 1n;

/**
 * Compares boxes 1d and 1g of each row with the units that the broker was told of. Leaves out sales without an order:
 * there was nothing to follow.
 * @source 26 CFR 1.1012-1(j)(3)(ii)
 */
export function orderChecks(
  matches: readonly Match[],
  rows: readonly BrokerRow[],
  own: readonly OwnSale[],
): OrderCheck[] {
  return matches.flatMap((match) => {
    const sales = match.sales.map((index) => own[index] as OwnSale);
    if (!sales.some(({ isOrdered }) => isOrdered === true)) return [];
    const verdict = verdictOf(
      match.kind,
      match.rows.map((index) => rows[index] as BrokerRow),
      sales,
    );
    return match.rows.map((row) => ({ row, sales: match.sales, verdict }));
  });
}

function verdictOf(kind: Match['kind'], rows: readonly BrokerRow[], sales: readonly OwnSale[]): Verdict {
  const isSingle = kind === 'pair' || kind === 'regrouped';
  if (!isSingle || rows.some(({ box1g }) => box1g === null)) return 'cannot_tell';
  if (sales.some(({ lacksBasis }) => lacksBasis === true)) return 'cannot_tell';
  const reported = rows.reduce((sum, { box1g }) => sum + centsOfText(box1g), 0n);
  const ordered = sales.reduce((sum, { basis }) => sum + basis, 0n);
  const apart = reported < ordered ? ordered - reported : reported - ordered;
  if (apart > ROUNDING * BigInt(sales.length)) return 'not_followed';
  const days = new Set(sales.map(({ acquiredOn }) => acquiredOn));
  return rows.every(({ box1d }) => box1d === null || days.has(box1d) || days.has(null))
    ? 'followed'
    : 'not_followed';
}
