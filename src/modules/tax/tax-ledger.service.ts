import { Injectable } from '@nestjs/common';
import { Config } from '../../config/env';
import type { Disposal, Income, Ledger, Lot, MethodName } from '../../domain/engine';
import { recordingDisposals, taxYearOf, within } from '../../domain/engine';
import type { StatedSummary } from '../../domain/forms';
import type { Address } from '../../domain/kernel/address';
import { planWindow, transactionCap, type PlanWindow } from '../../domain/access/plan-window';
import { toAssumptions } from '../../presenters/assumptions.presenter';
import { openFirst } from '../../presenters/lots.presenter';
import type { AssumptionsResponse } from '../../presenters/shapes.dto';
import { breathe, filterInTurns, inTurns } from '../../common/turns';
import type { RequestContext } from '../../http/request-context';
import { wholeBudget, type Budget } from '../../pipeline/budget';
import type { TaxRules } from '../../pipeline/policies';
import { visibleTransactions } from '../../pipeline/ledger/plan-view';
import { LedgerViews } from '../../pipeline/ledger/ledger-views.service';
import { Snapshots } from '../../pipeline/ledger/snapshots.service';
import type { SyncStatus } from '../../domain/portfolio/sync-status';
import type { Stated, WalletLedger } from '../../pipeline/ledger/wallet-ledger';
import { WalletLedgerService } from '../../pipeline/ledger/wallet-ledger.service';
import { refuseOpenPrices, whole } from '../../pipeline/ledger/whole-ledger';
import { Clock } from '../../ports/clock';
import { LinkedWallets } from '../../ports/storage/linked-wallets';

/** Which ledger a request is about. */
export interface LedgerQuery {
  owned_wallets: readonly Address[];
  /** IANA zone of tax days and years; undefined: that of the owner. */
  timezone?: string;
}

/** The whole ledger of a wallet, and what of it its caller may see. */
export interface TaxLedger extends WalletLedger {
  ledger: Ledger;
  window: PlanWindow;
  /** Whose additions count. */
  userId: string | undefined;
  /** Set for a comparison: the method that replaces that of record. */
  comparedBy?: MethodName;
}

/** Address -> the ledger from which all its tax numbers are read. */
@Injectable()
export class TaxLedgerService {
  constructor(
    private readonly ledgers: WalletLedgerService,
    private readonly linked: LinkedWallets,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly snapshots: Snapshots,
    private readonly views: LedgerViews,
  ) {}

  /**
   * Waits for the whole history: a tax number of half a history is none. Other wallets of the owner are those named,
   * else those the caller has linked.
   * @throws AppError SERVICE_UNAVAILABLE when the history could not be read through in time
   */
  async open(
    address: Address,
    { owned_wallets: given, timezone }: LedgerQuery,
    context: RequestContext,
  ): Promise<TaxLedger> {
    const owned = await this.owned(given, context);
    const budget = this.budget(context);
    const taxLedger = await this.openCapped(address, owned, transactionCap(context.principal), budget);
    return this.inZone(taxLedger, timezone, budget);
  }

  /**
   * The summary of one year, or of all years (null), from the snapshot when there is one.
   * @throws AppError as `open`
   */
  async summary(
    address: Address,
    query: LedgerQuery & { method?: MethodName },
    year: number | null,
    context: RequestContext,
  ): Promise<{ summary: StatedSummary; syncStatus: SyncStatus; assumptions: AssumptionsResponse }> {
    if (query.timezone !== undefined || query.method !== undefined) {
      const taxLedger = await this.comparedBy(await this.open(address, query, context), query.method);
      return {
        summary: await this.views.taxSummary(taxLedger, year ?? undefined),
        syncStatus: taxLedger.history.syncStatus,
        assumptions: this.assumptionsOf(taxLedger),
      };
    }
    const owned = await this.owned(query.owned_wallets, context);
    const found = await this.snapshots.of(address, owned, this.budget(context), ['taxSummaries']);
    if (found.snapshot) {
      const known = found.snapshot.taxSummaries.find((one) => one.year === year);
      if (known) {
        const { entries, syncStatus } = found;
        // The ledger of a snapshot is not approximate.
        const stated = { subject: address, history: { valued: { entries } }, ledger: null };
        return { summary: known.summary, syncStatus, assumptions: this.assumptionsOf(stated) };
      }
    }
    const ledger = whole(found.walletLedger ?? (await this.ledgers.of(address, owned, this.budget(context))));
    return {
      summary: await this.views.taxSummary(ledger, year ?? undefined),
      syncStatus: ledger.history.syncStatus,
      assumptions: this.assumptionsOf(ledger),
    };
  }

