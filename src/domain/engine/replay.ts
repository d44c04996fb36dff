import { Books, type Mark, type ReplayOptions } from './books';
import { BookLedger } from './book-ledger';
import type { Ledger, WashSale } from './lot';
import { compareEvents, isOrdered, isSameEvent } from './order';
import type { LedgerEvent } from './transaction';

/**
 * The fold: a history in, lots, disposals, income and issues out. The order of arrival does not matter.
 * @throws AppError VALIDATION_ERROR for a lot selection that cannot be applied
 * @source tax-rules 1.4
 */
export function replay(events: readonly LedgerEvent[], options: ReplayOptions): Ledger {
  return new LedgerSession(options).append(events);
}

/**
 * The losses a history would lose to the wash-sale rule; the books themselves stay as they are.
 * @source tax-rules 11
 */
export const simulateWashSales = (
  events: readonly LedgerEvent[],
  options: Omit<ReplayOptions, 'washSales'>,
): readonly WashSale[] => replay(events, { ...options, washSales: true }).washSales;

const CHECKPOINT_EVERY = 4096;

/**
 * Books that are kept: later events cost only themselves; an event from the past takes the books back to the
 * checkpoint before it and enters from there. Always the same ledger as a replay of everything.
 */
export class LedgerSession {
  private books: Books;
  private events: LedgerEvent[] = [];
  private marks: Mark[] = [];

  /** @param checkpointEvery events between two checkpoints: an event from the past costs at most that many more */
  constructor(
    private readonly options: ReplayOptions,
    private readonly checkpointEvery = CHECKPOINT_EVERY,
  ) {
    this.books = new Books(options);
  }

  get size(): number {
    return this.events.length;
  }

  /**
   * @param events in any order
   * @returns the ledger of all events so far; ledgers returned before are no longer valid
   */
  append(events: readonly LedgerEvent[]): Ledger {
    const added = isOrdered(events) ? events : events.toSorted(compareEvents);
    const first = added[0];
    if (first === undefined) return this.ledger();
    const from = this.events.length === 0 || this.isLater(first) ? this.events.length : this.takeBack(first);
    const tail = this.events.splice(from);
    const entered = tail.length === 0 ? added : merge(tail, added);
    this.enter(entered);
    if (this.events.length === 0) this.events = entered.slice();
    else for (const event of entered) this.events.push(event);
    return this.ledger();
  }

  /** With wash sales, a loss waits for the end of its transaction: only a later instant is surely later. */
  private isLater(event: LedgerEvent): boolean {
    const last = this.events[this.events.length - 1];
    if (last === undefined || event.at > last.at) return true;
    return !this.options.washSales && compareEvents(last, event) <= 0;
  }

  /** @returns how many events are still on the books */
  private takeBack(event: LedgerEvent): number {
    if (this.options.washSales) {
      this.books = new Books(this.options);
      this.marks = [];
      return 0;
    }
    let low = 0;
    let high = this.events.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareEvents(this.events[middle] as LedgerEvent, event) <= 0) low = middle + 1;
      else high = middle;
    }
    const checkpoint = Math.min(Math.floor(low / this.checkpointEvery), this.marks.length - 1);
    const mark = this.marks[checkpoint];
    if (mark === undefined) return 0;
    this.books.rewind(mark);
    this.marks.length = checkpoint;
    return checkpoint * this.checkpointEvery;
  }

  private enter(events: readonly LedgerEvent[]): void {
    const { books, marks } = this;
    let before = this.events[this.events.length - 1];
    let count = this.events.length;
    for (const event of events) {
      if (count % this.checkpointEvery === 0) marks.push(books.mark());
      if (before !== undefined && before.at === event.at && isSameEvent(before, event))
        books.skipDuplicate(event);
      else books.enter(event);
      before = event;
      count++;
    }
    books.wash?.settle();
  }

  private ledger(): Ledger {
    return new BookLedger(this.books);
  }
}

function merge(a: readonly LedgerEvent[], b: readonly LedgerEvent[]): LedgerEvent[] {
  const merged: LedgerEvent[] = [];
  let i = 0;
  let j = 0;
  for (;;) {
    const left = a[i];
    const right = b[j];
    if (left === undefined) return [...merged, ...b.slice(j)];
    if (right === undefined) return [...merged, ...a.slice(i)];
    if (compareEvents(left, right) <= 0) {
      merged.push(left);
      i++;
    } else {
      merged.push(right);
      j++;
    }
  }
}
