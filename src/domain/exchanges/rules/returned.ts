import type { IncomeType } from '../../engine';
import { taxYearOf } from '../../kernel/calendar';
import { dec, formatDecimal, type Decimal } from '../../kernel/decimal';
import { canonicalCoin } from '../coins';
import type { ExchangeRecord, RecordKind } from '../record';

/** INCOME: kinds of rows that are income, and its type. */
export const INCOME: Readonly<Partial<Record<RecordKind, IncomeType>>> = {
  reward: 'staking_reward',
  mining: 'mining_reward',
  interest: 'interest',
  airdrop: 'airdrop',
  fork: 'airdrop',
  rebate: 'other',
};

/** Rule of an event that a later row lowered. */
export const RETURNED_RULE = 'exchange-returned';

/** A row, and what is left of it. */
interface Open {
  record: ExchangeRecord;
  left: Decimal;
}

/**
 * Income that an exchange takes back, and a payment that comes back, lower what they undo: the row joins the event of
 * the row before it with the same coin and kind, of the same amount where there is one, else the latest ones. What was
 * received in an earlier year stays income of that year, so the rest keeps its own event, which is listed.
 * @param records by time, then id
 * @param timezone IANA name. It defines the years
 */
export function withoutReturned(
  records: readonly ExchangeRecord[],
  timezone: string,
): readonly ExchangeRecord[] {
  if (!records.some(isReturn)) return records;
  const sizes = new Map<string, number>();
  for (const { group } of records) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  const open = new Map<string, Open[]>();
  return records.flatMap((record): ExchangeRecord[] => {
    if (!isReversible(record)) return [record];
    // A date without a time is a day in any zone.
    const year = taxYearOf(record.at, record.isDay === true ? 'UTC' : timezone);
    const key = `${record.kind} ${canonicalCoin(record.coin)} ${year}`;
    const before = open.get(key) ?? [];
    open.set(key, before);
    if (!isReturn(record)) {
      if (sizes.get(record.group) === 1) before.push({ record, left: dec(record.amount).abs() });
      return [record];
    }
    return partsOf(record, before);
  });
}

const isReversible = ({ kind }: ExchangeRecord): boolean => INCOME[kind] !== undefined || kind === 'spend';

const isReturn = (record: ExchangeRecord): boolean => {
  const amount = dec(record.amount);
  return isReversible(record) && !amount.isZero() && (record.kind === 'spend') !== amount.isNegative();
};

/** True for the rows of one event of which a part was taken back. */
export const hasReturned = (records: readonly ExchangeRecord[]): boolean =>
  records.length > 1 && records.some(isReturn) && records.some((one) => isReversible(one) && !isReturn(one));

/** The row, divided over what it undoes. */
function partsOf(record: ExchangeRecord, before: readonly Open[]): ExchangeRecord[] {
  const whole = dec(record.amount).abs();
  let due = whole;
  const parts: { group: string | null; units: Decimal }[] = [];
  const latestFirst = before.toReversed();
  const same = latestFirst.filter(({ left }) => left.eq(whole));
  for (const one of same.length > 0 ? same : latestFirst) {
    if (due.isZero()) break;
    const units = one.left.lt(due) ? one.left : due;
    if (units.isZero()) continue;
    one.left = one.left.minus(units);
    due = due.minus(units);
    parts.push({ group: one.record.group, units });
  }
  if (!due.isZero()) parts.push({ group: null, units: due });
  return parts.map(({ group, units }, index) => ({
    ...record,
    ...(index === 0 ? {} : { id: `${record.id}/${index}`, fee: null }),
    amount: formatDecimal(dec(record.amount).isNegative() ? units.negated() : units),
    ...(record.valueUsd === undefined
      ? {}
      : { valueUsd: formatDecimal(dec(record.valueUsd).mul(units).div(whole)) }),
    ...(group === null ? { unknownName: `${record.kind} taken back` } : { group }),
  }));
}
