import type { Asset } from '../../kernel/asset';
import { dayCounter } from '../../kernel/calendar';
import type { Money, Quantity } from '../../kernel/units';
import { DisposalLog } from './disposal-log';
import { LedgerCounts } from '../model/kept-counts';
import { IncomeRecord, IssueRecord, LinkRecord } from '../model/ledger-records';
import { Arrival } from './arrival';
import { carriedBasis } from './carried-basis';
import { LotTable } from '../model/lot-table';
import type { LotRecord } from '../model/lot-record';
import type { Mark } from '../model/mark';
import { METHODS } from '../methods';
import { BrokerCustody } from '../methods/broker-custody';
import { NONE, type Method, type Pool } from '../methods/method';
import type { ReplayOptions } from '../methods/replay-options';
import { Identification, NO_CHOICE, type Slices } from '../identification/identification';
import { Piles } from './piles';
import { Pools } from './pools';
import { arrivesUnchanged, isGainless, isOfUnits, sentUnits, type Outflow } from '../model/outflow';
import { choiceOf, gainOf, identifiedGain, unitsBeside, type ChosenSlice } from '../identification/selection';
import type { Acquire, Allocate, Dispose, IdentificationFlag, LedgerEvent, Move } from '../model/transaction';
import { WashSaleIndex } from './wash-sale';

/**
 * The state of one taxpayer's replay. Events are entered in order. All writes are append-only, so the state can be
 * rewound to an earlier event.
 * @source tax-rules 3 to 10
 */
export class ReplayState {
  readonly lots = new LotTable();
  readonly disposals: DisposalLog;
  readonly income: IncomeRecord[] = [];
  readonly links: LinkRecord[] = [];
  readonly issues: IssueRecord[] = [];
  readonly wash: WashSaleIndex | null;
  readonly counts = new LedgerCounts();
  private repeated: LedgerEvent | null = null;
  private readonly method: Method;
  private readonly washFrom: number;
  private readonly pools: Pools;
  private readonly piles: Piles;
  private readonly identification: Identification;
  private carried = 0;
  private readonly dayOf: (at: number) => number;

  constructor(options: ReplayOptions) {
    this.method = METHODS[options.method];
    this.washFrom = options.washSalesFrom ?? -Infinity;
    const { brokerAccounts = [], elections, sharedPools } = options;
    this.dayOf = dayCounter(options.timezone);
    const custody = brokerAccounts.length > 0 ? new BrokerCustody(brokerAccounts, this.dayOf) : null;
    this.identification = new Identification(this.lots, this.method, custody, options.standing);
    this.pools = new Pools(this.method, this.lots, elections, sharedPools, custody);
    this.piles = new Piles(this.lots, this.pools);
    this.disposals = new DisposalLog(this.lots, this.dayOf);
    this.wash = options.washSales
      ? new WashSaleIndex(this, options.groupOf, this.dayOf, options.maxExactParts)
      : null;
  }

  reserve(rows: number): void {
    this.lots.reserve(rows);
    this.disposals.reserve(rows);
  }

  enter(event: LedgerEvent): void {
    if (this.wash !== null) this.wash.turnTo(event);
    if (event.kind === 'allocate') return this.allocate(event);
    const pool = this.pools.inForce(event.wallet, event.asset, event.at);
    if (event.kind === 'acquire') this.acquire(event, pool);
    else if (event.kind === 'dispose') this.dispose(event, pool);
    else this.move(event, pool);
  }

  /** Counts a repeated leg once and reports it once per transaction. @source tax-rules 1.5 */
  skipDuplicate(event: LedgerEvent): void {
    const { repeated } = this;
    if (repeated?.stem === event.stem && repeated.leg !== event.leg) return;
    this.repeated = event;
    this.issues.push(
      new IssueRecord('duplicate_transaction', event, null, event.quantity, null, 'Reported twice', 1),
    );
  }

  poolOf(lot: LotRecord): Pool {
    return this.pools.of(lot.wallet, lot.asset);
  }

  get assets(): Map<string, Asset> {
    return this.pools.assets;
  }

