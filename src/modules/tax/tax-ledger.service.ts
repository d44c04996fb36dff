import { Injectable } from '@nestjs/common';
import { Config } from '../../config/env';
import type { Disposal, Income, Ledger, MethodName } from '../../domain/engine';
import { recordingDisposals, taxYearOf, within } from '../../domain/engine';
import { asksForAcquisitions } from '../../domain/filing';
import type { StatedSummary, Unsettled } from '../../domain/forms';
import type { Address } from '../../domain/kernel/address';
import { boundsOfYears } from '../../domain/kernel/calendar';
import { transactionCap, type PlanWindow } from '../../domain/access/plan-window';
import { toAssumptions } from '../../presenters/assumptions.presenter';
import type { AssumptionsResponse } from '../../presenters/shapes.dto';
import { breathe, filterInTurns, inTurns } from '../../common/turns';
import type { RequestContext } from '../../http/request-context';
import { wholeBudget, type Budget } from '../../pipeline/budget';
import type { TaxRules } from '../../pipeline/policies';
import { formAccount } from '../../pipeline/ledger/form-account';
import type { LedgerReader } from '../../pipeline/ledger/reader/ledger-reader';
import { LedgerReaders } from '../../pipeline/ledger/reader/ledger-readers.service';
import type { SyncStatus } from '../../domain/portfolio/sync-status';
import type { ReadyWalletLedger, Stated, WalletLedger } from '../../pipeline/ledger/wallet-ledger';
import { WalletLedgerService } from '../../pipeline/ledger/wallet-ledger.service';
import { refuseOpenPrices, whole } from '../../pipeline/ledger/whole-ledger';
import { Clock } from '../../ports/clock';
import type { SnapshotPart } from '../../ports/storage/wallet-snapshots';
import { LinkedWallets } from '../../ports/storage/linked-wallets';

/** Which ledger a request is about. */
export interface LedgerQuery {
  owned_wallets: readonly Address[];
  /** IANA zone of tax days and years; undefined: that of the owner. */
  timezone?: string;
}

/** What a ledger is asked for beside what is on record. */
type Question = Pick<LedgerQuery, 'timezone'> & {
  /** A comparison replaces the method of record. */
  method?: MethodName;
};

export interface YearLedgerQuery extends LedgerQuery, Question {
  /** Absent: the year of now in the zone of the owner. */
  tax_year?: number;
}

/** The ledger of a wallet, and what of it its caller may see. */
export interface TaxLedger {
  subject: Address;
  history: Stated['history'] & { syncStatus: SyncStatus };
  /** Has the records of `year` at least. */
  ledger: Ledger;
  /** In the zone of the owner. */
  year: number;
  /** Of all wallets and years. */
  unsettled: readonly Unsettled[];
  /** Public keys of the assets of the ledger, by asset id. */
  tokenKeys: ReadonlyMap<string, string>;
  window: PlanWindow;
  /** Whose additions count. */
  userId: string | undefined;
  /** Set for a comparison: the method that replaces that of record. */
  comparedBy?: MethodName;
  /** Further parts of the same ledger. */
  reader: LedgerReader;
  /** The ledger with the records of the years beside. */
  beside: () => Promise<Ledger>;
}

/** With the whole history, for what replays it. */
export type WholeTaxLedger = TaxLedger & ReadyWalletLedger;

/** Parts of a snapshot that tax routes read, beside those of every reader. */
const TAX_PARTS = ['taxSummaries'] as const;

