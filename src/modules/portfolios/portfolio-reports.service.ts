import { Injectable } from '@nestjs/common';
import { Config } from '../../config/env';
import { rowsOf, type Form8949Request, type StatedSummary } from '../../domain/forms';
import { parseAddress, type Address } from '../../domain/kernel/address';
import { paginate } from '../../domain/kernel/page';
import { taxYearOf, type Ledger, type MethodName } from '../../domain/engine';
import { digitalAssetQuestion, officialState8949, officialStateD, scheduleD } from '../../domain/filing';
import { asUser } from '../../domain/access/principal';
import type { PlanWindow } from '../../domain/access/plan-window';
import { filterHoldings } from '../../domain/portfolio/holding-filter';
import { sortHoldings } from '../../domain/portfolio/holding-order';
import { jointHoldings, jointPositions } from '../../domain/portfolio/joint-holdings';
import { jointSummary } from '../../domain/portfolio/joint-summary';
import { toAssumptions } from '../../presenters/assumptions.presenter';
import type { AssumptionsResponse } from '../../presenters/shapes.dto';
import { form8949File } from '../../http/response/form-8949.file';
import { scheduleDFile } from '../../http/response/schedule-d.file';
import { toLawComparison } from '../../presenters/filing/law.presenter';
import { toScheduleD } from '../../presenters/filing/schedule-d.presenter';
import { toForm8949, type FormFacts } from '../../presenters/form-8949.presenter';
import { toHistoryGaps, toLimit, toSyncStatus } from '../../presenters/sync-status.presenter';
import { toDeposits } from '../../presenters/holdings.presenter';
import { refuseComparedFile } from '../../http/queries/comparison-query';
import { lawQuestionOf, type LawComparisonInput } from '../../http/queries/law-comparison-query';
import { toReturnFacts } from '../../http/queries/return-facts-query';
import { reply } from '../../http/reply';
import { computeCaller } from '../../http/compute-order';
import { Form8949Service } from '../../pipeline/ledger/form-8949.service';
import { foreignAccountNotes } from '../../pipeline/ledger/filing-notes';
import { formAccount } from '../../pipeline/ledger/form-account';
import type { RequestContext } from '../../http/request-context';
import { partialBudget, wholeBudget } from '../../pipeline/budget';
import { LawComparisons } from '../../pipeline/law/law-comparison.service';
import { jointWindowOf } from '../../pipeline/ledger/plan-view';
import { ValuationService } from '../../pipeline/valuation/valuation.service';
import { LedgerViews } from '../../pipeline/ledger/ledger-views.service';
import type { JointLedger } from '../../pipeline/ledger/wallet-ledger';
import { WalletLedgerService } from '../../pipeline/ledger/wallet-ledger.service';
import { refuseOpenPrices, whole } from '../../pipeline/ledger/whole-ledger';
import { Clock } from '../../ports/clock';
import { FormPrinter } from '../../ports/form-printer';
import { Compute } from '../../ports/work/compute';
import type {
  PortfolioFormQuery,
  PortfolioHoldingsQuery,
  PortfolioScheduleDQuery,
  PortfolioYearQuery,
} from './portfolios.dto';
import { toPortfolioHolding, toPortfolioTaxSummary, withPortfolioId } from './portfolios.presenter';
import type { PortfolioTaxSummaryResponse } from './portfolios.shapes.dto';
import { PortfoliosService } from './portfolios.service';

const SCHEDULE_D_NOTES = [
  'Digital assets of this portfolio only. Add other gains and losses of the return.',
  'No tax is computed.',
];

type WholeJointLedger = JointLedger & {
  ledger: Ledger;
  /** Set for a comparison: the method that replaces that of record. */
  comparedBy?: MethodName;
};

/**
 * Numbers of a portfolio. Its addresses, and no others, are the wallets of one taxpayer: what each of them shows is
 * what the routes of that wallet show with the rest as `owned_wallets`, and the whole is their sum.
 */
