import { type Issue, type Lineage, type LineageDirection } from '../../../domain/engine';
import { reportYears, statedSummary, type StatedSummary } from '../../../domain/forms';
import type { Asset } from '../../../domain/kernel/asset';
import { yearBounds } from '../../../domain/kernel/calendar';
import type { Money } from '../../../domain/kernel/units';
import type { Page, PageRequest } from '../../../domain/kernel/page';
import { type LotState } from '../../../domain/portfolio/lot-filter';
import type { WalletSnapshot } from '../../../domain/portfolio/snapshots/wallet-snapshot';
import { MOST_LISTED, type CheckedWallet } from '../../../domain/portfolio/snapshots/wallet-checks';
import type { EffectPick, LotPick } from '../../../ports/storage/ledgers/ledgers';
import type { BasisNeed, PriceNeed } from '../../../ports/storage/ledgers/needs';
import { withShownSources } from '../snapshots/needs';
import { StoredTraces } from './stored-traces';
import type { SnapshotPart } from '../../../ports/storage/wallet-snapshots';
import { type ListedLotRow, type ReadRecords, type TransactionEffects } from './ledger-reader';

import { page, StoredLists } from './stored-lists';

/** A ledger from its tables. */
export class StoredReader extends StoredLists {
  override effects(pick: EffectPick): Promise<TransactionEffects> {
    return this.traces.effects(pick);
  }

  override isNotIdentified(id: string): boolean {
    return this.at.facts.movesNotIdentified.some(({ transactionId }) => transactionId === id);
  }

  override lineage(lotId: string, direction: LineageDirection, depth: number): Promise<Lineage> {
    return this.traces.lineage(lotId, direction, depth);
  }

  private get traces(): StoredTraces {
    const noteOwn = (transactionId: string) => void this.own.add(transactionId);
    return new StoredTraces(this.ledgers, this.at, this.subject.value, noteOwn);
  }

  override async lotsOfAssets(
    assetIds: readonly string[],
    cap: number | null,
    limit: number,
  ): Promise<ListedLotRow[]> {
    const { shown } = await this.windowOf(cap);
    const listed: ListedLotRow[] = [];
    for (const assetId of assetIds) {
      if (listed.length === limit) break;
      const pick: LotPick = { wallet: this.subject.value, assetId, status: 'open', shown };
      const request = { page: 1, perPage: limit - listed.length, after: null, total: 0 };
      const { rows } = await this.ledgers.lots(this.at, pick, 'held', request);
      listed.push(...rows);
    }
    return listed;
  }

  override gained(assetIds: readonly string[], taxYear: number): Promise<Money> {
    const period = yearBounds(taxYear, this.snapshot.timezone);
    return this.ledgers.gained(this.at, { ...period, wallet: this.subject.value, assetIds });
  }

  override async basisNeeds(
    filter: { chain?: string; symbol?: string },
    cap: number | null,
    request: Pick<PageRequest, 'page' | 'perPage'>,
  ): Promise<Page<BasisNeed>> {
    const { shown } = await this.windowOf(cap);
    const pick = { ...filter, wallet: this.subject.value, shown };
    const found = page(await this.ledgers.needs(this.at, 'basis', pick, request), request, () => []);
    if (cap === null) return found;
    const sources = found.items.flatMap((need) => need.suggestions.map(({ out }) => out.source.id));
    const newest = await Promise.all(
      [...new Set(sources)].map((wallet) => this.ledgers.newest(this.at, wallet, cap)),
    );
    const ids = new Set(newest.flat().map(({ id }) => id));
    return { ...found, items: found.items.map((need) => withShownSources(need, (id) => ids.has(id))) };
  }

  override async priceNeeds(
    { chain, taxYear }: { chain?: string; taxYear?: number },
    cap: number | null,
    request: Pick<PageRequest, 'page' | 'perPage'>,
  ): Promise<Page<PriceNeed>> {
    const { shown } = await this.windowOf(cap);
    const year = taxYear === undefined ? {} : yearBounds(taxYear, this.snapshot.timezone);
    const pick = { ...year, chain, wallet: this.subject.value, shown };
    return page(await this.ledgers.needs(this.at, 'price', pick, request), request, () => []);
  }

