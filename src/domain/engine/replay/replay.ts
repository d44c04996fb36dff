import type { Mark } from '../model/mark';
import { ReplayState } from './replay-state';
import { ReplayLedger } from './replay-ledger';
import { METHODS } from '../methods';
import type { ReplayOptions } from '../methods/replay-options';
import { columnOf } from '../model/column';
import type { Ledger, WashSale } from '../model/lot';
import { compareEvents, isSameEvent } from '../model/order';
import type { LedgerEvent } from '../model/transaction';
import { AppError } from '../../kernel/errors';
import { finished, mergeSliced, type Sliced } from '../../kernel/slices';

/**
 * The order of arrival does not matter.
 * @throws AppError VALIDATION_ERROR for a lot selection that cannot be applied; PAYLOAD_TOO_LARGE above `maxSlices`
 * @source tax-rules 1.4
 */
export function replay(events: readonly LedgerEvent[], options: ReplayOptions): Ledger {
  return new LedgerSession(options).append(events);
}

/** The losses that the wash-sale rule would disallow. The ledger itself does not change. @source tax-rules 11 */
export const simulateWashSales = (
  events: readonly LedgerEvent[],
  options: Omit<ReplayOptions, 'washSales'>,
): readonly WashSale[] => replay(events, { ...options, washSales: true }).washSales;

const CHECKPOINT_EVERY = 4096;
/** Events entered between two yields: some milliseconds, 20 before the code is compiled. */
const ENTERED_AT_ONCE = 1_000;

const tooManySlices = (limit: number): AppError =>
  new AppError(
    'PAYLOAD_TOO_LARGE',
    { limit_slices: limit },
    { message: `The history needs more than ${limit} lots and slices of lots, the limit of one calculation` },
  );

/**
 * A replay that can be continued: later events cost only themselves. A past event rewinds the state to the checkpoint
 * before it and replays from there. The result always equals a full replay.
 */
export class LedgerSession {
  private state: ReplayState;
  /** Sorted. The array has spare capacity beyond `size`, so small appends copy little. */
  private events: LedgerEvent[] = [];
  private count = 0;
  private marks: Mark[] = [];
  /** True when the last events could not be entered: the state is restored before the next ones. */
  private isBroken = false;

  /** @param checkpointEvery events between two checkpoints: a past event replays at most that many more */
  constructor(
    private readonly options: ReplayOptions,
    private readonly checkpointEvery = CHECKPOINT_EVERY,
  ) {
    this.state = new ReplayState(options);
  }

  get size(): number {
    return this.count;
  }

  /** @param events in any order @returns the ledger of all events so far. Ledgers returned before become invalid. */
  append(events: readonly LedgerEvent[]): Ledger {
    return finished(this.appending(events));
  }

  /**
   * The session must not be used before the last slice.
   * @param atOnce events between two yields; events of one moment stay together
   */
  *appending(events: readonly LedgerEvent[], atOnce = ENTERED_AT_ONCE): Sliced<Ledger> {
    if (this.isBroken) this.restart(this.events.slice(0, this.count));
    const kept = this.count;
    if (kept === 0) this.reserve(events.length);
    // A lot that is selected must exist when its disposal is entered.
    const arriving = METHODS[this.options.method].readsSelections ? events.toSorted(compareEvents) : events;
    try {
      const entered = yield* this.entering(arriving, atOnce);
      if (entered < arriving.length)
        yield* this.inserting(arriving.slice(entered).sort(compareEvents), atOnce);
    } catch (error) {
      this.count = kept;
      this.isBroken = true;
      throw error;
    }
    this.state.wash?.settle();
    return new ReplayLedger(this.state);
  }

  /** Stops at the first event out of order. @returns the number of entered events */
  private *entering(events: readonly LedgerEvent[], atOnce: number): Sliced<number> {
    let from = 0;
    while (from < events.length) {
      const to = endOfMoment(events, from + atOnce);
      const entered = this.enter(events, from, to);
      from += entered;
      if (from < to) break;
      if (to < events.length) yield;
    }
    return from;
  }

  /** Stops at the first event out of order. @returns the number of entered events */
  private enter(events: readonly LedgerEvent[], from: number, to: number): number {
    const { state, marks, checkpointEvery } = this;
    let before = this.last();
    // A loss waits for the end of its transaction. Only an event at a later time proves that end.
    const first = events[from];
    if (before && first && this.options.washSales && first.at <= before.at) return 0;
    const { events: kept, count: start } = this;
    const { maxSlices } = this.options;
    let count = start;
    for (let i = from; i < to; i++) {
      const event = events[i] as LedgerEvent;
      const isLater = before === undefined || event.at > before.at;
      if (!isLater && compareEvents(before as LedgerEvent, event) > 0) break;
      if (count % checkpointEvery === 0) marks.push(state.mark());
      if (isLater || !isSameEvent(before as LedgerEvent, event)) state.enter(event);
      else state.skipDuplicate(event);
      if (maxSlices !== undefined && state.slices > maxSlices) throw tooManySlices(maxSlices);
      before = event;
      kept[count++] = event;
    }
    this.count = count;
    return count - start;
  }

  private *inserting(late: readonly LedgerEvent[], atOnce: number): Sliced<void> {
    const from = this.takeBack(late[0] as LedgerEvent);
    const tail = this.events.slice(from, this.count);
    this.count = from;
    yield;
    try {
      yield* this.entering(yield* mergeSliced(tail, late, compareEvents), atOnce);
    } catch (error) {
      for (const [i, event] of tail.entries()) this.events[from + i] = event;
      throw error;
    }
  }

  private restart(events: readonly LedgerEvent[]): void {
    this.isBroken = false;
    this.state = new ReplayState(this.options);
    this.marks = [];
    this.count = 0;
    this.enter(events, 0, events.length);
  }

  private reserve(events: number): void {
    const rows = events + (events >> 4);
    this.events = columnOf(rows);
    this.state.reserve(rows);
  }

  private last(): LedgerEvent | undefined {
    return this.count === 0 ? undefined : this.events[this.count - 1];
  }

  private takeBack(event: LedgerEvent): number {
    if (!this.state.canRewind) {
      this.state = new ReplayState(this.options);
      this.marks = [];
      return 0;
    }
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareEvents(this.events[middle] as LedgerEvent, event) <= 0) low = middle + 1;
      else high = middle;
    }
    const checkpoint = Math.min(Math.floor(low / this.checkpointEvery), this.marks.length - 1);
    const mark = this.marks[checkpoint];
    if (mark === undefined) return 0;
    this.state.rewind(mark);
    this.marks.length = checkpoint;
    return checkpoint * this.checkpointEvery;
  }
}

/** Events of one moment are entered together: only a later event shows that a transaction has ended. */
function endOfMoment(events: readonly LedgerEvent[], from: number): number {
  let end = Math.min(from, events.length);
  while (end < events.length && events[end]?.at === events[end - 1]?.at) end += 1;
  return end;
}
