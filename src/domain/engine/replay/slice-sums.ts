import { isLongTermDays } from '../../kernel/calendar';
import type { Sliced } from '../../kernel/slices';
import type { Money, Quantity } from '../../kernel/units';
import { DisposalRecord, type DisposalColumns } from '../model/disposal-record';
import type { Disposal } from '../model/lot';
import { isGainlessType, isShortTermType, proceedsOf, unitsOf, type Outflow } from '../model/outflow';
import type { Acquire } from '../model/transaction';
import { DAY_MS } from '../../kernel/durations';

export interface TermSums {
  gains: Money;
  /** After wash sales; positive. */
  losses: Money;
}

/** Excludes gifts, donations, lost and stolen units, and slices without a known value. */
export interface SliceSums {
  short: TermSums;
  long: TermSums;
  proceeds: Money;
  count: number;
  /** Disallowed by the wash-sale rule, with the number of slices. */
  disallowed: Money;
  washed: number;
  /** Slices that wait for a value, and their basis. No other sum includes them. */
  excluded: number;
  excludedBasis: Money;
}

/** Milliseconds UTC: `from` is inclusive, `until` exclusive. */
export interface Period {
  from: number;
  until: number;
}

export const ALWAYS: Period = { from: -Infinity, until: Infinity };

interface Rows {
  first: number;
  end: number;
}

/** Rows are in the order of time, so a period is found without reading the others. */
const rowsOf = (log: DisposalColumns, { from, until }: Period): Rows => ({
  first: from === -Infinity ? 0 : firstRow(log, from),
  end: until === Infinity ? log.length : firstRow(log, until),
});

/** For a log without wash sales. Such rows do not change, so after an append only the new ones are summed. */
export class KeptSums {
  private readonly known = new Map<string, Rows & { sums: SliceSums }>();
  private truncations = 0;

  constructor(private readonly log: DisposalColumns) {}

  /** @param wallet null: all wallets */
  *summing(wallet: string | null, period: Period): Sliced<SliceSums> {
    const { truncations } = this;
    const { first, end } = rowsOf(this.log, period);
    const name = `${period.from} ${period.until} ${wallet ?? ''}`;
    const known = this.known.get(name);
    const isKnown = known?.first === first && known.end <= end;
    const rest = yield* summingRows(this.log, wallet, { first: isKnown ? known.end : first, end });
    const sums = isKnown ? added(known.sums, rest) : rest;
    if (this.known.size >= MOST_KEPT) this.known.clear();
    if (this.truncations === truncations) this.known.set(name, { first, end, sums });
    return sums;
  }

  /** Call before the rows from `length` on are replaced. */
  truncate(length: number): void {
    this.truncations++;
    for (const [name, { end }] of this.known) if (end > length) this.known.delete(name);
  }
}

/** Years of a few wallets. */
const MOST_KEPT = 500;
const ROWS_AT_ONCE = 4_000;

/** Keeps no sums. @param wallet null: all wallets */
export const summingIn = (log: DisposalColumns, wallet: string | null, period: Period): Sliced<SliceSums> =>
  summingRows(log, wallet, rowsOf(log, period));

/** Slices of one outflow are summed together: the value of each depends on those before it. */
function* summingRows(log: DisposalColumns, wallet: string | null, { first, end }: Rows): Sliced<SliceSums> {
  const admits = wallet === null ? null : (event: Outflow) => event.wallet === wallet;
  const { events } = log;
  let from = first;
  let until = Math.min(from + ROWS_AT_ONCE, end);
  const complete = (): void => {
    while (until < end && events[until] === events[until - 1]) until++;
  };
  complete();
  let sums = sumSlices(log, admits, { first: from, end: until });
  while (until < end) {
    yield;
    from = until;
    until = Math.min(from + ROWS_AT_ONCE, end);
    complete();
    sums = added(sums, sumSlices(log, admits, { first: from, end: until }));
  }
  return sums;
}

const added = (a: SliceSums, b: SliceSums): SliceSums => ({
  short: { gains: a.short.gains + b.short.gains, losses: a.short.losses + b.short.losses },
  long: { gains: a.long.gains + b.long.gains, losses: a.long.losses + b.long.losses },
  proceeds: a.proceeds + b.proceeds,
  count: a.count + b.count,
  disallowed: a.disallowed + b.disallowed,
  washed: a.washed + b.washed,
  excluded: a.excluded + b.excluded,
  excludedBasis: a.excludedBasis + b.excludedBasis,
});

type Purchase = Acquire & { cost: Money };

/** Calendar days and elapsed days differ by at most two. Only between the two limits is the calendar needed. */
const SURELY_SHORT = 363 * DAY_MS;
const SURELY_LONG = 370 * DAY_MS;

/**
 * Sums the slices of the admitted outflows (null: of all). Computes the values of `DisposalRecord` in one loop over
 * the columns, inlined and with local variables: every answer sums all slices, and calls are slow in a new process.
 * Slices of one outflow are adjacent; `paid` is the value of the slices so far.
 * @source tax-rules 1.3, 5, 14.4
 */
