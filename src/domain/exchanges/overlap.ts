import { dec, ZERO, type Decimal } from '../kernel/decimal';
import { FIAT } from '../kernel/exchanges/fiat';
import { canonicalCoin } from './coins';
import type { ExchangeRecord } from './record';

export interface SourcedRecord {
  record: ExchangeRecord;
  isFromApi: boolean;
  /** The list has every change of the balance: a statement or a ledger. */
  isLedger: boolean;
}

const SECOND_MS = 1_000;

/**
 * Leaves out records of files that the API of the exchange also lists, then those of lists of trades, deposits and
 * withdrawals that a ledger of a file has too.
 */
export function withoutRepeated(all: readonly SourcedRecord[]): {
  records: ExchangeRecord[];
  repeated: number;
} {
  const filed = withoutListed(all, ({ isFromApi }) => isFromApi);
  const kept = withoutListed(filed, ({ isFromApi, isLedger }) => isFromApi || isLedger);
  return { records: kept.map(({ record }) => record), repeated: all.length - kept.length };
}

/**
 * Leaves out records of other lists that the better lists also have, where the two have no common ids: in one second
 * both change the balance of a coin by the same amount. Files state whole seconds, and may have a fee in the amount or
 * a fill in several rows, so sums are compared. Cash follows the coins of its event: the API can list money of a bank
 * that arrives and is spent at once, and a file cannot.
 */
function withoutListed(
  all: readonly SourcedRecord[],
  isBetter: (one: SourcedRecord) => boolean,
): readonly SourcedRecord[] {
  const listed = changesOf(all.filter(isBetter));
  const others = all.filter((one) => !isBetter(one));
  if (listed.size === 0 || others.length === 0) return all;
  const filed = changesOf(others);
  const isRepeated = (place: string): boolean => {
    const sum = listed.get(place);
    return sum !== undefined && sum.eq(filed.get(place) ?? ZERO);
  };
  const isRepeatedWhole = (own: readonly Change[]): boolean =>
    own.length > 0 && own.every(({ place }) => isRepeated(place));
  const events = new Map<string, boolean>();
  for (const { record } of others) {
    const own = changes(record).filter(({ isCash }) => !isCash);
    if (own.length > 0) events.set(record.group, (events.get(record.group) ?? true) && isRepeatedWhole(own));
  }
  return all.filter((one) => {
    if (isBetter(one)) return true;
    const { record } = one;
    const own = changes(record);
    const coins = own.filter(({ isCash }) => !isCash);
    if (coins.length > 0) return !isRepeatedWhole(coins);
    return !(events.get(record.group) ?? isRepeatedWhole(own));
  });
}

function changesOf(all: readonly SourcedRecord[]): ReadonlyMap<string, Decimal> {
  const sums = new Map<string, Decimal>();
  for (const { record } of all)
    for (const { place, amount } of changes(record)) sums.set(place, (sums.get(place) ?? ZERO).plus(amount));
  return sums;
}

interface Change {
  /** Second and coin. */
  place: string;
  amount: Decimal;
  isCash: boolean;
}

function changes({ at, coin, amount, fee }: ExchangeRecord): Change[] {
  const changeOf = (code: string, by: Decimal): Change => ({
    place: `${Math.floor(at / SECOND_MS)} ${canonicalCoin(code)}`,
    amount: by,
    isCash: FIAT.has(code),
  });
  const own = dec(amount);
  return [
    ...(own.isZero() ? [] : [changeOf(coin, own)]),
    ...(fee ? [changeOf(fee.coin, dec(fee.amount).negated())] : []),
  ];
}
