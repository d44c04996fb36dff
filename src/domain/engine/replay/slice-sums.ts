import { DAY_MS, isLongTermDays } from '../../kernel/calendar';
import type { Money, Quantity } from '../../kernel/units';
import { DisposalRecord, type DisposalColumns } from '../model/disposal-record';
import type { Disposal } from '../model/lot';
import { isGainlessType, proceedsOf, unitsOf, type Outflow } from '../model/outflow';
import type { Acquire } from '../model/transaction';

export interface TermSums {
  /** Sum of the slices that gained. */
  gains: Money;
  /** Sum of the slices that lost, after wash sales, as a positive number. */
  losses: Money;
}

/** Gifts, donations, lost and stolen are left out. */
export interface SliceSums {
  short: TermSums;
  long: TermSums;
  proceeds: Money;
  count: number;
  /** What the wash-sale rule took from losses, and from how many slices. */
  disallowed: Money;
  washed: number;
}

/** What opened a lot without details. */
type Purchase = Acquire & { cost: Money };

/** Days of a calendar are as many as elapsed ones, give or take two: only in between does it matter which they are. */
const SURELY_SHORT = 363 * DAY_MS;
const SURELY_LONG = 370 * DAY_MS;

/**
 * Sums the slices of the outflows that are admitted (null: of all): what `DisposalRecord` says of each, in one loop
 * over the columns. Written out, in local variables: all slices are summed for every answer, and a process that has
 * just started pays dearly for each call. Slices of one outflow lie together; `paid` is what those so far are worth.
 * @source tax-rules 1.3, 5, 14.4
 */
export function sumSlices(log: DisposalColumns, admits: ((event: Outflow) => boolean) | null): SliceSums {
  const { events, lots, before: befores, after: afters, book, dayOf, length, hasWashed } = log;
  const { events: openings, details } = book;
  const record = new DisposalRecord(log, 0, 0n, 0n, 0n);
  let shortGains = 0n;
  let shortLosses = 0n;
  let longGains = 0n;
  let longLosses = 0n;
  let proceeds = 0n;
  let disallowed = 0n;
  let count = 0;
  let washed = 0;
  let outflow: Outflow | null = null;
  let isAdmitted = false;
  let total = 0n;
  let whole = 0n;
  let sold = 0n;
  let paid = 0n;
  for (let row = 0; row < length; row++) {
    const event = events[row] as Outflow;
    if (event !== outflow) {
      outflow = event;
      isAdmitted = admits === null || admits(event);
      if (event.kind === 'dispose') {
        if (isGainlessType(event.type)) isAdmitted = false;
        total = event.proceeds ?? 0n;
        whole = event.quantity;
      } else {
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
      isLong = held >= SURELY_LONG || (held > SURELY_SHORT && isLongTermDays(dayOf(since), dayOf(event.at)));
    } else {
      gain = record.turnTo(row, soldBefore, before - after, gain).gain;
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
  return { short, long, proceeds, count, disallowed, washed };
}

/** The same of disposals that are not on books of ours: what the loop above comes to, said plainly. */
export function sumDisposals(
  disposals: readonly Disposal[],
  admits: (wallet: string, at: number) => boolean,
): SliceSums {
  const sums: SliceSums = { short: none(), long: none(), proceeds: 0n, count: 0, disallowed: 0n, washed: 0 };
  for (const slice of disposals) {
    if (isGainlessType(slice.type) || !admits(slice.wallet, slice.disposedAt)) continue;
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

const none = (): TermSums => ({ gains: 0n, losses: 0n });