function sumSlices(
  log: DisposalColumns,
  admits: ((event: Outflow) => boolean) | null,
  { first, end: length }: Rows,
): SliceSums {
  const { events, lots, before: befores, after: afters, table, dayOf, hasWashed } = log;
  const { events: openings, details } = table;
  const record = new DisposalRecord(log, 0, 0n, 0n, 0n);
  let shortGains = 0n;
  let shortLosses = 0n;
  let longGains = 0n;
  let longLosses = 0n;
  let proceeds = 0n;
  let disallowed = 0n;
  let count = 0;
  let washed = 0;
  let excluded = 0;
  let excludedBasis = 0n;
  let outflow: Outflow | null = null;
  let isAdmitted = false;
  let isUnpriced = false;
  let isShort = false;
  let total = 0n;
  let whole = 0n;
  let sold = 0n;
  let paid = 0n;
  for (let row = first; row < length; row++) {
    const event = events[row] as Outflow;
    if (event !== outflow) {
      outflow = event;
      isAdmitted = admits === null || admits(event);
      if (event.kind === 'dispose') {
        if (isGainlessType(event.type)) isAdmitted = false;
        isUnpriced = event.proceeds === null;
        isShort = isShortTermType(event.type);
        total = event.proceeds ?? 0n;
        whole = event.quantity;
      } else {
        isUnpriced = event.feeValue === null;
        isShort = false;
        total = proceedsOf(event);
        whole = unitsOf(event);
      }
      sold = 0n;
      paid = 0n;
      if (isAdmitted) proceeds += total;
    }
    if (!isAdmitted) continue;
    const lot = lots[row] as number;
    const before = befores[row] as Quantity;
    const after = afters[row] as Quantity;
    if (isUnpriced) {
      excluded++;
      excludedBasis += table.costBetween(lot, before, after);
      continue;
    }
    const soldBefore = sold;
    let upTo = total;
    if (row + 1 < length && events[row + 1] === event) {
      sold += after === 0n ? before : before - after;
      upTo = (total * sold) / whole;
    }
    let gain = soldBefore === 0n ? upTo : upTo - paid;
    paid = upTo;
    let isLong: boolean;
    if (details[lot] === null) {
      const { at: since, cost, quantity } = openings[lot] as Purchase;
      gain -= after === 0n ? cost : (cost * (quantity - after)) / quantity;
      if (before !== quantity) gain += (cost * (quantity - before)) / quantity;
      const held = event.at - since;
      isLong =
        !isShort &&
        (held >= SURELY_LONG || (held > SURELY_SHORT && isLongTermDays(dayOf(since), dayOf(event.at))));
    } else {
      const amount = gain;
      record.turnTo(row, soldBefore, before - after, amount);
      if (record.isHeldOut) {
        excluded++;
        excludedBasis += record.carried;
        proceeds -= amount;
        continue;
      }
      gain = record.gain;
      isLong = record.isLongTerm;
    }
    if (hasWashed) {
      const loss = log.disallowed(row);
      if (loss !== 0n) washed++;
      gain += loss;
      disallowed += loss;
    }
    count++;
    if (isLong) {
      if (gain > 0n) longGains += gain;
      else longLosses -= gain;
    } else if (gain > 0n) shortGains += gain;
    else shortLosses -= gain;
  }
  const short = { gains: shortGains, losses: shortLosses };
  const long = { gains: longGains, losses: longLosses };
  return { short, long, proceeds, count, disallowed, washed, excluded, excludedBasis };
}

/** @param at ms UTC */
export function firstRow({ events, length }: DisposalColumns, at: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((events[middle] as Outflow).at < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The same sums for disposals outside a replay state, without the optimisation. */
export function sumDisposals(
  disposals: readonly Disposal[],
  admits: (wallet: string, at: number) => boolean,
): SliceSums {
  const sums = { ...NOTHING, short: none(), long: none() };
  for (const slice of disposals) {
    if (isGainlessType(slice.type) || !admits(slice.wallet, slice.disposedAt)) continue;
    if (slice.valueStatus === 'missing') {
      sums.excluded++;
      sums.excludedBasis += slice.costBasis;
      continue;
    }
    const gain = slice.gain + slice.washSaleDisallowed;
    const term = slice.isLongTerm ? sums.long : sums.short;
    if (gain > 0n) term.gains += gain;
    else term.losses -= gain;
    sums.proceeds += slice.proceeds;
    sums.disallowed += slice.washSaleDisallowed;
    if (slice.washSaleDisallowed !== 0n) sums.washed++;
    sums.count++;
  }
  return sums;
}

const NOTHING = { proceeds: 0n, count: 0, disallowed: 0n, washed: 0, excluded: 0, excludedBasis: 0n };
const none = (): TermSums => ({ gains: 0n, losses: 0n });
