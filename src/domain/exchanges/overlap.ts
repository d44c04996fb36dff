import { dec, ZERO, type Decimal } from '../kernel/decimal';
import { canonicalCoin } from './coins';
import type { ExchangeRecord } from './record';

/** A record with the source of its row. */
export interface SourcedRecord {
  record: ExchangeRecord;
  isFromApi: boolean;
}

const SECOND_MS = 1_000;

/**
 * Leaves out records of files that the API of the exchange also lists, where the two have no common ids: in one second
 * both change the balance of a coin by the same amount. Files state whole seconds, and may have a fee in the amount or
 * a fill in several rows, so sums are compared.
 */
export function withoutRepeated(all: readonly SourcedRecord[]): {
  records: ExchangeRecord[];
  repeated: number;
} {
  const listed = changesOf(all.filter(({ isFromApi }) => isFromApi));
  if (listed.size === 0) return { records: all.map(({ record }) => record), repeated: 0 };
  const filed = changesOf(all.filter(({ isFromApi }) => !isFromApi));
  const isRepeated = (place: string): boolean => {
    const sum = listed.get(place);
    return sum !== undefined && sum.eq(filed.get(place) ?? ZERO);
  };
  const kept = all.filter(({ record, isFromApi }) => {
    const own = isFromApi ? [] : changes(record);
    return own.length === 0 || !own.every(({ place }) => isRepeated(place));
  });
  return { records: kept.map(({ record }) => record), repeated: all.length - kept.length };
}

/** Changes by second and coin. */
function changesOf(all: readonly SourcedRecord[]): ReadonlyMap<string, Decimal> {
  const sums = new Map<string, Decimal>();
  for (const { record } of all)
    for (const { place, amount } of changes(record)) sums.set(place, (sums.get(place) ?? ZERO).plus(amount));
  return sums;
}

function changes({ at, coin, amount, fee }: ExchangeRecord): { place: string; amount: Decimal }[] {
  const placeOf = (code: string): string => `${Math.floor(at / SECOND_MS)} ${canonicalCoin(code)}`;
  const own = dec(amount);
  return [
    ...(own.isZero() ? [] : [{ place: placeOf(coin), amount: own }]),
    ...(fee ? [{ place: placeOf(fee.coin), amount: dec(fee.amount).negated() }] : []),
  ];
}
