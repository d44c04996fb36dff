import type { Money, Quantity } from '../../kernel/units';
import { mulDiv, pow10 } from '../../kernel/units';
import type { Pool } from '../methods/method';
import type { DisposalLog } from './disposal-log';
import type { DisposalRecord } from '../model/disposal-record';
import { HoldingLayers } from '../model/holding-layers';
import { LinkRecord, WashSaleRecord } from '../model/ledger-records';
import type { LotTable } from '../model/lot-table';
import { compareAcquired, type LotRecord } from '../model/lot-record';
import { Candidates } from './candidates';
import { ReplacementParts } from './replacement-parts';
import type { LedgerEvent } from '../model/transaction';
import { DAY_MS } from '../../kernel/durations';
import { LAW } from '../../law';

/** Days before and after the sale. With the day of the sale the window has 61 days. @source IRC 1091(a) */
export const WASH_WINDOW_DAYS = LAW['irc-1091'].parameters.window_days.value;

interface LedgerTables {
  readonly lots: LotTable;
  readonly links: LinkRecord[];
  readonly disposals: DisposalLog;
  poolOf(lot: LotRecord): Pool;
}

interface OpenLoss {
  index: number;
  disposal: DisposalRecord;
  day: number;
  quantityLeft: Quantity;
  lossLeft: Money;
  /** Null when all units have the holding period of their lot. */
  layers: HoldingLayers | null;
}

/** `too_small`: not even one unit of the asset with fewer decimals could be matched. */
type Rest = 'none' | 'units' | 'too_small';

/**
 * When its transaction ends, a loss is matched with earlier purchases that are still held. It then stays open for
 * thirty days for later purchases. Losses and replacements are matched earliest first. Each unit is used once, across
 * all wallets of the taxpayer.
 * @source tax-rules 11; 26 CFR 1.1091-1, 1.1091-2
 */
export class WashSaleIndex {
  readonly sales: WashSaleRecord[] = [];
  private readonly groups = new Map<string, Group>();
  private readonly parts: ReplacementParts;
  private losses = 0;
  private fresh: OpenLoss[] = [];
  private transactionId: string | null = null;

  constructor(
    private readonly state: LedgerTables,
    private readonly groupOf: ((assetId: string) => string | null) | undefined,
    private readonly dayOf: (at: number) => number,
    maxExactParts = Infinity,
  ) {
    this.parts = new ReplacementParts(state, maxExactParts);
  }

  get isApproximate(): boolean {
    return this.parts.isApproximate;
  }

  /** Matches the losses of a transaction only after all its sales: a transaction never washes itself. */
  turnTo(event: LedgerEvent): void {
    if (event.transactionId === this.transactionId) return;
    this.settle();
    this.transactionId = event.transactionId;
  }

  /** Matches the losses that wait for the end of their transaction. Call it once more after the last event. */
  settle(): void {
    const { fresh } = this;
    if (fresh.length === 0) return;
    this.fresh = [];
    for (const loss of fresh) {
      const group = this.group(loss.disposal);
      this.lookBack(loss, group);
      if (loss.quantityLeft === 0n) continue;
      group.losses.add(loss.disposal.lot.orderId, loss);
      group.all.push(loss);
    }
  }

  lost(disposal: DisposalRecord): void {
    this.fresh.push({
      index: this.losses++,
      disposal,
      day: this.dayOf(disposal.disposedAt),
      quantityLeft: disposal.quantity,
      lossLeft: -disposal.gain,
      layers: this.state.disposals.layersOf(disposal.row),
    });
  }

  acquired(lot: LotRecord): void {
    if (!lot.isPurchase || lot.isReplacement) return;
    const group = this.group(lot);
    group.day = this.dayOf(lot.receivedAt);
    const boughtOn = this.boughtOn(lot);
    const rest =
      boughtOn < group.day ? this.boughtElsewhere(lot, boughtOn, group) : this.lookAhead(lot, group);
    if (rest !== 'none') group.bought.add(lot.orderId, lot);
  }

  private lookAhead(lot: LotRecord, { losses }: Group): Rest {
    const order = lot.orderId;
    let rest: Rest = 'units';
    for (let loss = losses.first(order); loss !== undefined; loss = losses.first(order)) {
      rest = this.match(loss, lot);
      if (rest === 'none') break;
      if (rest === 'too_small') losses.setAside(loss.disposal.lot.orderId, loss);
    }
    losses.restore();
    return rest;
  }

