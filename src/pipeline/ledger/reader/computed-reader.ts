import {
  lineage,
  recordingDisposals,
  taxYearOf,
  type LineageDirection,
  type Lot,
  type ReplayOptions,
} from '../../../domain/engine';
import { reportYears } from '../../../domain/forms';
import { type Asset } from '../../../domain/kernel/asset';
import type { Money } from '../../../domain/kernel/units';
import { paginate, type Page, type PageRequest } from '../../../domain/kernel/page';
import { filterInTurns, inTurns } from '../../../common/turns';
import { type LotState } from '../../../domain/portfolio/lot-filter';
import { spamAssets } from '../../../domain/portfolio/ledgers/spam-assets';
import type { EffectPick } from '../../../ports/storage/ledgers/ledgers';
import { inputHash } from '../../../domain/portfolio/input-hash';
import type { TaxRules } from '../../policies';
import { pendingTransactions } from '../snapshots/pending-transactions';
import { ownersWindowOf } from '../plan-view';
import { transactionsInNeed } from '../../../domain/portfolio/needs/needs-price';
import type { BasisNeed, PriceNeed } from '../../../ports/storage/ledgers/needs';
import { suggestions, withShownSources, withSources } from '../snapshots/needs';
import { lotsInNeed } from '../../../domain/portfolio/needs/needs-basis';
import { type ReadRecords, type TransactionEffects } from './ledger-reader';

import { balancesOf } from './computed-balances';
import { checkedWallet } from '../snapshots/wallet-checks';

import { ComputedLists } from './computed-lists';

/** A ledger that this process computed. */
export class ComputedReader extends ComputedLists {
  override async effects(pick: EffectPick): Promise<TransactionEffects> {
    const { ledger } = this;
    const isOf = (record: { transactionId: string; txHash: string | null }, at: number): boolean =>
      'txHash' in pick
        ? record.txHash === pick.txHash && at === pick.at
        : record.transactionId === pick.transactionId;
    const disposals = ledger.disposals.filter((disposal) => isOf(disposal, disposal.disposedAt));
    const ids = new Set<string | null>(disposals.map(({ id }) => id));
    const byId = this.views.lotsById(ledger);
    return {
      lots: await this.listed(ledger.lots.filter((lot) => isOf(lot, lot.receivedAt))),
      steps: ledger.links.flatMap((link) => {
        const isPicked =
          'txHash' in pick
            ? link.txHash === pick.txHash && link.at === pick.at
            : link.disposalId !== null && ids.has(link.disposalId);
        const from = isPicked ? byId.get(link.fromLotId) : undefined;
        return from ? [{ link, from, to: byId.get(link.toLotId ?? '') }] : [];
      }),
      disposals,
      income: ledger.income.filter((income) => isOf(income, income.receivedAt)),
    };
  }

  override isNotIdentified(id: string): boolean {
    return this.ledger.movesNotIdentified.some(({ transactionId }) => transactionId === id);
  }

  override lineage(lotId: string, direction: LineageDirection, depth: number) {
    const { walletLedger, ledger } = this;
    const links = this.views.links({ ...walletLedger, ledger });
    return Promise.resolve(lineage({ lots: ledger.lots, links }, lotId, direction, depth));
  }

  override async lotsOfAssets(assetIds: readonly string[], cap: number | null, limit: number) {
    const window = this.windowOf(cap);
    const held = new Map(this.views.positions(this.walletLedger).map(({ asset, lots }) => [asset.id, lots]));
    const lots = assetIds.flatMap((id) => held.get(id) ?? []).filter((lot) => window.showsLot(lot));
    return this.listed(lots.slice(0, limit));
  }

  override gained(assetIds: readonly string[], taxYear: number): Promise<Money> {
    let sum = 0n;
    const { ledger } = this.walletLedger;
    for (const { wallet, asset, disposedAt, gain, washSaleDisallowed } of ledger?.disposals ?? [])
      if (
        wallet === this.subject.value &&
        assetIds.includes(asset.id) &&
        taxYearOf(disposedAt, this.timezone) === taxYear
      )
        sum += gain + washSaleDisallowed;
    return Promise.resolve(sum);
  }

