import { mulDiv, type Money, type Quantity } from '../../kernel/units';
import { LinkRecord } from '../model/ledger-records';
import type { LotTable } from '../model/lot-table';
import type { LotRecord } from '../model/lot-record';
import type { Move } from '../model/transaction';

interface LedgerTables {
  readonly lots: LotTable;
  readonly links: LinkRecord[];
  readonly disposals: { readonly length: number };
}

/** Allocates received units to the lots that left; pro rata when the two count different units. */
export class Arrival {
  sentLeft: Quantity;
  private receivedLeft: Quantity;
  private addedLeft: Money;
  /** Slices smaller than one unit of the received asset. They are added to the next slice. */
  private readonly waiting: { lot: LotRecord; quantity: Quantity; cost: Money }[] = [];

  constructor(
    readonly event: Move,
    sent: Quantity,
    received = event.received,
  ) {
    this.sentLeft = sent;
    this.receivedLeft = received;
    this.addedLeft = event.addedCost ?? 0n;
  }

  pass(quantity: Quantity): void {
    this.sentLeft -= quantity;
    this.receivedLeft -= quantity;
  }

  child(
    lot: LotRecord,
    quantity: Quantity,
    cost: Money,
    lossCost: Money | null,
    state: LedgerTables,
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
    const child = state.lots.derive(event, received, total, {
      root: lot.root,
      parent: lot,
      part: 0,
      hops: (lot.detail?.hops ?? 0) + 1,
    });
    inherit(child, lot, quantity, lossCost === null ? null : lossCost + added);
    for (const slice of this.waiting)
      state.links.push(
        new LinkRecord(
          event,
          slice.lot,
          child,
          null,
          event.relation,
          slice.quantity,
          slice.cost,
          state.disposals.length,
        ),
      );
    this.waiting.length = 0;
    return child;
  }
}

function inherit(child: LotRecord, lot: LotRecord, quantity: Quantity, lossCost: Money | null): void {
  if (lot.detail === null) return;
  const detail = child.more();
  detail.lossCost = lossCost;
  detail.holdingStartAt = lot.detail.holdingStartAt;
  detail.holdingDay = lot.detail.holdingDay;
  detail.isReplacement = lot.detail.isReplacement;
  const upTo = lot.quantity - lot.remaining;
  detail.layers = lot.detail.layers?.between(upTo - quantity, upTo).scaled(child.quantity) ?? null;
}
