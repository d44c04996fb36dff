import type { Method, Pool } from '../methods/method';
import type { LotTable } from '../model/lot-table';

/**
 * The lots of an account whose broker does not know the order of own books: they leave in the broker's order. The
 * order of own books is kept so that a sale can state what it would have given.
 */
export class BrokerPool implements Pool {
  readonly own: Pool;

  constructor(
    private readonly atBroker: Pool,
    readonly ownMethod: Method,
    lots: LotTable,
  ) {
    this.own = ownMethod.createPool(lots);
  }

  add(lot: number): void {
    this.atBroker.add(lot);
    this.own.add(lot);
  }

  first(): number {
    return this.atBroker.first();
  }

  peek(place: number): number {
    return this.atBroker.peek(place);
  }

  removeFirst(): void {
    this.own.remove(this.first());
    this.atBroker.removeFirst();
  }

  removeRun(count: number): void {
    for (let i = 0; i < count; i++) this.removeFirst();
  }

  addRun(lots: readonly number[]): void {
    for (const lot of lots) this.add(lot);
  }

  remove(lot: number): void {
    this.own.remove(lot);
    this.atBroker.remove(lot);
  }

  open(): readonly number[] {
    return this.atBroker.open();
  }
}
