import type { Money, Quantity } from '../../kernel/units';
import { mulDiv, pow10 } from '../../kernel/units';
import { DAY_MS } from '../../kernel/calendar';
import type { Pool } from '../methods/method';
import type { DisposalLog } from './disposal-log';
import type { DisposalRecord } from '../model/disposal-record';
import { LinkRecord, WashSaleRecord } from '../model/ledger-records';
import type { LotTable } from '../model/lot-table';
import { compareAcquired, UNKNOWN_DAY, type LotRecord } from '../model/lot-record';
import type { LedgerEvent } from '../model/transaction';

/** Days before and after the sale; with the day itself 61. @source IRC 1091(a) */
export const WASH_WINDOW_DAYS = 30;

/** The part of the books it writes to. */
interface Pages {
  readonly lots: LotTable;
  readonly links: LinkRecord[];
  readonly disposals: DisposalLog;
  poolOf(lot: LotRecord): Pool;
}

/** A loss slice, and how much of it has not been matched with a replacement. */
interface OpenLoss {
  disposal: DisposalRecord;
  day: number;
  quantityLeft: Quantity;
  lossLeft: Money;
}

/**
 * Wash sales, settled as the books are written: a loss looks back over what was bought and is still held when its
 * transaction ends, and stays open for thirty days for what is bought next. Losses and replacements are taken
 * earliest first, each unit once, across all wallets of the taxpayer.
 * @source tax-rules 11; 26 CFR 1.1091-1, 1.1091-2
 */
export class WashSaleIndex {
  readonly sales: WashSaleRecord[] = [];
  /** Per group: candidate lots of the last thirty days, and losses still open. */
  private readonly bought = new Map<string, LotRecord[]>();
  private readonly open = new Map<string, OpenLoss[]>();
  private fresh: OpenLoss[] = [];
  private transactionId: string | null = null;

  constructor(
    private readonly books: Pages,
    private readonly groupOf: ((assetId: string) => string | null) | undefined,
    private readonly dayOf: (at: number) => number,
  ) {}

  /** Losses of a transaction look back only once all its sales are done: it never washes itself. */
  turnTo(event: LedgerEvent): void {
    if (event.transactionId === this.transactionId) return;
    this.settle();
    this.transactionId = event.transactionId;
  }

  /** Losses waiting for the end of their transaction. Call once more after the last event. */
  settle(): void {
    const { fresh } = this;
    if (fresh.length === 0) return;
    this.fresh = [];
    for (const loss of fresh) {
      this.lookBack(loss);
      if (loss.quantityLeft > 0n) listOf(this.open, this.group(loss.disposal)).push(loss);
    }
  }

  lost(disposal: DisposalRecord): void {
    this.fresh.push({
      disposal,
      day: this.dayOf(disposal.disposedAt),
      quantityLeft: disposal.quantity,
      lossLeft: -disposal.gain,
    });
  }

  /** A new lot first settles the losses still open, oldest first. */
  acquired(lot: LotRecord): void {
    if (!isPurchase(lot)) return;
    const group = this.group(lot);
    const day = this.dayOf(lot.receivedAt);
    const losses = listOf(this.open, group);
    let free: LotRecord | null = lot;
    for (const loss of losses) {
      if (free === null) break;
      if (day - loss.day > WASH_WINDOW_DAYS || !mayReplace(free, loss.disposal)) continue;
      free = this.match(loss, free);
    }
    this.open.set(
      group,
      losses.filter((loss) => loss.quantityLeft > 0n && day - loss.day <= WASH_WINDOW_DAYS),
    );
    if (free !== null) listOf(this.bought, group).push(free);
  }

  /** Moving units does not acquire them, nor end their being held. */
  carried(child: LotRecord): void {
    if (isPurchase(child) && child.detail?.isReplacement !== true)
      listOf(this.bought, this.group(child)).push(child);
  }

  private lookBack(loss: OpenLoss): void {
    const group = this.group(loss.disposal);
    const recent = listOf(this.bought, group).filter(
      (lot) => lot.remaining > 0n && loss.day - this.boughtOn(lot) <= WASH_WINDOW_DAYS && !isReplacement(lot),
    );
    this.bought.set(group, recent);
    for (const lot of recent.toSorted(compareAcquired)) {
      if (loss.quantityLeft === 0n) return;
      if (mayReplace(lot, loss.disposal)) this.match(loss, lot);
    }
  }