  private acquire(event: Acquire, pool: Pool): void {
    if (event.incomeType !== null && event.isCash === true) {
      this.income.push(new IncomeRecord(event, null, event.incomeType));
      if (event.cost === null)
        this.report('missing_price', event, null, event.quantity, null, 'No price at receipt');
      return;
    }
    const row = this.lots.open(event);
    if (event.cost === null && event.carries !== undefined)
      this.lots.record(row).more().cost = carriedBasis(event, event.carries, this.disposals);
    pool.add(row);
    if (event.incomeType !== null || event.flags !== undefined || this.lots.details[row] !== null)
      this.note(event, this.lots.record(row));
    if (this.wash !== null) this.wash.acquired(this.lots.record(row));
  }

  private note(event: Acquire, lot: LotRecord): void {
    if (event.incomeType !== null) this.income.push(new IncomeRecord(event, lot, event.incomeType));
    if (event.untracked === true)
      this.report('lineage_break', event, lot, event.quantity, null, 'Inflow of unknown origin');
    else if (event.cost === null)
      this.report('missing_price', event, lot, event.quantity, null, 'No price at receipt');
  }

  /** Ends the lots of the wallets. Acquisitions of the same time follow. */
  private allocate(event: Allocate): void {
    for (const row of this.pools.release(event)) {
      const lot = this.lots.record(row);
      const quantity = lot.remaining;
      const cost = lot.take(quantity);
      const { length } = this.disposals;
      this.links.push(new LinkRecord(event, lot, null, null, 'allocation', quantity, cost, length));
    }
  }

  private dispose(event: Dispose, pool: Pool): void {
    if (event.proceeds === null && !isGainless(event))
      this.report('missing_price', event, null, event.quantity, null, 'No price at disposal');
    if (event.fromReceipt === true)
      return this.consume(event, pool, event.quantity, this.receipts(event), null);
    if (this.identification.isAtBroker(event)) return this.disposeAtBroker(event, pool);
    if (event.selections === undefined || !this.method.readsSelections) {
      const named = this.identification.named(event, pool, event.quantity);
      const filler = named === NO_CHOICE ? null : 'selection_filled';
      return this.consume(event, pool, event.quantity, named, filler);
    }
    const choice = choiceOf(event, pool, this.lots, event.quantity);
    const isLate = choice.late.length > 0;
    this.disposals.identify(event, isLate ? identifiedGain(event, { pool, table: this.lots }, choice) : null);
    const filler = isLate ? 'late_identification' : choice.slices.length > 0 ? 'selection_filled' : null;
    this.consume(event, pool, event.quantity, choice.slices, filler);
  }

  /** What the broker was told decides. @source 26 CFR 1.1012-1(j)(3) */
  private disposeAtBroker(event: Dispose, pool: Pool): void {
    const { disposals } = this;
    const { told, own } = this.identification.atBroker(event, pool, event.quantity);
    disposals.identify(event, own === null ? null : gainOf(event, own));
    const start = disposals.length;
    this.consume(event, pool, event.quantity, told, told.length > 0 ? 'selection_filled' : null);
    if (own === null) return;
    for (let row = start; row < disposals.length; row++) disposals.mark(row, 'not_identified_to_broker');
  }

  private receipts(event: Dispose): ChosenSlice[] {
    const slices: ChosenSlice[] = [];
    let need = event.quantity;
    for (let i = this.lots.length - 1; i >= 0 && need > 0n; i--) {
      const lot = this.lots.record(i);
      if (lot.receivedAt !== event.at) break;
      if (lot.remaining === 0n || lot.event.stem !== event.stem || lot.asset.id !== event.asset.id) continue;
      const quantity = lot.remaining < need ? lot.remaining : need;
      slices.push({ lot, quantity });
      need -= quantity;
    }
    return slices;
  }

