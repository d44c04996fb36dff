import type { Asset } from '../kernel/asset';
import type { Books } from './books';
import type { Cursor } from './disposal-cursor';
import { LinkRecord } from './ledger-records';
import type { Disposal, Income, Issue, Ledger, LineageLink, Lot, WashSale } from './lot';

/** A ledger over books. What can be derived is derived when first read. */
export class BookLedger implements Ledger {
  private cachedLinks: readonly LineageLink[] | null = null;

  constructor(private readonly books: Books) {}

  get lots(): readonly Lot[] {
    return this.books.lots.all();
  }
  get disposals(): readonly Disposal[] {
    return this.books.disposals.all();
  }
  /** For sums over everything: one record that moves on, not to be kept. */
  cursor(): Cursor {
    return this.books.disposals.from(0);
  }

  get income(): readonly Income[] {
    return this.books.income;
  }
  get issues(): readonly Issue[] {
    return this.books.issues;
  }
  get washSales(): readonly WashSale[] {
    return this.books.wash?.sales ?? [];
  }
  get assets(): ReadonlyMap<string, Asset> {
    return this.books.assets;
  }

  /** Every slice that left a lot is a link too; they are not kept twice. */
  get links(): readonly LineageLink[] {
    return (this.cachedLinks ??= this.allLinks());
  }

  private allLinks(): LineageLink[] {
    const { disposals, links } = this.books;
    const all: LineageLink[] = [];
    let next = 0;
    disposals.all().forEach((disposal, i) => {
      for (let link = links[next]; link !== undefined && link.after <= i; link = links[++next])
        all.push(link);
      const { event, lot, quantity, carried } = disposal;
      all.push(new LinkRecord(event, lot, null, disposal, 'disposal', quantity, carried, i));
    });
    return [...all, ...links.slice(next)];
  }
}

/** Visits every disposal of a ledger, for sums; what is handed over must not be kept. */
export function eachDisposal(ledger: Ledger, visit: (disposal: Disposal) => void): void {
  if (!(ledger instanceof BookLedger)) return ledger.disposals.forEach((disposal) => visit(disposal));
  const cursor = ledger.cursor();
  while (cursor.next()) visit(cursor);
}
