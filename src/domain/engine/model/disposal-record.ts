import type { Asset } from '../../kernel/asset';
import { isLongTermDays } from '../../kernel/calendar';
import { uuidOf } from '../../kernel/hash';
import type { Money, Quantity } from '../../kernel/units';
import type { Disposal, LossSide } from './lot';
import type { LotTable } from './lot-table';
import { UNKNOWN_DAY, type LotRecord } from './lot-record';
import { feesOf, isGainless, isShortTermType, isUnpriced, typeOf, unitsOf, type Outflow } from './outflow';
import { shareOf } from './share';
import type { DisposalFlag, DisposalType, ValueStatus } from './transaction';

export interface DisposalColumns {
  readonly length: number;
  readonly table: LotTable;
  readonly events: readonly Outflow[];
  readonly lots: readonly number[];
  /** Fill level of the lot before and after the slice. */
  readonly before: readonly Quantity[];
  readonly after: readonly Quantity[];
  readonly dayOf: (at: number) => number;
  readonly hasWashed: boolean;
  flags(row: number): readonly DisposalFlag[];
  /** The gain with the lots that were identified too late. Null without such lots. */
  identifiedGain(event: Outflow): Money | null;
  disallowed(row: number): Money;
}

export class DisposalRecord implements Disposal {
  constructor(
    protected readonly log: DisposalColumns,
    public row: number,
    protected sold: Quantity,
    public quantity: Quantity,
    /** Share of the amount realized. 0 when it is not known. */
    protected amount: Money,
  ) {}

  /** Points this record at another row, so that an iteration keeps no records. */
  turnTo(row: number, sold: Quantity, quantity: Quantity, amount: Money): this {
    this.row = row;
    this.sold = sold;
    this.quantity = quantity;
    this.amount = amount;
    return this;
  }

  /** While the amount realized or the basis is not known, the row counts in no total. @source tax-rules 7.3, 8.4 */
  get isHeldOut(): boolean {
    const { event } = this;
    return isUnpriced(event) || (!isGainless(event) && (this.lacksBasis || this.isBelowGift));
  }

  private get lacksBasis(): boolean {
    return this.log.table.lacksValue(this.log.lots[this.row] as number);
  }

  /** True for a gift without its value then that gave less than the donor's basis. @source IRC 1015(a) */
  get isBelowGift(): boolean {
    const { table, lots } = this.log;
    if (!table.lacksLossBasis(lots[this.row] as number) || isUnpriced(this.event)) return false;
    return !isGainless(this.event) && this.amount < this.carried;
  }

  get valueStatus(): ValueStatus {
    return this.isHeldOut ? 'missing' : 'known';
  }

  get proceeds(): Money {
    return this.isHeldOut ? this.carried : this.amount;
  }

  get knownProceeds(): Money | null {
    return this.isHeldOut && !isUnpriced(this.event) ? this.amount : null;
  }

  get lacksProceeds(): boolean {
    if (!isUnpriced(this.event) || this.lacksBasis) return false;
    const { detail } = this.lot;
    return detail === null || detail.lossCost !== null || detail.root?.lossBasis !== null;
  }

  get lossSide(): LossSide | null {
    if (!this.hasLossBasis || !this.lacksProceeds) return null;
    const { lot, log, row } = this;
    const costBasis = lot.lossBetween(log.before[row] as Quantity, log.after[row] as Quantity);
    if (costBasis === null) return null;
    const { givenAt } = lot;
    const isLongTerm =
      givenAt === null ? this.isLongTerm : isLongTermDays(log.dayOf(givenAt), log.dayOf(this.event.at));
    return { costBasis, acquiredAt: givenAt ?? lot.acquiredAt, isLongTerm };
  }

  get valueGiven(): Money | null {
    const { event } = this;
    if (event.kind === 'move' || event.proceeds === null || !isGainless(event)) return null;
    return shareOf(event.proceeds, this.sold, this.sold + this.quantity, event.quantity);
  }

  get event(): Outflow {
    return this.log.events[this.row] as Outflow;
  }

  get lot(): LotRecord {
    return this.log.table.record(this.log.lots[this.row] as number);
  }

  /** Includes the type, because units lost on a move are a disposal beside the arrival. @source tax-rules 13.1 */
  get id(): string {
    const { event, type, log, row } = this;
    const lotId = log.table.ids.of(log.lots[row] as number);
    // The short-term rest of a slice whose units have two terms.
    const isRest = log.events[row - 1] === event && log.lots[row - 1] === log.lots[row];
    return uuidOf(`v1|disposal|${lotId}|${event.stem}|${event.leg}|${type}${isRest ? '|short' : ''}`);
  }