@Injectable()
export class PortfolioReportsService {
  constructor(
    private readonly portfolios: PortfoliosService,
    private readonly ledgers: WalletLedgerService,
    private readonly views: LedgerViews,
    private readonly forms: Form8949Service,
    private readonly laws: LawComparisons,
    private readonly valuation: ValuationService,
    private readonly printer: FormPrinter,
    private readonly compute: Compute,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** Value first, then filter, then cut the page, as for one wallet. */
  async holdings(id: string, query: PortfolioHoldingsQuery, context: RequestContext) {
    const addresses = await this.addressesOf(id, context);
    const budget = partialBudget(context, this.config.PARTIAL_BUDGET_MS);
    const joint = await this.ledgers.together(addresses, budget);
    const valued = await this.valuation.ofAll(joint.wallets, budget);
    const all = jointHoldings(
      joint.wallets.map(({ subject }, i) => ({
        address: subject.given,
        holdings: valued[i]?.holdings ?? [],
      })),
    );
    const chosen = filterHoldings(all, { chain: query.chain, minValue: query.min_value });
    const page = paginate(sortHoldings(chosen, query.sort), query.page, query.per_page);
    const partial = valued.some((each) => each.partial);
    const pricesPending = valued.some((each) => each.pricesPending);
    return reply(page.items.map(toPortfolioHolding), {
      pagination: page,
      partial,
      still_indexing: partial,
      meta: { ...toSyncStatus(joint.history.syncStatus, pricesPending), ...this.depositsIn(joint) },
    });
  }

  /** Waits for the whole history of every wallet. @throws AppError SERVICE_UNAVAILABLE when it is not read in time */
  async taxSummary(id: string, query: PortfolioYearQuery, context: RequestContext) {
    const { tax_year: year } = query;
    const joint = await this.wholeLedger(id, query, context);
    const wallets: { address: string; summary: StatedSummary }[] = [];
    for (const wallet of joint.wallets) {
      const summary = await this.views.taxSummary({ ...wallet, ledger: joint.ledger }, year);
      wallets.push({ address: wallet.subject.given, summary });
    }
    const sum = jointSummary(wallets.map(({ summary }) => summary));
    const body: PortfolioTaxSummaryResponse = {
      ...toPortfolioTaxSummary(id, year ?? null, sum, wallets, toHistoryGaps(joint.history.syncStatus, year)),
      assumptions: this.assumptionsOf(joint),
    };
    return reply(body, { meta: toSyncStatus(joint.history.syncStatus) });
  }

  /**
   * Every sale of every wallet on one form.
   * @throws AppError as taxSummary; for a file also while prices are still out, and VALIDATION_ERROR for a comparison
   */
  async form8949(id: string, query: PortfolioFormQuery, context: RequestContext) {
    const { format } = query;
    refuseComparedFile(query);
    const joint = await this.wholeLedger(id, query, context);
    const { syncStatus } = joint.history;
    if (format !== 'json') refuseOpenPrices(syncStatus);
    const window = jointWindowOf(joint, context.principal);
    const form = await this.formOf(joint, { ...query, id }, context, (transactionId) =>
      window.shows(transactionId),
    );
    const officialForm = officialState8949(form, await this.printer.hasOfficial('f8949', form.year));
    const facts = { ...this.factsOf(id, joint, window), officialForm };
    if (format === 'json')
      return reply(withPortfolioId(toForm8949(form, rowsOf(form), facts)), {
        meta: { ...toSyncStatus(syncStatus), ...toLimit({ ...window, isLimited: form.isLimited }) },
      });
    return form8949File(form, format, {
      facts,
      syncStatus,
      madeAt: this.clock.now(),
      printer: this.printer,
      compute: this.compute,
      caller: computeCaller(context),
    });
  }

  /** The amounts are those of the whole year, also of rows that a plan does not show. @throws AppError as taxSummary */
  async scheduleD(id: string, query: PortfolioScheduleDQuery, context: RequestContext) {
    const { format, rounding } = query;
    refuseComparedFile(query);
    const joint = await this.wholeLedger(id, query, context);
    const { history, ledger } = joint;
    if (format !== 'json') refuseOpenPrices(history.syncStatus);
    const form = await this.formOf(joint, { ...query, id }, context);
    const rules = this.ledgers.rulesOf(joint);
    const { timezone } = rules;
    const wallets = joint.wallets.map(({ subject }) => subject.value);
    const returned = toReturnFacts(query, rules, rounding);
    const data = toScheduleD(form, returned, {
      address: id,
      currentYear: taxYearOf(this.clock.now(), timezone),
      question: digitalAssetQuestion(ledger, { wallets, year: query.tax_year, timezone }, form),
      officialForm: officialStateD(await this.printer.hasOfficial('f1040sd', query.tax_year)),
      notes: [...SCHEDULE_D_NOTES, ...foreignAccountNotes(history)],
      assumptions: this.assumptionsOf(joint),
    });
    if (format === 'json') return reply(withPortfolioId(data), { meta: toSyncStatus(history.syncStatus) });
    return scheduleDFile({ form, schedule: scheduleD(form, returned), data }, format, {
      syncStatus: history.syncStatus,
      madeAt: this.clock.now(),
      printer: this.printer,
      caller: computeCaller(context),
    });
  }

  /** @throws AppError as taxSummary; VALIDATION_ERROR for a number that none of the bills has */
  async lawComparison(id: string, body: LawComparisonInput, context: RequestContext) {
    const question = lawQuestionOf(body);
    const joint = await this.wholeLedger(id, {}, context);
    const { wallets, history } = joint;
    const window = jointWindowOf(joint, context.principal);
    const results = await this.laws.of(wallets, question, window, computeCaller(context));
    const tokenKeys = wallets[0]?.tokenKeys ?? new Map<string, string>();
    const facts = { address: id, year: question.year, tokenKeys, assumptions: this.assumptionsOf(joint) };
    return reply(withPortfolioId(toLawComparison(results, facts)), {
      meta: toSyncStatus(history.syncStatus),
    });
  }

  private async formOf(
    joint: WholeJointLedger,
    {
      id,
      tax_year: year,
      unconnected_brokers: unconnected,
      rounding,
    }: { id: string } & Pick<PortfolioFormQuery, 'tax_year' | 'unconnected_brokers' | 'rounding'>,
    context: RequestContext,
    shows?: Form8949Request['shows'],
  ) {
    const { timezone, collectibleNfts } = this.ledgers.rulesOf(joint);
    const request: Form8949Request = {
      accounts: joint.wallets.map(({ subject }) => formAccount(joint.history, subject)),
      year,
      timezone,
      collectibleNfts,
      rounding,
      shows,
      unsettled: this.views.unsettled(joint.ledger, joint.history.valued),
    };
    const userId = asUser(context.principal)?.userId;
    const owner = { userId, unconnected, portfolioId: id, compute: computeCaller(context) };
    const form = await this.forms.of(joint.ledger, request, owner);
    return { ...form, historyGaps: toHistoryGaps(joint.history.syncStatus, year) };
  }

  private async wholeLedger(
    id: string,
    { timezone, method }: { timezone?: string; method?: MethodName },
    context: RequestContext,
  ): Promise<WholeJointLedger> {
    const addresses = await this.addressesOf(id, context);
    const budget = wholeBudget(context, this.config.HEAVY_TIMEOUT_MS);
    const joint = whole(await this.ledgers.together(addresses, budget));
    const recorded = await this.ledgers.togetherInZone(joint, timezone, budget);
    if (method === undefined) return recorded;
    return { ...(await this.ledgers.comparedTogether(recorded, method)), comparedBy: method };
  }

  private async addressesOf(id: string, { principal }: RequestContext): Promise<Address[]> {
    const { addresses } = await this.portfolios.find(principal, id);
    return addresses.map(({ given }) => parseAddress(given));
  }

  private depositsIn({ wallets }: JointLedger) {
    const deposits = wallets.flatMap((wallet) => this.views.deposits(wallet));
    return toDeposits(jointPositions(deposits), wallets[0]?.tokenKeys ?? new Map());
  }

  private factsOf(id: string, joint: WholeJointLedger, window: PlanWindow): FormFacts {
    const assumptions = this.assumptionsOf(joint);
    return { address: id, method: assumptions.method, assumptions, window };
  }

  private assumptionsOf(joint: WholeJointLedger): AssumptionsResponse {
    const { history, ledger, comparedBy } = joint;
    const { entries } = history.valued;
    const options = {
      ...this.ledgers.recordOptions({ history }),
      method: comparedBy ?? this.methodOf(joint),
    };
    const choices = { entries, ledger, isComparison: comparedBy !== undefined };
    return toAssumptions(options, this.ledgers.rulesOf({ history }), choices);
  }

  /** The method of all wallets; where they differ, the rule without elections. `elections` state who departs from it. */
  private methodOf({ wallets, history }: JointLedger): MethodName {
    const methods = new Set(wallets.map((wallet) => this.ledgers.methodOf(wallet)));
    const [method] = methods;
    return method !== undefined && methods.size === 1
      ? method
      : this.ledgers.recordOptions({ history }).method;
  }
}
