import { mulDiv, type Money, type Quantity } from '../../kernel/units';
import { LinkRecord } from '../model/ledger-records';
import type { LotTable } from '../model/lot-table';
import type { LotRecord } from '../model/lot-record';
import type { Move } from '../model/transaction';

/** The part of the books it writes to. */
interface Pages {
  readonly lots: LotTable;
  readonly links: LinkRecord[];
  readonly disposals: { readonly length: number };
}

/** Hands out what arrived to the lots that left, pro rata where the two are counted in different units. */
export class Arrival {
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
    books: Pages,
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
    const child = books.lots.derive(event, received, total, { root: lot.root, parent: lot, part: 0 });
    inherit(child, lot, lossCost);
    for (const slice of this.waiting)
      books.links.push(
        new LinkRecord(
          event,
          slice.lot,
          child,
          null,
          event.relation,
          slice.quantity,
          slice.cost,
          books.disposals.length,
        ),
      );
    this.waiting.length = 0;
    return child;
  }
}

function inherit(child: LotRecord, lot: LotRecord, lossCost: Money | null): void {
  if (lot.detail === null) return;
  const detail = child.more();
  detail.lossCost = lossCost;
  detail.holdingStartAt = lot.detail.holdingStartAt;
  detail.holdingDay = lot.detail.holdingDay;
  detail.isReplacement = lot.detail.isReplacement;
}
