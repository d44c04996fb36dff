import type { Cents } from '../forms';
import { centsOfText, type BrokerRow, type OwnSale } from './broker-row';

export interface Nearest {
  sale: number;
  /** Cents. */
  apart: Cents;
  isAcquiredSameDay: boolean;
}

/** Of equally near ones, the one acquired on the same day wins, then the first. */
export function nearer(a: Nearest | null, b: Nearest | null): Nearest | null {
  if (a === null || b === null) return a ?? b;
  if (a.apart !== b.apart) return a.apart < b.apart ? a : b;
  if (a.isAcquiredSameDay !== b.isAcquiredSameDay) return a.isAcquiredSameDay ? a : b;
  return a.sale < b.sale ? a : b;
}

/**
 * Own sales of equal units, by amount. A form may have 20,000 equal rows, and comparing each with every sale takes
 * seconds. So the nearest sale is found by its amount, and taken sales are skipped together.
 */
export class NearestSales {
  private readonly net: SalesByAmount;
  private readonly gross: SalesByAmount;

  /** @param indexes ascending @param isOpen false once a sale is taken */
  constructor(
    indexes: readonly number[],
    saleOf: (index: number) => OwnSale,
    isOpen: (index: number) => boolean,
  ) {
    this.net = new SalesByAmount(indexes, saleOf, isOpen, ({ proceeds }) => proceeds);
    this.gross = new SalesByAmount(indexes, saleOf, isOpen, ({ proceeds, fees }) => proceeds + fees);
  }

  of({ box1f, box1d, box3a }: BrokerRow): Nearest | null {
    return (box3a === 'gross' ? this.gross : this.net).nearest(centsOfText(box1f), box1d);
  }
}

interface Equals {
  amount: Cents;
  all: OpenList;
  byAcquired: ReadonlyMap<string | null, OpenList>;
}

class SalesByAmount {
  private readonly groups: readonly Equals[];
  /** Group -> the next group on that side that may be open; itself while it is open. */
  private readonly left: number[];
  private readonly right: number[];

  constructor(
    indexes: readonly number[],
    saleOf: (index: number) => OwnSale,
    isOpen: (index: number) => boolean,
    amountOf: (sale: OwnSale) => Cents,
  ) {
    const byAmount = groupedBy(indexes, (index) => amountOf(saleOf(index)));
    this.groups = [...byAmount]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([amount, equal]) => ({
        amount,
        all: new OpenList(equal, isOpen),
        byAcquired: new Map(
          [...groupedBy(equal, (index) => saleOf(index).acquiredOn)].map(([day, of]) => [
            day,
            new OpenList(of, isOpen),
          ]),
        ),
      }));
    this.left = [...this.groups.keys()];
    this.right = [...this.groups.keys()];
  }

  nearest(amount: Cents, acquiredOn: string | null): Nearest | null {
    const above = this.firstAtLeast(amount);
    const one = (at: number): Nearest | null => this.inGroup(at, amount, acquiredOn);
    return nearer(one(this.openFrom(above - 1, this.left, -1)), one(this.openFrom(above, this.right, 1)));
  }

  private inGroup(at: number, amount: Cents, acquiredOn: string | null): Nearest | null {
    const group = this.groups[at];
    const first = group?.all.first() ?? null;
    if (group === undefined || first === null) return null;
    const same = group.byAcquired.get(acquiredOn)?.first() ?? null;
    const apart = group.amount < amount ? amount - group.amount : group.amount - amount;
    return { sale: same ?? first, apart, isAcquiredSameDay: same !== null };
  }

  private firstAtLeast(amount: Cents): number {
    let [low, high] = [0, this.groups.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.groups[middle]?.amount ?? amount) < amount) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private openFrom(at: number, next: number[], step: 1 | -1): number {
    let open = at;
    while (this.groups[open]?.all.first() === null) {
      const further = next[open] ?? open;
      open = further === open ? open + step : further;
    }
    for (let passed = at; passed !== open;) {
      const further = next[passed] ?? passed;
      next[passed] = open;
      passed = further === passed ? passed + step : further;
    }
    return open;
  }
}

class OpenList {
  private at = 0;

  constructor(
    private readonly indexes: readonly number[],
    private readonly isOpen: (index: number) => boolean,
  ) {}

  first(): number | null {
    for (; this.at < this.indexes.length; this.at++) {
      const index = this.indexes[this.at];
      if (index !== undefined && this.isOpen(index)) return index;
    }
    return null;
  }
}

export function groupedBy<K>(indexes: Iterable<number>, keyOf: (index: number) => K): Map<K, number[]> {
  const groups = new Map<K, number[]>();
  for (const index of indexes) {
    const key = keyOf(index);
    const group = groups.get(key);
    if (group) group.push(index);
    else groups.set(key, [index]);
  }
  return groups;
}
