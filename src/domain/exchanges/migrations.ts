import { dec, formatDecimal, ZERO } from '../kernel/decimal';
import { HOUR_MS, MINUTE_MS } from '../kernel/durations';
import { FIAT } from '../kernel/exchanges/fiat';
import { canonicalCoin } from './coins';
import type { ExchangeRecord, RecordKind } from './record';

/** Kinds whose two sides are one event: the units go on under another code. */
export const CARRIED: ReadonlySet<RecordKind> = new Set(['migration', 'wrap']);

/** All units of one coin that leave or arrive in one moment. */
interface Side {
  at: number;
  kind: RecordKind;
  coin: string;
  isOut: boolean;
  amount: string;
  records: ExchangeRecord[];
}

const SECOND_MS = 1_000;
/** How far apart the two sides of one event are. The shortest time that leaves one candidate counts. */
const GAPS_MS = [0, SECOND_MS, MINUTE_MS, HOUR_MS];
/** What the two sides have in common, the surest first. */
const COMMON: readonly ((side: Side) => string)[] = [
  ({ kind, coin }) => `${kind} ${coin}`,
  ({ kind, amount }) => `${kind} ${amount}`,
  ({ kind }) => kind,
];

/**
 * Gives the two sides of a migration or a wrap one group each: exchanges list them as rows without a common id, several
 * events in one moment or one event some seconds apart. A group with one coin on each side stays, and so does what has
 * several candidates.
 * @param records by time, then id
 */
export function pairMigrations(records: readonly ExchangeRecord[]): readonly ExchangeRecord[] {
  const open = sidesOf(records);
  if (open.length === 0) return records;
  const pairs = new Map<ExchangeRecord, string>();
  const paired = new Set<Side>();
  for (const gap of GAPS_MS)
    for (const common of COMMON)
      for (const [one, other] of runsOf(
        open.filter((side) => !paired.has(side)),
        common,
        gap,
      )) {
        const out = one.isOut ? one : other;
        for (const side of [one, other]) {
          paired.add(side);
          for (const record of side.records) pairs.set(record, `pair:${out.records[0]?.id ?? ''}`);
        }
      }
  return pairs.size === 0
    ? records
    : records.map((record) => {
        const group = pairs.get(record);
        return group === undefined ? record : { ...record, group };
      });
}

/** Cash for a coin that ends is a sale of the coin, not another form of it. */
export function withCashSales(records: readonly ExchangeRecord[]): readonly ExchangeRecord[] {
  const paid = new Set(
    records.filter(({ kind, coin }) => CARRIED.has(kind) && FIAT.has(coin)).map(({ group }) => group),
  );
  return paid.size === 0
    ? records
    : records.map((one) =>
        CARRIED.has(one.kind) && paid.has(one.group) ? { ...one, kind: 'convert' } : one,
      );
}

/** Sides of the groups that are not one coin for another, by time. */
function sidesOf(records: readonly ExchangeRecord[]): Side[] {
  const groups = new Map<string, ExchangeRecord[]>();
  for (const record of records) {
    if (!CARRIED.has(record.kind)) continue;
    const known = groups.get(record.group);
    if (known) known.push(record);
    else groups.set(record.group, [record]);
  }
  const sides = new Map<string, Side>();
  for (const group of groups.values()) {
    const [outs, ins] = [true, false].map((isOut) => new Set(group.filter(isOutIs(isOut)).map(coinOf)));
    if (outs?.size === 1 && ins?.size === 1) continue;
    for (const record of group) {
      const [coin, isOut] = [coinOf(record), isOutOf(record)];
      const key = [record.kind, record.at, coin, isOut].join(' ');
      const side = sides.get(key);
      if (side) side.records.push(record);
      else sides.set(key, { at: record.at, kind: record.kind, coin, isOut, amount: '0', records: [record] });
    }
  }
  return [...sides.values()]
    .map((side) => ({ ...side, amount: sumOf(side.records) }))
    .sort((a, b) => a.at - b.at);
}

/** Sides that follow each other within a time, where they are one that leaves and one that arrives. */
function runsOf(sides: readonly Side[], common: (side: Side) => string, gap: number): [Side, Side][] {
  const runs = new Map<string, Side[]>();
  const found: Side[][] = [];
  for (const side of sides) {
    const key = common(side);
    const run = runs.get(key);
    const last = run?.at(-1);
    if (run && last && side.at - last.at <= gap) run.push(side);
    else {
      const started = [side];
      runs.set(key, started);
      found.push(started);
    }
  }
  return found.flatMap(([one, other, ...more]): [Side, Side][] =>
    one && other && more.length === 0 && one.isOut !== other.isOut ? [[one, other]] : [],
  );
}

const isOutOf = ({ amount }: ExchangeRecord): boolean => dec(amount).isNegative();
const isOutIs =
  (isOut: boolean) =>
  (record: ExchangeRecord): boolean =>
    isOutOf(record) === isOut;
const coinOf = ({ coin }: ExchangeRecord): string => canonicalCoin(coin);
const sumOf = (records: readonly ExchangeRecord[]): string =>
  formatDecimal(records.reduce((sum, { amount }) => sum.plus(dec(amount)), ZERO).abs());