  override get isApproximate() {
    return this.at.facts.isApproximate;
  }

  override async taxSummary(year: number | null): Promise<StatedSummary> {
    const known = this.snapshot.taxSummaries?.find((one) => one.year === year);
    if (known) return known.summary;
    const { timezone } = this.snapshot;
    const { ledger, unsettled } = await this.part(year === null ? ALWAYS : yearBounds(year, timezone));
    const filter = { wallet: this.subject.value, year: year ?? undefined, timezone };
    return statedSummary(ledger, filter, unsettled);
  }

  override async reportYears(): Promise<number[]> {
    const { taxSummaries } = this.snapshot;
    if (taxSummaries)
      return taxSummaries.flatMap(({ year, summary }) => (year !== null && hasRows(summary) ? [year] : []));
    const { ledger } = await this.part(ALWAYS);
    return reportYears(ledger, [this.subject.value], this.snapshot.timezone);
  }

  override async checks(cap: number | null): Promise<CheckedWallet> {
    const { shown } = await this.windowOf(cap);
    const { waiting, chains: _, ...checks } = this.needed('checks');
    const units = waiting.find((one) => one.cap === cap) ?? waiting.find((one) => one.cap === null);
    if (!units) throw new Error('the snapshot has no list of what waits');
    const listed = (kind: Issue['kind']) =>
      this.ledgers.issues(this.at, this.subject.value, kind, shown, MOST_LISTED);
    const issues = {
      untracked_lot: await listed('untracked_lot'),
      duplicate_transaction: await listed('duplicate_transaction'),
      missing_price: await listed('missing_price'),
      lineage_break: await listed('lineage_break'),
    };
    const ids = Object.values(issues).flatMap((some) => some.flatMap(({ assetId }) => assetId ?? []));
    return {
      ...checks,
      ...this.needed('reconciliation'),
      ...{ issues, assets: await this.ledgers.assets(this.at, [...new Set(ids)]) },
      ...{ unmatched: units.unmatched, held: units.held },
    };
  }

  override severity() {
    return Promise.resolve(this.needed('reconciliation').severity);
  }

  override inputHash() {
    return Promise.resolve(this.at.facts.inputHash);
  }

  override balances() {
    const { chains } = this.needed('checks');
    return Promise.resolve({ subject: this.subject, chains, positions: this.needed('positions') });
  }

  /** A part that the route has asked for. */
  private needed<P extends SnapshotPart>(part: P): WalletSnapshot[P] {
    const found = (this.snapshot as Partial<WalletSnapshot>)[part];
    if (found === undefined) throw new Error(`the snapshot was read without ${part}`);
    return found;
  }

  override async openLots(of: 'subject' | 'owner') {
    const { value } = this.subject;
    const rows = await this.ledgers.openLots(this.at, of === 'subject' ? value : null);
    for (const { lot, shownIn } of rows) if (shownIn === value) this.own.add(lot.transactionId);
    return rows.map(({ lot }) => lot);
  }

  override async openFirst(
    status: LotState,
    cap: number | null,
    request: Pick<PageRequest, 'page' | 'perPage'>,
  ): Promise<Page<ListedLotRow>> {
    const { shown } = await this.windowOf(cap);
    const pick = { wallet: this.subject.value, status, shown };
    return this.lotPage(pick, 'open_first', request);
  }

  override washed(period: { from: number; until: number }) {
    return this.ledgers.washed(this.at, { ...period, wallets: [this.subject.value] });
  }

  override async ofAssets(isWanted: (asset: Asset) => boolean): Promise<ReadRecords> {
    const { pending, ...records } = await this.ledgers.ofAssets(this.at, this.subject.value, isWanted);
    return { ...records, isPending: ({ transactionId }) => pending.has(transactionId) };
  }
}

const ALWAYS = { from: -Infinity, until: Infinity };

const hasRows = ({ disposalCount, excludedCount, incomeCount }: StatedSummary): boolean =>
  disposalCount + excludedCount + incomeCount > 0;
