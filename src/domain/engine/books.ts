import type { Asset } from '../kernel/asset';
import { dayCounter, isLongTermDays } from '../kernel/calendar';
import { mulDiv, pow10, type Money, type Quantity } from '../kernel/units';
import { DisposalRecord, GAINLESS } from './disposal-record';
import { IncomeRecord, IssueRecord, LinkRecord } from './ledger-records';
import { ALWAYS_LONG_DAY, LotRecord, UNKNOWN_DAY } from './lot-record';
import { METHODS, type MethodName } from './methods';
import type { Method, Pool } from './methods/method';
import { Pools } from './pools';
import { chosenSlices } from './selection';
import type { Acquire, Dispose, DisposalType, EventFlag, LedgerEvent, Move } from './transaction';
import { WashBook } from './wash-sale';

export interface ReplayOptions {
  method: MethodName;
  /** IANA name: days and years are those of this zone. */
  timezone: string;
  washSales: boolean;
  /** Canonical asset of an asset id, for substantially identical units (2.3); without it, the asset itself. */
  groupOf?: (assetId: string) => string | null;
}

const NONE: readonly EventFlag[] = [];
const MISSING_PRICE: readonly EventFlag[] = ['missing_price'];

/**
 * The books of one taxpayer: lots move through pools as events are entered, in order. Each kind of event is one
 * method; everything they write is append-only, so that it can be taken back to an earlier event.
 * @source tax-rules 3 to 10
 */
export class Books {
  readonly lots: LotRecord[] = [];
  readonly disposals: DisposalRecord[] = [];
  readonly income: IncomeRecord[] = [];
  readonly links: LinkRecord[] = [];
  readonly issues: IssueRecord[] = [];
  readonly assets = new Map<string, Asset>();
  readonly wash: WashBook | null;
  private repeated: LedgerEvent | null = null;
  private readonly method: Method;
  private readonly pools: Pools;
  private readonly dayOf: (at: number) => number;

  constructor(options: ReplayOptions) {
    this.method = METHODS[options.method];
    this.pools = new Pools(this.method);
    this.dayOf = dayCounter(options.timezone);
    this.wash = options.washSales ? new WashBook(this, options.groupOf, this.dayOf) : null;
  }

  enter(event: LedgerEvent): void {
    const { asset } = event;
    if (!this.assets.has(asset.id)) this.assets.set(asset.id, asset);
    this.wash?.turnTo(event);
    if (event.kind === 'acquire') this.acquire(event);
    else if (event.kind === 'dispose') this.dispose(event);
    else this.move(event);
  }

  /** The same leg told twice counts once, and is said: once per transaction. @source tax-rules 1.5 */
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

  private acquire(event: Acquire): void {
    const isUntracked = event.untracked === true;
    const cost = isUntracked ? 0n : (event.cost ?? 0n);
    const day = event.inherited ? ALWAYS_LONG_DAY : this.dayOf(event.acquiredAt ?? event.at);
    const lot = new LotRecord(event, event, null, 0, event.quantity, cost, day);
    if (event.lossBasis !== undefined && event.lossBasis < cost) lot.more().lossCost = event.lossBasis;
    if (event.isReplacement) lot.more().isReplacement = true;
    this.lots.push(lot);
    this.pools.of(event.wallet, event.asset).add(lot);
    if (event.incomeType !== null)
      this.income.push(new IncomeRecord(event, lot, event.incomeType, event.cost ?? 0n));
    if (isUntracked)
      this.report('lineage_break', event, lot, event.quantity, null, 'Inflow of unknown origin');
    else if (event.cost === null || lacksPrice(event))
      this.report('missing_price', event, lot, event.quantity, null, 'No price at receipt');
    this.wash?.acquired(lot);
  }

  private dispose(event: Dispose): void {
    const pool = this.pools.of(event.wallet, event.asset);
    const flags = event.proceeds === null && !lacksPrice(event) ? withMissing(event) : (event.flags ?? NONE);
    if (flags !== NONE && flags.includes('missing_price') && !GAINLESS.has(event.type))
      this.report('missing_price', event, null, event.quantity, null, 'No price at disposal');
    const proceeds = GAINLESS.has(event.type) ? 0n : (event.proceeds ?? 0n);
    const outflow = new Outflow(event, event.type, event.quantity, proceeds, event.fees, flags);
    if (event.fromReceipt) this.cutReceipt(event, pool, outflow);
    if (event.selections !== undefined && this.method.readsSelections)
      for (const { lot, quantity, isLate } of chosenSlices(event, pool)) {
        this.cut(lot, quantity, outflow, isLate ? [...flags, 'late_identification'] : flags);
        if (lot.remaining === 0n) pool.remove(lot);
      }
    const isShort = event.selections !== undefined && outflow.need > 0n && outflow.need < event.quantity;
    this.run(pool, outflow, isShort ? [...flags, 'selection_filled'] : flags);
  }