  /** @param cap transactions shown; null for all */
  async openCapped(
    address: Address,
    owned: readonly Address[],
    cap: number | null,
    budget: Budget,
  ): Promise<TaxLedger> {
    const taxLedger = await this.ledgers.of(address, owned, budget);
    await breathe();
    return {
      ...whole(taxLedger),
      window: planWindow(visibleTransactions(taxLedger), cap),
      userId: budget.userId,
    };
  }

  owned(given: readonly Address[], { principal }: RequestContext): Promise<readonly Address[]> {
    return this.linked.ownedWallets(given, principal);
  }

  /** For files, which have no place to report that prices are still out. */
  async openFinal(address: Address, query: LedgerQuery, context: RequestContext): Promise<TaxLedger> {
    const taxLedger = await this.open(address, query, context);
    refuseOpenPrices(taxLedger.history.syncStatus);
    return taxLedger;
  }

  /** Disposals made from the wallet that the caller's plan shows, in the order of the ledger. */
  async disposals(taxLedger: TaxLedger, year?: number): Promise<Disposal[]> {
    const { ledger, subject, window } = taxLedger;
    const isWithin = within({ wallet: subject.value, year, timezone: this.timezoneOf(taxLedger) });
    return filterInTurns(
      await inTurns(recordingDisposals(ledger)),
      ({ wallet, disposedAt, transactionId }) => isWithin(wallet, disposedAt) && window.shows(transactionId),
    );
  }

  /** Income of the wallet that the caller's plan shows. */
  income(taxLedger: TaxLedger, year?: number): Income[] {
    const { ledger, subject, window } = taxLedger;
    const isWithin = within({ wallet: subject.value, year, timezone: this.timezoneOf(taxLedger) });
    return ledger.income.filter(
      ({ wallet, receivedAt, transactionId }) => isWithin(wallet, receivedAt) && window.shows(transactionId),
    );
  }

  /** Lots of the wallet that the caller's plan shows; open ones first, each in time order. */
  lots({ ledger, subject, window }: TaxLedger): Lot[] {
    return openFirst(ledger.lots.filter((lot) => lot.wallet === subject.value && window.showsLot(lot)));
  }

  /** Assumptions behind the numbers of this ledger. */
  assumptionsOf(
    taxLedger: Stated & Pick<WalletLedger, 'subject' | 'ledger'> & { comparedBy?: MethodName },
  ): AssumptionsResponse {
    const { comparedBy, history } = taxLedger;
    const method = comparedBy ?? this.ledgers.methodOf(taxLedger);
    const { entries } = history.valued;
    return toAssumptions({ ...this.ledgers.recordOptions(taxLedger), method }, this.rulesOf(taxLedger), {
      entries,
      isComparison: comparedBy !== undefined,
      ledger: taxLedger.ledger,
    });
  }

  /** The same wallet by another method, for comparison; as it is without one. */
  async comparedBy(taxLedger: TaxLedger, method: MethodName | undefined): Promise<TaxLedger> {
    if (method === undefined) return taxLedger;
    return { ...taxLedger, ...(await this.ledgers.compared(taxLedger, method)), comparedBy: method };
  }

  /** The same wallet with the tax days and years of another zone; as it is without one. */
  async inZone(taxLedger: TaxLedger, timezone: string | undefined, budget: Budget): Promise<TaxLedger> {
    return { ...taxLedger, ...(await this.ledgers.inZone(taxLedger, timezone, budget)) };
  }

  /** Zone and policies of the owner. */
  rulesOf(walletLedger: Stated): TaxRules {
    return this.ledgers.rulesOf(walletLedger);
  }

  timezoneOf(walletLedger: Pick<WalletLedger, 'history'>): string {
    return this.rulesOf(walletLedger).timezone;
  }

  budget(context: RequestContext): Budget {
    return wholeBudget(context, this.config.HEAVY_TIMEOUT_MS);
  }

  /** In the zone of the server, before the settings of the owner are read. */
  get currentYear(): number {
    return taxYearOf(this.clock.now(), this.config.REPORT_TIMEZONE);
  }

  currentYearOf(walletLedger: Pick<WalletLedger, 'history'>): number {
    return taxYearOf(this.clock.now(), this.timezoneOf(walletLedger));
  }
}
