import type { Asset } from '../../kernel/asset';
import type { ReplayState } from './books';
import { sumSlices, type SliceSums } from './slice-sums';
import type { LedgerEvent } from '../model/transaction';
import { LinkRecord } from '../model/ledger-records';
import type { Disposal, Income, Issue, Ledger, LineageLink, Lot, WashSale } from '../model/lot';

/** A ledger over books. What can be derived is derived when first read. */
export class ReplayLedger implements Ledger {
  private cachedLinks: readonly LineageLink[] | null = null;

  constructor(private readonly books: ReplayState) {}

  get lots(): readonly Lot[] {
    return this.books.lots.all();
  }
  get disposals(): readonly Disposal[] {
    return this.books.disposals.all();
  }
  /** Sums over the disposals of the outflows that are admitted; null: over all. */
  sums(admits: ((event: LedgerEvent) => boolean) | null): SliceSums {
    return sumSlices(this.books.disposals, admits);
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