  /** The lot this transaction itself brought pays first. */
  private cutReceipt(event: Dispose, pool: Pool, outflow: Outflow): void {
    for (let i = this.lots.length - 1; i >= 0 && outflow.need > 0n; i--) {
      const lot = this.lots[i] as LotRecord;
      if (lot.receivedAt !== event.at) return;
      if (lot.remaining === 0n || lot.event.stem !== event.stem || lot.asset.id !== event.asset.id) continue;
      this.cut(lot, lot.remaining < outflow.need ? lot.remaining : outflow.need, outflow, outflow.flags);
      if (lot.remaining === 0n) pool.remove(lot);
    }
  }

  /** Consumes in the order of the method until the need is met; what no lot covers comes from a synthetic one. */
  private run(pool: Pool, outflow: Outflow, flags: readonly string[]): void {
    while (outflow.need > 0n) {
      const lot = pool.first();
      if (lot === null) {
        this.cut(this.untracked(outflow.event, outflow.need), outflow.need, outflow, flags);
        return;
      }
      if (lot.remaining > outflow.need) {
        this.cut(lot, outflow.need, outflow, flags);
        return;
      }
      this.cut(lot, lot.remaining, outflow, flags);
      pool.removeFirst();
    }
  }

  /** One slice out of one lot: proceeds and fees pro rata, the last slice takes what is left of both (1.3). */
  private cut(lot: LotRecord, quantity: Quantity, outflow: Outflow, flags: readonly string[]): void {
    const { event, type, need, proceedsLeft, feesLeft } = outflow;
    const isLast = quantity === need;
    const proceeds = isLast ? proceedsLeft : mulDiv(proceedsLeft, quantity, need);
    const fees = feesLeft === 0n ? 0n : isLast ? feesLeft : mulDiv(feesLeft, quantity, need);
    outflow.need = isLast ? 0n : need - quantity;
    outflow.proceedsLeft = isLast ? 0n : proceedsLeft - proceeds;
    outflow.feesLeft = isLast ? 0n : feesLeft - fees;
    const lossBasis = lot.extra === null ? null : lossShare(lot, quantity);
    const carried = lot.take(quantity);
    let basis = carried;
    let day = lot.day;
    if (lossBasis !== null && proceeds < carried && !GAINLESS.has(type)) {
      // IRC 1015(a): below the donor's basis a loss counts from the value at the gift, and so does its time.
      basis = proceeds < lossBasis ? lossBasis : proceeds;
      if (proceeds < lossBasis) day = this.dayOf(lot.receivedAt);
    }
    const gain = GAINLESS.has(type) ? 0n : proceeds - basis;
    const isLongTerm = isLongTermDays(day, outflow.dayOn(this.dayOf));
    const disposal = new DisposalRecord(
      event,
      lot,
      type,
      quantity,
      proceeds,
      carried,
      basis,
      gain,
      fees,
      isLongTerm,
      flags,
    );
    this.disposals.push(disposal);
    if (lot.isUntracked)
      this.report('untracked_lot', event, lot, quantity, proceeds, 'Sold without a known purchase');
    if (this.wash !== null && gain < 0n) this.wash.lost(disposal);
  }

  /** Units change place: slice by slice each lot gets a child that keeps date and basis. @source tax-rules 10.1 */
  private move(event: Move): void {
    const { toAsset } = event;
    if (!this.assets.has(toAsset.id)) this.assets.set(toAsset.id, toAsset);
    const pool = this.pools.of(event.wallet, event.asset);
    const sent = sentUnits(event);
    if (sent > 0n && (event.wallet !== event.toWallet || event.asset.id !== toAsset.id))
      this.carry(event, pool, sent);
    const lost = event.quantity - sent;
    if (lost === 0n) return;
    const flags = event.feeValue === null ? MISSING_PRICE : NONE;
    if (event.feeValue === null)
      this.report('missing_price', event, null, lost, null, 'No price for the fee of a transfer');
    this.run(pool, new Outflow(event, 'fee', lost, event.feeValue ?? 0n, 0n, flags), flags);
  }

  private carry(event: Move, pool: Pool, sent: Quantity): void {
    const target = this.pools.of(event.toWallet, event.toAsset);
    const arrival = new Arrival(event, sent);
    while (arrival.sentLeft > 0n) {
      const lot = pool.first() ?? this.untracked(event, arrival.sentLeft);
      if (lot.root === null && lot.event === event)
        this.report('lineage_break', event, lot, lot.remaining, null, 'Moved without a known purchase');
      const isWhole = lot.remaining <= arrival.sentLeft;
      const quantity = isWhole ? lot.remaining : arrival.sentLeft;
      const lossCost = lot.extra === null ? null : lossShare(lot, quantity);
      const cost = lot.take(quantity);
      if (isWhole && pool.first() === lot) pool.removeFirst();
      const child = arrival.child(lot, quantity, cost, lossCost, this.links, this.disposals.length);
      if (child === null) continue;
      this.lots.push(child);
      target.add(child);
      this.wash?.carried(child);
    }
  }