  /** Units bought before they came in are matched with the losses around the day of the purchase. */
  private boughtElsewhere(lot: LotRecord, boughtOn: number, { all }: Group): Rest {
    let low = 0;
    let high = all.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((all[middle] as OpenLoss).day < boughtOn - WASH_WINDOW_DAYS) low = middle + 1;
      else high = middle;
    }
    const order = lot.orderId;
    for (let loss = all[low]; loss !== undefined; loss = all[++low]) {
      if (loss.day > boughtOn + WASH_WINDOW_DAYS) break;
      if (loss.quantityLeft === 0n || loss.disposal.lot.orderId === order) continue;
      if (this.match(loss, lot) === 'none') return 'none';
    }
    return 'units';
  }

  /** Moving units neither acquires them nor ends the holding period. */
  carried(child: LotRecord): void {
    if (child.isPurchase && !child.isReplacement) this.group(child).bought.add(child.orderId, child);
  }

  private lookBack(loss: OpenLoss, group: Group): void {
    group.day = loss.day;
    const { bought } = group;
    const order = loss.disposal.lot.orderId;
    for (let lot = bought.first(order); lot !== undefined; lot = bought.first(order)) {
      if (this.match(loss, lot) === 'too_small') bought.setAside(lot.orderId, lot);
      if (loss.quantityLeft === 0n) break;
    }
    bought.restore();
  }

  private match(loss: OpenLoss, lot: LotRecord): Rest {
    const sold = loss.disposal.asset.decimals;
    const held = lot.asset.decimals;
    const available = rescale(lot.remaining, held, sold);
    const isWhole = available <= loss.quantityLeft;
    const quantity = isWhole ? available : loss.quantityLeft;
    const units = isWhole ? lot.remaining : rescale(quantity, sold, held);
    if (quantity === 0n || units === 0n) return 'too_small';
    const disallowed =
      quantity === loss.quantityLeft ? loss.lossLeft : mulDiv(loss.lossLeft, quantity, loss.quantityLeft);
    loss.quantityLeft -= quantity;
    loss.lossLeft -= disallowed;
    this.state.disposals.disallow(loss.disposal.row, disallowed);
    const pool = this.state.poolOf(lot);
    const isUntouched = isWhole && lot.remaining === lot.quantity;
    if (isWhole) pool.remove(lot.row);
    const part = isUntouched ? lot : this.parts.of(lot, units, disallowed, pool);
    this.adjust(loss, part, quantity, disallowed, units);
    pool.add(part.row);
    return isWhole ? 'none' : 'units';
  }

  /** @param units of the part, already taken from it, that replace `quantity` units of the loss */
  private adjust(
    loss: OpenLoss,
    part: LotRecord,
    quantity: Quantity,
    disallowed: Money,
    units: Quantity,
  ): void {
    const { disposal } = loss;
    const detail = part.more();
    const boughtOn = this.boughtOn(part);
    const layers = this.heldUnits(loss, quantity, units).shifted(boughtOn - loss.day);
    const all = detail.isReplacement
      ? layersOf(part, units, boughtOn).merged(layers.since(boughtOn))
      : layers;
    detail.isReplacement = true;
    detail.washAdjustment += disallowed;
    detail.cost += disallowed;
    detail.layers = all.count > 1 ? all : null;
    if (all.count > 1) this.state.lots.hasLayers = true;
    detail.holdingDay = all.first;
    detail.holdingStartAt = (part.acquiredAt ?? part.receivedAt) - (boughtOn - all.last) * DAY_MS;
    this.state.links.push(
      new LinkRecord(
        disposal.event,
        disposal.lot,
        part,
        disposal,
        'wash_adjustment',
        quantity,
        disallowed,
        this.state.disposals.length,
      ),
    );
    this.sales.push(new WashSaleRecord(disposal, part, quantity, disallowed, boughtOn - loss.day));
  }

  /** How long the lost units were held. They count from the sale when their acquisition is unknown. */
  private heldUnits(loss: OpenLoss, quantity: Quantity, units: Quantity): HoldingLayers {
    const { disposal, layers, day, quantityLeft } = loss;
    if (layers === null) return HoldingLayers.of(disposal.heldSince ?? day, units);
    const upTo = disposal.quantity - quantityLeft;
    return layers.between(upTo - quantity, upTo).scaled(units);
  }

  private boughtOn(lot: LotRecord): number {
    return this.dayOf(lot.acquiredAt ?? lot.receivedAt);
  }

  private group(of: { asset: { id: string } }): Group {
    const key = this.groupOf?.(of.asset.id) ?? of.asset.id;
    let group = this.groups.get(key);
    if (group === undefined) this.groups.set(key, (group = new Group((lot) => this.boughtOn(lot))));
    return group;
  }
}

function layersOf(part: LotRecord, joined: Quantity, boughtOn: number): HoldingLayers {
  const { layers, holdingDay } = part.more();
  return (layers ?? HoldingLayers.of(holdingDay ?? boughtOn, part.quantity - joined)).since(boughtOn);
}

class Group {
  /** The day of the newest event. Days never go back. */
  day = 0;
  /** Earliest purchase first. Excludes lots that replaced a loss. */
  readonly bought: Candidates<LotRecord>;
  readonly losses: Candidates<OpenLoss>;
  /** Every loss that a purchase could still replace when it arose, in time order. */
  readonly all: OpenLoss[] = [];

  constructor(boughtOn: (lot: LotRecord) => number) {
    this.bought = new Candidates(
      compareAcquired,
      (lot) => lot.remaining === 0n || lot.isReplacement || this.day - boughtOn(lot) > WASH_WINDOW_DAYS,
    );
    this.losses = new Candidates(
      (a, b) => a.index - b.index,
      (loss) => loss.quantityLeft === 0n || this.day - loss.day > WASH_WINDOW_DAYS,
    );
  }
}

const rescale = (quantity: Quantity, from: number, to: number): Quantity =>
  from === to ? quantity : from < to ? quantity * pow10(to - from) : quantity / pow10(from - to);