  get type(): DisposalType {
    return typeOf(this.event);
  }

  get carried(): Money {
    const { log, row } = this;
    const lot = log.lots[row] as number;
    return log.table.costBetween(lot, log.before[row] as Quantity, log.after[row] as Quantity);
  }

  /**
   * For a gift worth less than the donor paid, the value at the gift if that gives a loss. Between the two values
   * there is neither gain nor loss.
   * @source IRC 1015(a)
   */
  get costBasis(): Money {
    const { carried } = this;
    const lossBasis = this.lossBasis(carried);
    if (lossBasis === null) return carried;
    return this.amount < lossBasis ? lossBasis : this.amount;
  }

  get gain(): Money {
    return isGainless(this.event) || this.isHeldOut ? 0n : this.amount - this.costBasis;
  }

  get isLongTerm(): boolean {
    const { log, row, event } = this;
    if (isShortTermType(this.type)) return false;
    const lot = log.lots[row] as number;
    const soldOn = log.dayOf(event.at);
    const { givenAt } = this;
    if (givenAt !== null) return isLongTermDays(log.dayOf(givenAt), soldOn);
    return isLongTermDays(log.table.dayAt(lot, log.before[row] as Quantity, log.dayOf), soldOn);
  }

  /**
   * The time of the gift when the value at the gift is the basis: the holding period then starts with the gift, and
   * own transfers do not change it.
   * @source IRC 1015(a), 1223(2)
   */
  private get givenAt(): number | null {
    if (!this.hasLossBasis) return null;
    const lossBasis = this.lossBasis(this.carried);
    return lossBasis !== null && this.amount < lossBasis ? this.lot.givenAt : null;
  }

  /**
   * Start of the holding period for a replacement of these units. Null when it is not known. Inherited units count
   * from their acquisition: a replacement is not inherited.
   * @source IRC 1223(3), 1223(9)
   */
  get heldSince(): number | null {
    const { lot, log, givenAt } = this;
    if (givenAt !== null) return log.dayOf(givenAt);
    if (lot.isInherited) return lot.acquiredAt === null ? null : log.dayOf(lot.acquiredAt);
    const day = lot.dayBy(log.dayOf);
    return day === UNKNOWN_DAY ? null : day;
  }

  protected get hasLossBasis(): boolean {
    const detail = this.log.table.details[this.log.lots[this.row] as number] ?? null;
    return detail !== null && detail.lossCost !== null;
  }

  private lossBasis(carried: Money): Money | null {
    if (!this.hasLossBasis || this.amount >= carried) return null;
    if (isGainless(this.event) || this.isHeldOut) return null;
    return this.lot.lossBetween(this.log.before[this.row] as Quantity, this.log.after[this.row] as Quantity);
  }

  get fees(): Money {
    const { event } = this;
    const fees = feesOf(event);
    return fees === 0n ? 0n : shareOf(fees, this.sold, this.sold + this.quantity, unitsOf(event));
  }

  get flags(): readonly DisposalFlag[] {
    const flags = this.log.flags(this.row);
    return this.isHeldOut && !flags.includes('missing_price') ? [...flags, 'missing_price'] : flags;
  }

  get washSaleDisallowed(): Money {
    return this.log.disallowed(this.row);
  }

  get lotId(): string {
    return this.lot.id;
  }

  get wallet(): string {
    return this.event.wallet;
  }

  get asset(): Asset {
    return this.event.asset;
  }

  get acquiredAt(): number | null {
    return this.givenAt ?? this.lot.acquiredAt;
  }

  get isInherited(): boolean {
    return this.lot.isInherited;
  }

  get identifiedGain(): Money | null {
    const { event, log } = this;
    const whole = log.identifiedGain(event);
    return whole === null ? null : shareOf(whole, this.sold, this.sold + this.quantity, unitsOf(event));
  }

  get disposedAt(): number {
    return this.event.at;
  }

  get isUntracked(): boolean {
    return this.log.table.isUntracked(this.log.lots[this.row] as number);
  }

  get transactionId(): string {
    return this.event.transactionId;
  }

  get txHash(): string | null {
    return this.event.txHash;
  }

  get priceSource(): string | null {
    return this.event.priceSource;
  }
}
