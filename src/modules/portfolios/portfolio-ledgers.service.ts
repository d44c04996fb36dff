import { Injectable } from '@nestjs/common';
import { Config } from '../../config/env';
import type { Ledger, MethodName } from '../../domain/engine';
import { asksForAcquisitions } from '../../domain/filing';
import type { Unsettled } from '../../domain/forms';
import { parseAddress, type Address } from '../../domain/kernel/address';
import { yearBounds } from '../../domain/kernel/calendar';
import type { SyncStatus } from '../../domain/portfolio/sync-status';
import type { RequestContext } from '../../http/request-context';
import { wholeBudget, type Budget } from '../../pipeline/budget';
import { formAccount } from '../../pipeline/ledger/form-account';
import type { JointReader } from '../../pipeline/ledger/reader/joint-reader';
import { LedgerReaders } from '../../pipeline/ledger/reader/ledger-readers.service';
import { TaxSummaries, type WalletSummary } from '../../pipeline/ledger/reader/tax-summaries.service';
import type { JointLedger, Stated } from '../../pipeline/ledger/wallet-ledger';
import { WalletLedgerService } from '../../pipeline/ledger/wallet-ledger.service';
import { whole } from '../../pipeline/ledger/whole-ledger';
import { toAssumptions } from '../../presenters/assumptions.presenter';
import type { AssumptionsResponse } from '../../presenters/shapes.dto';
import type { PortfolioFormQuery, PortfolioYearQuery } from './portfolios.dto';
import { PortfoliosService } from './portfolios.service';

export type WholeJointLedger = JointLedger & {
  ledger: Ledger;
  /** Set for a comparison: the method that replaces that of record. */
  comparedBy?: MethodName;
};

/** What the assumptions behind numbers follow from. */
interface Assumed {
  stated: Stated;
  subjects: readonly Address[];
  ledger: Pick<Ledger, 'isApproximate'>;
  comparedBy?: MethodName;
}

interface SummedLedger extends Assumed {
  syncStatus: SyncStatus;
  summaries: readonly WalletSummary[];
}

export interface OpenedLedger extends Assumed {
  reader: JointReader;
  syncStatus: SyncStatus;
  /** Has the records of the year at least. */
  ledger: Ledger;
  /** Of all wallets and years. */
  unsettled: readonly Unsettled[];
  /** The ledger with the records of the years beside. */
  beside: () => Promise<Ledger>;
}

/** The ledger of the wallets of a portfolio: the stored one, or for a comparison one that is computed. */
@Injectable()
export class PortfolioLedgers {
  constructor(
    private readonly portfolios: PortfoliosService,
    private readonly ledgers: WalletLedgerService,
    private readonly readers: LedgerReaders,
    private readonly summaries: TaxSummaries,
    private readonly config: Config,
  ) {}

  /** The figures of each wallet. */
  async summed(id: string, query: PortfolioYearQuery, context: RequestContext): Promise<SummedLedger> {
    const { tax_year: year } = query;
    if (isRecorded(query)) {
      const addresses = await this.addressesOf(id, context);
      return this.summaries.together(addresses, year, this.budgetOf(context));
    }
    const joint = await this.wholeLedger(id, query, context);
    return { ...toSummed(joint), summaries: await this.summaries.ofJoint(joint, year) };
  }

  /** The records of a year. */
  async open(
    id: string,
    query: Pick<PortfolioFormQuery, 'tax_year' | 'timezone' | 'method'>,
    context: RequestContext,
  ): Promise<OpenedLedger> {
    const reader = isRecorded(query)
      ? await this.readers.together(await this.addressesOf(id, context), this.budgetOf(context))
      : this.readers.computedTogether(await this.wholeLedger(id, query, context));
    const { stated, syncStatus, subjects } = reader;
    const { timezone } = this.ledgers.rulesOf(stated);
    const { tax_year: year, method: comparedBy } = query;
    const accounts = subjects.map((subject) => formAccount(stated.history, subject));
    const needsAll = asksForAcquisitions(year);
    const lotsOf = accounts.flatMap(({ wallet, kind }) =>
      needsAll || kind === 'us_exchange' ? [wallet] : [],
    );
    const part = (first: number, last: number) =>
      reader.part(
        { from: yearBounds(first, timezone).from, until: yearBounds(last, timezone).until },
        lotsOf,
      );
    const beside = async () => (await part(year - 1, year + 1)).ledger;
    return { reader, stated, syncStatus, subjects, ...(await part(year, year)), beside, comparedBy };
  }

  async wholeLedger(
    id: string,
    { timezone, method }: { timezone?: string; method?: MethodName },
    context: RequestContext,
  ): Promise<WholeJointLedger> {
    const addresses = await this.addressesOf(id, context);
    const budget = this.budgetOf(context);
    const joint = whole(await this.ledgers.together(addresses, budget));
    const recorded = await this.ledgers.togetherInZone(joint, timezone, budget);
    if (method === undefined) return recorded;
    return { ...(await this.ledgers.comparedTogether(recorded, method)), comparedBy: method };
  }

  private budgetOf(context: RequestContext): Budget {
    return wholeBudget(context, this.config.HEAVY_TIMEOUT_MS);
  }

  async addressesOf(id: string, { principal }: RequestContext): Promise<Address[]> {
    const { addresses } = await this.portfolios.find(principal, id);
    return addresses.map(({ given }) => parseAddress(given));
  }

  assumptionsOf({ stated, subjects, ledger, comparedBy }: Assumed): AssumptionsResponse {
    const { entries } = stated.history.valued;
    const options = {
      ...this.ledgers.recordOptions(stated),
      method: comparedBy ?? this.methodOf(stated, subjects),
    };
    const choices = { entries, ledger, isComparison: comparedBy !== undefined };
    return toAssumptions(options, this.ledgers.rulesOf(stated), choices);
  }

  /** The method of all wallets; where they differ, the rule without elections. `elections` state who departs from it. */
  private methodOf(stated: Stated, subjects: readonly Address[]): MethodName {
    const methods = new Set(subjects.map((subject) => this.ledgers.methodOf({ ...stated, subject })));
    const [method] = methods;
    return method !== undefined && methods.size === 1 ? method : this.ledgers.recordOptions(stated).method;
  }
}

/** True for the ledger of record, which is stored. */
const isRecorded = ({ timezone, method }: { timezone?: string; method?: MethodName }): boolean =>
  timezone === undefined && method === undefined;

export const toSummed = ({ wallets, history, ledger, comparedBy }: WholeJointLedger) => ({
  stated: { history },
  subjects: wallets.map(({ subject }) => subject),
  ledger,
  comparedBy,
  syncStatus: history.syncStatus,
});
