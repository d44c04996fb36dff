import { dec, ZERO, type Decimal } from '../../kernel/decimal';
import { FIAT } from '../../kernel/exchanges/fiat';
import type { Sliced } from '../../kernel/slices';
import { canonicalCoin } from '../coins';
import type { ExchangeRecord } from '../record';
import { readingRecords, type ExchangeRow } from '../records';

export interface CommonRows {
  /** Rows with the same id, or id of the event, at the exchange and the same time. */
  ids: number;
  /** Coins that both change by the same amount in the same second. */
  shared: number;
  /** Changes of the file, and the changes of file and account in the time that both cover. */
  inFile: number;
  ofFile: number;
  ofAccount: number;
}

/**
 * True when a file is of the account: an id of the exchange is in both, or all of the file, or half of what either has
 * in their common time. Two accounts of one owner can receive the same airdrop in one second: one such row is no proof.
 */
export const isSameAccount = ({ ids, shared, inFile, ofFile, ofAccount }: CommonRows): boolean =>
  ids > 0 ||
  (shared > 0 && shared === inFile) ||
  (shared > 1 && (shared * 2 >= ofFile || shared * 2 >= ofAccount));

/**
 * Compares by content, because the layouts of an exchange, and its API, have different ids.
 * @param held rows of the account in the time of the file
 * @param time of the first and of the last row of the account, ms UTC
 * @param isCut true: `held` has the first of these rows only
 */
export function* comparingRows(
  file: readonly ExchangeRow[],
  held: readonly ExchangeRow[],
  time: { first: number; last: number },
  isCut = false,
): Sliced<CommonRows> {
  const { records: mine } = yield* readingRecords(file);
  const { records: theirs } = yield* readingRecords(held);
  const known = new Set(theirs.flatMap(identities));
  const ids = mine.filter((record) => identities(record).some((one) => known.has(one))).length;
  yield;
  const [ours, others] = [changes(mine), changes(theirs)];
  yield;
  const from = Math.max(first(mine), time.first);
  const to = Math.min(last(mine), isCut ? last(theirs) : time.last);
  const isCommon = ([, { at }]: [string, Change]): boolean => at >= second(from) && at <= second(to);
  const shared = [...ours].filter(([place, { amount }]) => others.get(place)?.amount.eq(amount)).length;
  return {
    ids,
    shared,
    inFile: ours.size,
    ofFile: [...ours].filter(isCommon).length,
    ofAccount: [...others].filter(isCommon).length,
  };
}

/** What the exchange names a row and its event, with the time: none where content or time is the name. */
const identities = ({ id, group, at }: ExchangeRecord): string[] => [
  ...(/\|.*#\d+(\/\d+)?$/.test(id) ? [] : [`${at} ${id}`]),
  ...(group === id || id.startsWith(group) || group.includes(String(at)) ? [] : [`${at} ${group}`]),
];

const second = (at: number): number => Math.floor(at / 1_000);
const first = (records: readonly ExchangeRecord[]): number => records[0]?.at ?? Infinity;
const last = (records: readonly ExchangeRecord[]): number => records.at(-1)?.at ?? -Infinity;

interface Change {
  at: number;
  amount: Decimal;
}

/** Changes of coins by second and coin. Cash moves in round amounts. */
function changes(records: readonly ExchangeRecord[]): Map<string, Change> {
  const sums = new Map<string, Change>();
  const add = (at: number, code: string, by: Decimal): void => {
    if (FIAT.has(code) || by.isZero()) return;
    const place = `${second(at)} ${canonicalCoin(code)}`;
    sums.set(place, { at: second(at), amount: (sums.get(place)?.amount ?? ZERO).plus(by) });
  };
  for (const { at, coin, amount, fee } of records) {
    add(at, coin, dec(amount));
    if (fee) add(at, fee.coin, dec(fee.amount).negated());
  }
  return sums;
}