  /**
   * Takes chosen slices first, then the order of the method. A synthetic lot covers the units that no lot covers.
   * @param filler flag of the units that the method chose
   */
  private consume(
    event: Outflow,
    pool: Pool,
    quantity: Quantity,
    chosen: Slices,
    filler: IdentificationFlag | null,
  ): void {
    const { disposals, lots } = this;
    const start = disposals.length;
    let need = chosen === NO_CHOICE ? quantity : quantity - this.takeChosen(event, pool, chosen);
    while (need !== 0n) {
      const held = pool.first();
      const lot = held === NONE ? this.untracked(event, need).row : held;
      const remaining = lots.remaining[lot] as Quantity;
      if (filler !== null) disposals.mark(disposals.length, filler);
      if (remaining > need) {
        disposals.add(event, lot, remaining, remaining - need);
        break;
      }
      disposals.add(event, lot, remaining, 0n);
      if (held !== NONE) pool.removeFirst();
      need -= remaining;
    }
    if (this.wash !== null || lots.hasUntracked || lots.hasUnvaluedGifts) this.review(start);
  }

  private takeChosen(event: Outflow, pool: Pool, chosen: Slices): Quantity {
    const { disposals } = this;
    let taken = 0n;
    for (const { lot, quantity } of chosen) {
      disposals.add(event, lot.row, lot.remaining, lot.remaining - quantity);
      if (lot.remaining === 0n) pool.remove(lot.row);
      taken += quantity;
    }
    return taken;
  }

  private review(start: number): void {
    const slices = this.disposals.from(start);
    while (slices.next()) {
      const { lot, event, quantity, proceeds } = slices;
      if (lot.isUntracked)
        this.report('untracked_lot', event, lot, quantity, proceeds, 'Sold without a known purchase');
      if (slices.isBelowGift)
        this.report('missing_price', event, lot.first, quantity, null, 'No value at the gift');
      if (this.wash !== null && slices.gain < 0n && isOfUnits(event) && event.at >= this.washFrom)
        this.wash.lost(slices.record());
    }
  }

  /** Each slice gives a child lot that keeps date and basis. @source tax-rules 10.1 */
  private move(event: Move, pool: Pool): void {
    const { toAsset } = event;
    const sent = sentUnits(event);
    const [chosen, chosenForFee] = this.identification.ofMove(event, pool, sent);
    const isSamePool = this.pools.of(event.toWallet, toAsset) === pool;
    if (sent > 0n && !isSamePool) {
      const isUnchanged = arrivesUnchanged(event, sent);
      const isPile = isUnchanged && !this.pools.movesSingly;
      if (chosen.length > 0 || !isPile || !this.piles.move(event, pool, sent, this.rows))
        this.carry(event, pool, sent, isPile, chosen);
    }
    const lost = event.quantity - sent;
    if (lost > 0n) {
      if (event.feeValue === null)
        this.report('missing_price', event, null, lost, null, 'No price for the fee of a transfer');
      if (isSamePool && chosen.length > 0) this.loseBeside(event, pool, chosen, chosenForFee);
      else this.consume(event, this.pools.of(event.wallet, event.asset), lost, chosenForFee, null);
    }
    if (isSamePool && event.wallet !== event.toWallet) this.addGas(event, pool, chosen, sent);
  }

  /**
   * A transfer inside one pool moves no unit. Its gas goes into the basis of the identified units, else of the next
   * units of the pool.
   * @source tax-rules 6
   */
  private addGas(event: Move, pool: Pool, chosen: Slices, sent: Quantity): void {
    if ((event.addedCost ?? 0n) === 0n) return;
    const need = chosen.reduce((rest, { quantity }) => rest - quantity, sent);
    const units = [...chosen, ...unitsBeside(chosen, { pool, table: this.lots }, need)];
    const known = units.reduce((sum, { quantity }) => sum + quantity, 0n);
    const arrival = new Arrival(event, known, known);
    for (const { lot, quantity } of units) this.carryChosen(lot, quantity, arrival, pool, pool);
  }

  /**
   * Consumes the units that a transfer inside one pool loses. Units that were identified as moved are not lost.
   * @source 26 CFR 1.1012-1(j); tax-rules 4.5
   */
  private loseBeside(event: Move, pool: Pool, moved: Slices, forFee: Slices): void {
    const lost = event.quantity - sentUnits(event);
    const need = forFee.reduce((rest, { quantity }) => rest - quantity, lost);
    const others = unitsBeside([...moved, ...forFee], { pool, table: this.lots }, need);
    const staying = new Set(moved.map(({ lot }) => lot.row));
    for (const row of staying) pool.remove(row);
    this.consume(event, pool, lost, [...forFee, ...others], null);
    for (const row of staying) if (this.lots.remaining[row] !== 0n) pool.add(row);
  }