/** Address -> the ledger from which all its tax numbers are read. */
@Injectable()
export class TaxLedgerService {
  constructor(
    private readonly ledgers: WalletLedgerService,
    private readonly readers: LedgerReaders,
    private readonly linked: LinkedWallets,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /**
   * The records of one year. Waits for the whole history: a tax number of half a history is none. Other wallets of the
   * owner are those named, else those the caller has linked.
   * @param further parts of the snapshot that the answer needs
   * @throws AppError SERVICE_UNAVAILABLE when the history could not be read through in time
   */
  async open(
    address: Address,
    query: YearLedgerQuery,
    context: RequestContext,
    further: readonly SnapshotPart[] = [],
  ): Promise<TaxLedger> {
    const reader = await this.reader(address, query, context, further);
    return this.seen(reader, query, transactionCap(context.principal), this.budget(context).userId);
  }

  /** As `open`, to read other parts. */
  async reader(
    address: Address,
    query: Omit<YearLedgerQuery, 'tax_year'>,
    context: RequestContext,
    further: readonly SnapshotPart[] = [],
  ): Promise<LedgerReader> {
    const owned = await this.owned(query.owned_wallets, context);
    return this.readerOf(address, owned, this.budget(context), query, further);
  }

  /** As `reader`, with the wallets of the owner. */
  async readerOf(
    address: Address,
    owned: readonly Address[],
    budget: Budget,
    question: Question = {},
    further: readonly SnapshotPart[] = [],
  ): Promise<LedgerReader> {
    const { timezone, method } = question;
    if (method === undefined) {
      const reader = await this.readers.of(address, owned, budget, [...TAX_PARTS, ...further]);
      if (timezone === undefined || timezone === this.timezoneOf(reader.stated)) return reader;
    }
    return this.readers.computed(await this.supposed(address, owned, budget, question));
  }

  /** As `open`, with the whole history. */
  async whole(address: Address, query: YearLedgerQuery, context: RequestContext): Promise<WholeTaxLedger> {
    const owned = await this.owned(query.owned_wallets, context);
    const budget = this.budget(context);
    const walletLedger = await this.supposed(address, owned, budget, query);
    await breathe();
    const reader = this.readers.computed(walletLedger);
    return {
      ...(await this.seen(reader, query, transactionCap(context.principal), budget.userId)),
      ...walletLedger,
    };
  }

  /** In the zone of a question, and by its method. */
  private async supposed(
    address: Address,
    owned: readonly Address[],
    budget: Budget,
    { timezone, method }: Question,
  ): Promise<ReadyWalletLedger> {
    const recorded = whole(await this.ledgers.of(address, owned, budget));
    const moved = await this.ledgers.inZone(recorded, timezone, budget);
    return method === undefined ? moved : this.ledgers.compared(moved, method);
  }

  /** @param cap transactions shown; null for all */
  async seen(
    reader: LedgerReader,
    { tax_year, method }: Pick<YearLedgerQuery, 'tax_year' | 'method'>,
    cap: number | null,
    userId: string | undefined,
  ): Promise<TaxLedger> {
    const { subject, stated, syncStatus } = reader;
    const { valued } = stated.history;
    const timezone = this.timezoneOf(stated);
    const year = tax_year ?? this.currentYearOf(stated);
    const needsLots = asksForAcquisitions(year) || formAccount({ valued }, subject).kind === 'us_exchange';
    const part = (first: number, last: number) =>
      reader.part(boundsOfYears(first, last, timezone), needsLots ? [subject.value] : []);
    const { ledger, unsettled } = await part(year, year);
    return {
      ...{ subject, ledger, year, unsettled, userId, reader },
      history: { valued, syncStatus },
      tokenKeys: await reader.tokenKeys(ledger.assets.keys()),
      window: await reader.window(cap),
      ...(method && { comparedBy: method }),
      beside: async () => (await part(year - 1, year + 1)).ledger,
    };
  }

  /**
   * The summary of one year, or of all years (null).
   * @throws AppError as `open`
   */
  async summary(
    address: Address,
    query: LedgerQuery & { method?: MethodName },
    year: number | null,
    context: RequestContext,
  ): Promise<{ summary: StatedSummary; syncStatus: SyncStatus; assumptions: AssumptionsResponse }> {
    const reader = await this.reader(address, query, context);
    return {
      summary: await reader.taxSummary(year),
      syncStatus: reader.syncStatus,
      assumptions: this.assumptionsOf({
        ...{ history: reader.stated.history, subject: address, ledger: reader },
        comparedBy: query.method,
      }),
    };
  }

  owned(given: readonly Address[], { principal }: RequestContext): Promise<readonly Address[]> {
    return this.linked.ownedWallets(given, principal);
  }

  /** For files, which have no place to report that prices are still out. */
  async openFinal(address: Address, query: YearLedgerQuery, context: RequestContext): Promise<TaxLedger> {
    const taxLedger = await this.open(address, query, context);
    refuseOpenPrices(taxLedger.history.syncStatus);
    return taxLedger;
  }

  /** Disposals made from the wallet in the year that the caller's plan shows, in the order of the ledger. */
  async disposals(taxLedger: TaxLedger): Promise<Disposal[]> {
    const { ledger, window } = taxLedger;
    const isWithin = this.within(taxLedger);
    return filterInTurns(
      await inTurns(recordingDisposals(ledger)),
      ({ wallet, disposedAt, transactionId }) => isWithin(wallet, disposedAt) && window.shows(transactionId),
    );
  }

  /** Income of the wallet in the year that the caller's plan shows. */
  income(taxLedger: TaxLedger): Income[] {
    const { ledger, window } = taxLedger;
    const isWithin = this.within(taxLedger);
    return ledger.income.filter(
      ({ wallet, receivedAt, transactionId }) => isWithin(wallet, receivedAt) && window.shows(transactionId),
    );
  }

  private within(taxLedger: TaxLedger) {
    const { subject, year } = taxLedger;
    return within({ wallet: subject.value, year, timezone: this.timezoneOf(taxLedger) });
  }

  /** Assumptions behind the numbers of this ledger. */
  assumptionsOf({
    ledger,
    comparedBy,
    ...of
  }: Stated &
    Pick<WalletLedger, 'subject'> &
    Pick<TaxLedger, 'comparedBy'> & {
      ledger: Pick<Ledger, 'isApproximate'>;
    }): AssumptionsResponse {
    const method = comparedBy ?? this.ledgers.methodOf(of);
    const { entries } = of.history.valued;
    return toAssumptions({ ...this.ledgers.recordOptions(of), method }, this.rulesOf(of), {
      ...{ entries, ledger },
      isComparison: comparedBy !== undefined,
    });
  }

  /** Zone and policies of the owner. */
  rulesOf(walletLedger: Stated): TaxRules {
    return this.ledgers.rulesOf(walletLedger);
  }

  timezoneOf(walletLedger: Stated): string {
    return this.rulesOf(walletLedger).timezone;
  }

  budget(context: RequestContext): Budget {
    return wholeBudget(context, this.config.HEAVY_TIMEOUT_MS);
  }

  /** In the zone of the server, before the settings of the owner are read. */
  get currentYear(): number {
    return taxYearOf(this.clock.now(), this.config.REPORT_TIMEZONE);
  }

  currentYearOf(walletLedger: Stated): number {
    return taxYearOf(this.clock.now(), this.timezoneOf(walletLedger));
  }
}
