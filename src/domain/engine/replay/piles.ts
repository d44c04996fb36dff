import { NONE, type Pool } from '../methods/method';
import type { LotTable } from '../model/lot-table';
import type { Place } from '../model/place';
import type { Move } from '../model/transaction';
import type { Quantity } from '../../kernel/units';
import type { Arrival } from './arrival';
import type { Pools } from './pools';

/** Reading a lot to count a pile costs 1/32 of a slice. */
const COUNTED_PER_SLICE_LOG2 = 5;

/** The lots of a pool that moved there together, valid while nothing is written to the ledger. */
interface Pile {
  readonly units: Quantity;
  readonly place: Place;
  readonly rows: number;
}

/**
 * Moves lots that need no child lots. When all lots of a pool move to an empty one, the two pools change places. A
 * pile that only moves is counted once, so each further move takes constant time.
 * @source tax-rules 10.1; docs/adr/0002
 */
export class Piles {
  private readonly piles = new WeakMap<Pool, Pile>();
  private counted = 0;
  isUsed = false;

  constructor(
    private readonly lots: LotTable,
    private readonly pools: Pools,
  ) {}

  get slices(): number {
    return this.counted >> COUNTED_PER_SLICE_LOG2;
  }

  /**
   * @param sent units of the move that arrive
   * @param rows of the ledger: grows when any lot changes
   * @returns false when the move has to be made lot by lot
   */
  move(event: Move, pool: Pool, sent: Quantity, rows: number): boolean {
    const first = pool.first();
    if (first === NONE || !this.lots.staysOne(first)) return false;
    if (this.pools.of(event.toWallet, event.toAsset).first() !== NONE) return false;
    const known = this.piles.get(pool);
    const pile = known?.rows === rows ? known : this.pileOf(event, pool, sent, rows);
    if (pile?.units !== sent) return false;
    pile.place.event = event;
    this.pools.swap(event);
    this.isUsed = true;
    return true;
  }

  /** Moves the first lots of a pool, as long as each moves whole and needs no child lot. @returns false for none */
  pass(pool: Pool, target: Pool, arrival: Arrival): boolean {
    const { lots } = this;
    const { event, sentLeft } = arrival;
    const run: number[] = [];
    let left = sentLeft;
    for (let lot = pool.peek(0); lot !== NONE && lots.staysOne(lot); lot = pool.peek(run.length)) {
      const units = lots.remaining[lot] as Quantity;
      if (units > left) break;
      left -= units;
      run.push(lot);
    }
    if (run.length === 0) return false;
    const place = { event };
    for (const lot of run) lots.place(lot, place);
    pool.removeRun(run.length);
    target.addRun(run);
    arrival.pass(sentLeft - left);
    this.counted += run.length;
    this.isUsed = true;
    return true;
  }

  /** @returns null unless all lots of the pool leave it with this move */
  private pileOf(event: Move, pool: Pool, sent: Quantity, rows: number): Pile | null {
    const { lots } = this;
    const open = pool.open();
    let units = 0n;
    for (const lot of open) {
      this.counted++;
      if (!lots.staysOne(lot)) return null;
      units += lots.remaining[lot] as Quantity;
    }
    if (units !== sent) return null;
    const pile = { units, place: { event }, rows };
    for (const lot of open) lots.place(lot, pile.place);
    this.piles.set(pool, pile);
    return pile;
  }
}