  /** A lot for units never seen coming in: basis 0, no date. @source tax-rules 9.1 */
  private untracked(event: LedgerEvent, quantity: Quantity): LotRecord {
    let part = 0;
    for (let i = this.lots.length - 1; i >= 0 && this.lots[i]?.event === event; i--)
      if (this.lots[i]?.isSynthetic) part++;
    const lot = new LotRecord(event, null, null, part, quantity, 0n, UNKNOWN_DAY);
    this.lots.push(lot);
    return lot;
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

  /** Takes everything written since back. Not for books with wash sales: those change lots already written. */
  rewind(mark: Mark): void {
    for (let i = mark.disposals; i < this.disposals.length; i++) {
      const { lot, quantity, carried } = this.disposals[i] as DisposalRecord;
      lot.remaining += quantity;
      lot.cost += carried;
    }
    for (let i = mark.links; i < this.links.length; i++) {
      const { from, quantity, cost } = this.links[i] as LinkRecord;
      from.remaining += quantity;
      from.cost += cost;
    }
    this.lots.length = mark.lots;
    this.disposals.length = mark.disposals;
    this.income.length = mark.income;
    this.links.length = mark.links;
    this.issues.length = mark.issues;
    this.repeated = mark.repeated;
    for (const id of [...this.assets.keys()].slice(mark.assets)) this.assets.delete(id);
    this.pools.rebuild(this.lots);
  }
}

/** How much was on the books at some event. */
export interface Mark {
  lots: number;
  disposals: number;
  income: number;
  links: number;
  issues: number;
  assets: number;
  repeated: LedgerEvent | null;
}

/** What a disposal still has to find, while its slices are cut. */
class Outflow {
  need: Quantity;
  proceedsLeft: Money;
  feesLeft: Money;
  private day: number | null = null;

  constructor(
    readonly event: LedgerEvent,
    readonly type: DisposalType,
    quantity: Quantity,
    proceeds: Money,
    fees: Money,
    readonly flags: readonly string[],
  ) {
    this.need = quantity;
    this.proceedsLeft = proceeds;
    this.feesLeft = fees;
  }

  dayOn(dayOf: (at: number) => number): number {
    return (this.day ??= dayOf(this.event.at));
  }
}

/** Hands out what arrived to the lots that left, pro rata where the two are counted in different units. */
class Arrival {
  sentLeft: Quantity;
  private receivedLeft: Quantity;
  private addedLeft: Money;
  /** Slices too small for one unit of the asset that arrived: they go with the next. */
  private readonly waiting: { lot: LotRecord; quantity: Quantity; cost: Money }[] = [];

  constructor(
    private readonly event: Move,
    sent: Quantity,
  ) {
    this.sentLeft = sent;
    this.receivedLeft = event.received;
    this.addedLeft = event.addedCost ?? 0n;
  }

  child(
    lot: LotRecord,
    quantity: Quantity,
    cost: Money,
    lossCost: Money | null,
    links: LinkRecord[],
    after: number,
  ): LotRecord | null {
    const { event } = this;
    const isLast = quantity === this.sentLeft;
    const received = isLast ? this.receivedLeft : (this.receivedLeft * quantity) / this.sentLeft;
    const added = isLast ? this.addedLeft : mulDiv(this.addedLeft, quantity, this.sentLeft);
    this.sentLeft -= quantity;
    this.receivedLeft -= received;
    this.waiting.push({ lot, quantity, cost });
    if (received === 0n) return null;
    this.addedLeft -= added;
    const total = this.waiting.reduce((sum, slice) => sum + slice.cost, added);
    const child = new LotRecord(event, lot.root, lot, 0, received, total, lot.day);
    inherit(child, lot, lossCost);
    for (const slice of this.waiting)
      links.push(
        new LinkRecord(event, slice.lot, child, null, event.relation, slice.quantity, slice.cost, after),
      );
    this.waiting.length = 0;
    return child;
  }
}

function inherit(child: LotRecord, lot: LotRecord, lossCost: Money | null): void {
  if (lot.extra === null) return;
  const extra = child.more();
  extra.lossCost = lossCost;
  extra.holdingStartAt = lot.extra.holdingStartAt;
  extra.isReplacement = lot.extra.isReplacement;
}

/** Share of the next `quantity` units in a gift's loss basis; telescopes, so that shares sum to the whole. */
function lossShare(lot: LotRecord, quantity: Quantity): Money | null {
  const whole = lot.extra?.lossCost ?? null;
  if (whole === null) return null;
  const before = lot.originalQuantity - lot.remaining;
  return (whole * (before + quantity)) / lot.originalQuantity - (whole * before) / lot.originalQuantity;
}

/** Units of the asset sent that did arrive; the rest of `quantity` was a fee in kind. */
function sentUnits(event: Move): Quantity {
  if (event.rescaled) return event.quantity;
  const difference = event.asset.decimals - event.toAsset.decimals;
  const arrived = difference >= 0 ? event.received * pow10(difference) : event.received / pow10(-difference);
  return arrived < event.quantity ? arrived : event.quantity;
}

const lacksPrice = (event: LedgerEvent): boolean =>
  event.flags !== undefined && event.flags.includes('missing_price');

const withMissing = (event: LedgerEvent): readonly EventFlag[] =>
  event.flags === undefined || event.flags.length === 0 ? MISSING_PRICE : [...event.flags, 'missing_price'];