  private carry(event: Move, pool: Pool, sent: Quantity, isPile: boolean, chosen: Slices): void {
    const target = this.pools.of(event.toWallet, event.toAsset);
    const arrival = new Arrival(event, sent);
    for (const { lot, quantity } of chosen) this.carryChosen(lot, quantity, arrival, pool, target);
    while (arrival.sentLeft > 0n) {
      if (isPile && this.piles.pass(pool, target, arrival)) {
        this.carried++;
        continue;
      }
      const held = pool.first();
      const lot = held === NONE ? this.untracked(event, arrival.sentLeft) : this.lots.record(held);
      if (held === NONE)
        this.report('lineage_break', event, lot, lot.remaining, null, 'Moved without a known purchase');
      const isWhole = lot.remaining <= arrival.sentLeft;
      const quantity = isWhole ? lot.remaining : arrival.sentLeft;
      if (isWhole && held !== NONE) pool.removeFirst();
      this.carrySlice(lot, quantity, arrival, target);
    }
  }

  private carryChosen(lot: LotRecord, quantity: Quantity, arrival: Arrival, pool: Pool, target: Pool): void {
    if (lot.remaining === quantity) pool.remove(lot.row);
    this.carrySlice(lot, quantity, arrival, target);
  }

  private carrySlice(lot: LotRecord, quantity: Quantity, arrival: Arrival, target: Pool): void {
    this.carried++;
    const lossCost = lot.detail === null ? null : lot.lossBetween(lot.remaining, lot.remaining - quantity);
    const cost = lot.take(quantity);
    const child = arrival.child(lot, quantity, cost, lossCost, this);
    if (child === null) return;
    target.add(child.row);
    this.wash?.carried(child);
  }

  get movesNotIdentified(): readonly Move[] {
    return this.identification.movesNotIdentified;
  }

  get slices(): number {
    return this.rows + this.piles.slices;
  }

  private get rows(): number {
    return this.lots.length + this.disposals.length + this.links.length + this.carried;
  }

  /** False when lots moved without child lots, or pools were divided: earlier places are not kept. */
  get canRewind(): boolean {
    return (
      this.wash === null && this.identification.isRewindable && !this.piles.isUsed && !this.pools.hasShared
    );
  }

  /** For units without a known acquisition: basis 0, no date. @source tax-rules 9.1 */
  private untracked(event: LedgerEvent, quantity: Quantity): LotRecord {
    let part = 0;
    for (let row = this.lots.length - 1; row >= 0 && this.lots.events[row] === event; row--)
      if (this.lots.record(row).isSynthetic) part++;
    return this.lots.derive(event, quantity, 0n, { root: null, parent: null, part, hops: 0 });
  }

  private report(
    kind: 'untracked_lot' | 'missing_price' | 'lineage_break',
    event: LedgerEvent,
    lot: LotRecord | null,
    quantity: Quantity,
    proceeds: Money | null,
    reason: string,
  ): void {
    this.issues.push(new IssueRecord(kind, event, lot, quantity, proceeds, reason, 1));
  }

  mark(): Mark {
    return {
      lots: this.lots.length,
      disposals: this.disposals.length,
      income: this.income.length,
      links: this.links.length,
      issues: this.issues.length,
      assets: this.assets.size,
      repeated: this.repeated,
    };
  }

  /** Removes everything written after `mark`. Only while `canRewind`. */
  rewind(mark: Mark): void {
    for (const { from, quantity } of this.links.slice(mark.links)) from.remaining += quantity;
    this.counts.truncate(mark);
    this.disposals.truncate(mark.disposals);
    this.lots.truncate(mark.lots);
    this.income.length = mark.income;
    this.links.length = mark.links;
    this.issues.length = mark.issues;
    this.repeated = mark.repeated;
    for (const id of [...this.assets.keys()].slice(mark.assets)) this.assets.delete(id);
    this.pools.rebuild();
  }
}