  /** @returns what of the lot is still free to replace another loss */
  private match(loss: OpenLoss, lot: LotRecord): LotRecord | null {
    const sold = loss.disposal.asset.decimals;
    const held = lot.asset.decimals;
    const available = rescale(lot.remaining, held, sold);
    const isWhole = available <= loss.quantityLeft;
    const quantity = isWhole ? available : loss.quantityLeft;
    const units = isWhole ? lot.remaining : rescale(quantity, sold, held);
    if (quantity === 0n || units === 0n) return lot;
    const disallowed =
      quantity === loss.quantityLeft ? loss.lossLeft : mulDiv(loss.lossLeft, quantity, loss.quantityLeft);
    loss.quantityLeft -= quantity;
    loss.lossLeft -= disallowed;
    this.books.disposals.disallow(loss.disposal.row, disallowed);
    const pool = this.books.poolOf(lot);
    const isUntouched = isWhole && lot.remaining === lot.quantity;
    if (isWhole) pool.remove(lot.row);
    const part = isUntouched ? lot : this.split(lot, units);
    this.adjust(loss, part, quantity, disallowed);
    pool.add(part.row);
    return isWhole ? null : lot;
  }

  /** The matched units become a lot of their own: their basis and time differ from the rest (11.6). */
  private split(lot: LotRecord, units: Quantity): LotRecord {
    const { books } = this;
    const detail = lot.more();
    const lossCost = lot.lossBetween(lot.remaining, lot.remaining - units);
    const cost = lot.take(units);
    detail.splitQuantity += units;
    detail.splitCost += cost;
    detail.splits++;
    const part = books.lots.derive(lot.event, units, cost, {
      root: lot.root,
      parent: lot,
      part: detail.splits,
    });
    part.more().lossCost = lossCost;
    books.links.push(
      new LinkRecord(lot.event, lot, part, null, 'split', units, cost, books.disposals.length),
    );
    return part;
  }

  private adjust(loss: OpenLoss, part: LotRecord, quantity: Quantity, disallowed: Money): void {
    const { disposal } = loss;
    const detail = part.more();
    detail.isReplacement = true;
    detail.washAdjustment += disallowed;
    detail.cost += disallowed;
    const boughtOn = this.boughtOn(part);
    const heldDays = this.heldDays(loss);
    detail.holdingDay = boughtOn - heldDays;
    detail.holdingStartAt = (part.acquiredAt ?? part.receivedAt) - heldDays * DAY_MS;
    this.books.links.push(
      new LinkRecord(
        disposal.event,
        disposal.lot,
        part,
        disposal,
        'wash_adjustment',
        quantity,
        disallowed,
        this.books.disposals.length,
      ),
    );
    this.sales.push(new WashSaleRecord(disposal, part, quantity, disallowed, boughtOn - loss.day));
  }

  /** Nothing to add where the date of the units sold is unknown. */
  private heldDays(loss: OpenLoss): number {
    const start = loss.disposal.lot.dayBy(this.dayOf);
    return start === UNKNOWN_DAY ? 0 : loss.day - start;
  }

  private boughtOn(lot: LotRecord): number {
    return this.dayOf(lot.acquiredAt ?? lot.receivedAt);
  }

  private group(of: { asset: { id: string } }): string {
    return this.groupOf?.(of.asset.id) ?? of.asset.id;
  }
}

/** Bought or received in a taxable exchange; not gifts, income, transfers or units of unknown origin (11.3). */
function isPurchase(lot: LotRecord): boolean {
  const { root } = lot;
  return root !== null && !root.untracked && root.incomeType === null && PURCHASES.has(root.source);
}

const PURCHASES: ReadonlySet<string> = new Set(['purchase', 'swap']);

const isReplacement = (lot: LotRecord): boolean => lot.detail?.isReplacement === true;

/** The rest of the purchase that was sold is no replacement, nor is another lot of the same order. */
function mayReplace(lot: LotRecord, sold: DisposalRecord): boolean {
  if (isReplacement(lot) || lot.root === null) return false;
  const bought = sold.lot.root;
  return bought === null || (bought !== lot.root && orderOf(bought) !== orderOf(lot.root));
}

const orderOf = (event: { orderId?: string; transactionId: string }): string =>
  event.orderId ?? event.transactionId;

const rescale = (quantity: Quantity, from: number, to: number): Quantity =>
  from === to ? quantity : from < to ? quantity * pow10(to - from) : quantity / pow10(from - to);

function listOf<T>(lists: Map<string, T[]>, key: string): T[] {
  let list = lists.get(key);
  if (list === undefined) lists.set(key, (list = []));
  return list;
}