  override async basisNeeds(
    { chain, symbol }: { chain?: string; symbol?: string },
    cap: number | null,
    { page, perPage }: Pick<PageRequest, 'page' | 'perPage'>,
  ): Promise<Page<BasisNeed>> {
    const { walletLedger, ledger, subject } = this;
    const { history, transactions, tokenKeys } = walletLedger;
    const window = this.windowOf(cap);
    const wanted = symbol?.toLowerCase();
    const needs = lotsInNeed(ledger, subject.value, transactions).filter(
      ({ lot }) =>
        window.showsLot(lot) &&
        (chain === undefined || lot.asset.chain === chain) &&
        (wanted === undefined ||
          lot.asset.symbol.toLowerCase() === wanted ||
          tokenKeys.get(lot.asset.id)?.toLowerCase() === wanted),
    );
    const shows = ownersWindowOf(walletLedger, window);
    const { items, ...rest } = paginate(needs, page, perPage);
    const listed = withSources(items, await suggestions(history));
    return { ...rest, items: listed.map((need) => withShownSources(need, (id) => shows({ id }))) };
  }

  override priceNeeds(
    { chain, taxYear }: { chain?: string; taxYear?: number },
    cap: number | null,
    { page, perPage }: Pick<PageRequest, 'page' | 'perPage'>,
  ): Promise<Page<PriceNeed>> {
    const window = this.windowOf(cap);
    const needs = transactionsInNeed(this.ledger, this.walletLedger.transactions).filter(
      ({ transaction }) =>
        window.shows(transaction.id) &&
        (chain === undefined || transaction.chain === chain) &&
        (taxYear === undefined || taxYearOf(transaction.at, this.timezone) === taxYear),
    );
    return Promise.resolve(paginate(needs, page, perPage));
  }

  override get isApproximate() {
    return this.walletLedger.ledger?.isApproximate === true;
  }

  override async taxSummary(year: number | null) {
    const { ledger } = this;
    return this.views.taxSummary({ ...this.walletLedger, ledger }, year ?? undefined);
  }

  override reportYears(): Promise<number[]> {
    return Promise.resolve(reportYears(this.ledger, [this.subject.value], this.timezone));
  }

  override async washed() {
    const { ledger } = this;
    // Their records are made when they are read.
    if (ledger.washSales.length > 0) await inTurns(recordingDisposals(ledger));
    return ledger;
  }

  override checks(cap: number | null) {
    const { ledger } = this;
    return checkedWallet(this.views, { ...this.walletLedger, ledger }, this.windowOf(cap));
  }

  override async severity() {
    const { ledger } = this;
    return (await this.views.completeness({ ...this.walletLedger, ledger })).severity;
  }

  override inputHash(options: ReplayOptions, rules: TaxRules) {
    const { wallets, valued } = this.walletLedger.history;
    return inTurns(inputHash(wallets, valued, options, rules));
  }

  override async balances() {
    await this.views.listPositions(this.walletLedger);
    return balancesOf(this.walletLedger, this.views);
  }

  override openLots(of: 'subject' | 'owner') {
    const { value } = this.subject;
    return filterInTurns(
      this.ledger.lots,
      ({ remaining, wallet }) => remaining > 0n && (of === 'owner' || wallet === value),
    );
  }

  override async openFirst(
    status: LotState,
    cap: number | null,
    { page, perPage }: Pick<PageRequest, 'page' | 'perPage'>,
  ) {
    const window = this.windowOf(cap);
    const own = this.ledger.lots.filter((lot) => lot.wallet === this.subject.value && window.showsLot(lot));
    const open = status === 'closed' ? [] : own.filter(({ remaining }) => remaining > 0n);
    const closed = status === 'open' ? [] : own.filter(({ remaining }) => remaining === 0n);
    const found = paginate([...open, ...closed], page, perPage);
    return { ...found, items: await this.listed(found.items) };
  }

  override ofAssets(isWanted: (asset: Asset) => boolean): Promise<ReadRecords> {
    const { ledger, subject, transactions } = this.walletLedger;
    const pending = pendingTransactions(this.walletLedger);
    const isOf = ({ wallet, asset }: Pick<Lot, 'wallet' | 'asset'>): boolean =>
      wallet === subject.value && isWanted(asset);
    return Promise.resolve({
      lots: ledger?.lots.filter(isOf) ?? [],
      disposals: ledger?.disposals.filter(isOf) ?? [],
      spam: spamAssets(transactions),
      isPending: ({ transactionId }) => pending.has(transactionId),
    });
  }
}
