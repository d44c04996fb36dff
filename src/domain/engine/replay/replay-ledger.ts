import type { Asset } from '../../kernel/asset';
import type { Sliced } from '../../kernel/slices';
import type { ReplayState } from './replay-state';
import { firstRow, summingIn, type Period, type SliceSums } from './slice-sums';
import { LedgerCounts } from '../model/kept-counts';
import { LinkRecord, type IssueRecord } from '../model/ledger-records';
import type { Disposal, Income, Issue, Ledger, LedgerLot, LineageLink, Lot, WashSale } from '../model/lot';

export class ReplayLedger implements Ledger {
  private cachedLinks: readonly LineageLink[] | null = null;
  private cachedOpen: readonly Lot[] | null = null;

  constructor(private readonly state: ReplayState) {}

  get lots(): readonly LedgerLot[] {
    return this.state.lots.all();
  }
  /** @param wallet null: all wallets @returns `untracked`: lots of unknown basis */
  *counting(wallet: string | null): Sliced<{ lots: number; untracked: number; issues: number }> {
    const { lots, issues, canRewind } = this.state;
    // A row can change its wallet otherwise.
    const counts = canRewind ? this.state.counts : new LedgerCounts();
    const ofLots = yield* counts.lots.counting(wallet, lots.length, (row, into) => {
      if (wallet !== null && lots.walletOf(row) !== wallet) return;
      into.all++;
      if (lots.hasUntracked && lots.isUntracked(row)) into.untracked++;
    });
    const ofIssues = yield* counts.issues.counting(wallet, issues.length, (row, into) => {
      const issue = issues[row] as IssueRecord;
      if (wallet === null || issue.wallet === wallet) into.all += issue.count;
    });
    return { lots: ofLots.all, untracked: ofLots.untracked, issues: ofIssues.all };
  }
  get disposals(): readonly Disposal[] {
    return this.state.disposals.all();
  }
  recording(): Sliced<void> {
    return this.state.disposals.recording();
  }
  disposalsSince(at: number): readonly Disposal[] {
    const { disposals } = this.state;
    const found: Disposal[] = [];
    const cursor = disposals.from(firstRow(disposals, at));
    while (cursor.next()) found.push(cursor.record());
    return found;
  }

  /** Yields the same object each time: it is valid until the next one. */
  *each({ from, until }: Period): Generator<Disposal> {
    const { disposals } = this.state;
    const cursor = disposals.from(from === -Infinity ? 0 : firstRow(disposals, from));
    while (cursor.next() && cursor.disposedAt < until) yield cursor;
  }

  /** @param wallet null: all wallets */
  summing(wallet: string | null, period: Period): Sliced<SliceSums> {
    const { disposals, wash } = this.state;
    // A later purchase can change an earlier loss.
    return wash === null ? disposals.summing(wallet, period) : summingIn(disposals, wallet, period);
  }

  get openLots(): readonly Lot[] {
    const { lots } = this.state;
    return (this.cachedOpen ??= lots.openRows().map((row) => lots.record(row)));
  }

  get income(): readonly Income[] {
    return this.state.income;
  }
  get issues(): readonly Issue[] {
    return this.state.issues;
  }
  get washSales(): readonly WashSale[] {
    return this.state.wash?.sales ?? [];
  }
  get assets(): ReadonlyMap<string, Asset> {
    return this.state.assets;
  }

  get movesNotIdentified(): Ledger['movesNotIdentified'] {
    return this.state.movesNotIdentified;
  }

  get isApproximate(): boolean {
    return this.state.wash?.isApproximate === true;
  }

  /** Includes every disposed slice as a link. The log does not store these links separately. */
  get links(): readonly LineageLink[] {
    return (this.cachedLinks ??= this.allLinks());
  }

  private allLinks(): LineageLink[] {
    const { disposals, links } = this.state;
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
