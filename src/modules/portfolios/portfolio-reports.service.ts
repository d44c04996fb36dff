import { Injectable } from '@nestjs/common';
import { Config } from '../../config/env';
import {
  rowsOf,
  type Form8949Request,
  officialState8949,
  officialStateD,
  scheduleD,
} from '../../domain/forms';
import { paginate } from '../../domain/kernel/page';
import { taxYearOf } from '../../domain/engine';
import { digitalAssetQuestion } from '../../domain/filing';
import { asUser } from '../../domain/access/principal';
import { transactionCap } from '../../domain/access/plan-window';
import { keysOf } from '../../domain/portfolio/snapshots/wallet-snapshot';
import { filterHoldings } from '../../domain/portfolio/holding-filter';
import { sortHoldings } from '../../domain/portfolio/holding-order';
import { jointHoldings, jointPositions } from '../../domain/portfolio/joint-holdings';
import { jointSummary } from '../../domain/portfolio/joint-summary';
import { formFile } from '../../http/response/form-file';
import { scheduleDFile } from '../../http/response/schedule-d-file';
import { toLawComparison } from '../../presenters/filing/law.presenter';
import { toToolComparison } from '../../presenters/filing/tool-comparison.presenter';
import { toScheduleD } from '../../presenters/filing/schedule-d.presenter';
import { toForm8949 } from '../../presenters/forms/form-8949.presenter';
import { toCovers, toHistoryGaps, toLimit, toSyncStatus } from '../../presenters/sync-status.presenter';
import { toDeposits } from '../../presenters/holdings.presenter';
import { refuseComparedFile } from '../../http/queries/comparison-query';
import { lawQuestionOf, type LawComparisonInput } from '../../http/queries/law-comparison-query';
import {
  toolFilesOf,
  type ToolComparisonQuery,
  type ToolComparisonRequest,
} from '../../http/queries/tool-comparison-query';
import { toReturnFacts } from '../../http/queries/return-facts-query';
import { reply } from '../../http/reply';
import { computeCaller } from '../../http/compute-order';
import { Form8949Service } from '../../pipeline/ledger/form-8949.service';
import { foreignAccountNotes } from '../../pipeline/ledger/filing-notes';
import { formAccount } from '../../pipeline/ledger/form-account';
import type { RequestContext } from '../../http/request-context';
import { partialBudget } from '../../pipeline/budget';
import { ToolComparisons } from '../../pipeline/cross-tool/tool-comparisons.service';
import { LawComparisons } from '../../pipeline/law/law-comparison.service';
import { jointWindowOf } from '../../pipeline/ledger/plan-view';
import { JointHolders } from '../../pipeline/valuation/joint-holders.service';
import { WalletLedgerService } from '../../pipeline/ledger/wallet-ledger.service';
import { refuseOpenPrices } from '../../pipeline/ledger/whole-ledger';
import { Clock } from '../../ports/clock';
import { FormPrinter } from '../../ports/form-printer';
import { Compute } from '../../ports/work/compute';
import { PortfolioLedgers, toSummed, type OpenedLedger } from './portfolio-ledgers.service';
import type {
  PortfolioFormQuery,
  PortfolioHoldingsQuery,
  PortfolioScheduleDQuery,
  PortfolioYearQuery,
} from './portfolios.dto';
import { toPortfolioHolding, toPortfolioTaxSummary, withPortfolioId } from './portfolios.presenter';
import type { PortfolioTaxSummaryResponse } from './portfolios.shapes.dto';

const SCHEDULE_D_NOTES = [
  'Digital assets of this portfolio only. Add other gains and losses of the return.',
  'No tax is computed.',
];

/**
 * Numbers of a portfolio. Its addresses, and no others, are the wallets of one taxpayer: what each of them shows is
 * what the routes of that wallet show with the rest as `owned_wallets`, and the whole is their sum.
 */
@Injectable()
export class PortfolioReportsService {
  constructor(
    private readonly own: PortfolioLedgers,
    private readonly ledgers: WalletLedgerService,
    private readonly holders: JointHolders,
    private readonly forms: Form8949Service,
    private readonly laws: LawComparisons,
    private readonly tools: ToolComparisons,
    private readonly printer: FormPrinter,
    private readonly compute: Compute,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** Value first, then filter, then cut the page, as for one wallet. */
  async holdings(id: string, query: PortfolioHoldingsQuery, context: RequestContext) {
    const addresses = await this.own.addressesOf(id, context);
    const budget = partialBudget(context, this.config.PARTIAL_BUDGET_MS);
    const { syncStatus, valued, deposits } = await this.holders.of(addresses, budget);
    const all = jointHoldings(
      addresses.map(({ given }, i) => ({ address: given, holdings: valued[i]?.holdings ?? [] })),
    );
    const chosen = filterHoldings(all, { chain: query.chain, minValue: query.min_value });
    const page = paginate(sortHoldings(chosen, query.sort), query.page, query.per_page);
    const partial = valued.some((each) => each.partial);
    const pricesPending = valued.some((each) => each.pricesPending);
    return reply(page.items.map(toPortfolioHolding), {
      pagination: page,
      partial,
      still_indexing: partial,
      meta: {
        ...toSyncStatus(syncStatus, pricesPending),
        ...toDeposits(jointPositions(deposits), keysOf(deposits)),
        ...toCovers(addresses),
      },
    });
  }

  /** Waits for the whole history of every wallet. @throws AppError SERVICE_UNAVAILABLE when it is not read in time */
  async taxSummary(id: string, query: PortfolioYearQuery, context: RequestContext) {
    const { tax_year: year } = query;
    const { summaries, syncStatus, ...ledger } = await this.own.summed(id, query, context);
    const wallets = summaries.map(({ subject, summary }) => ({ address: subject.given, summary }));
    const sum = jointSummary(wallets.map(({ summary }) => summary));
    const body: PortfolioTaxSummaryResponse = {
      ...toPortfolioTaxSummary(id, year ?? null, sum, wallets, toHistoryGaps(syncStatus, year)),
      assumptions: this.own.assumptionsOf(ledger),
    };
    return reply(body, { meta: { ...toSyncStatus(syncStatus), ...toCovers(ledger.subjects) } });
  }

  /**
   * Every sale of every wallet on one form.
   * @throws AppError as taxSummary; for a file also while prices are still out, and VALIDATION_ERROR for a comparison
   */
  async form8949(id: string, query: PortfolioFormQuery, context: RequestContext) {
    const { format } = query;
    refuseComparedFile(query);
    const ledger = await this.own.open(id, query, context);
    const { syncStatus } = ledger;
    if (format !== 'json') refuseOpenPrices(syncStatus);
    const window = await ledger.reader.window(transactionCap(context.principal));
    const form = await this.formOf(ledger, { ...query, id }, context, (transactionId) =>
      window.shows(transactionId),
    );
    const officialForm = officialState8949(form, await this.printer.hasOfficial('f8949', form.year));
    const assumptions = this.own.assumptionsOf(ledger);
    const facts = { address: id, method: assumptions.method, assumptions, window, officialForm };
    if (format === 'json')
      return reply(withPortfolioId(toForm8949(form, rowsOf(form), facts)), {
        meta: {
          ...toSyncStatus(syncStatus),
          ...toLimit({ ...window, isLimited: form.isLimited }),
          ...toCovers(ledger.subjects),
        },
      });
    return formFile({ form: 'form_8949', content: form }, format, {
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
    const opened = await this.own.open(id, query, context);
    const { stated, syncStatus, subjects } = opened;
    if (format !== 'json') refuseOpenPrices(syncStatus);
    const form = await this.formOf(opened, { ...query, id }, context);
    const rules = this.ledgers.rulesOf(stated);
    const { timezone } = rules;
    const wallets = subjects.map(({ value }) => value);
    const returned = toReturnFacts(query, rules, rounding);
    const data = toScheduleD(form, returned, {
      address: id,
      currentYear: taxYearOf(this.clock.now(), timezone),
      question: digitalAssetQuestion(opened.ledger, { wallets, year: query.tax_year, timezone }, form),
      officialForm: officialStateD(await this.printer.hasOfficial('f1040sd', query.tax_year)),
      notes: [...SCHEDULE_D_NOTES, ...foreignAccountNotes(stated.history)],
      assumptions: this.own.assumptionsOf(opened),
    });
    if (format === 'json')
      return reply(withPortfolioId(data), { meta: { ...toSyncStatus(syncStatus), ...toCovers(subjects) } });
    return scheduleDFile({ form, schedule: scheduleD(form, returned), data }, format, {
      syncStatus,
      madeAt: this.clock.now(),
      printer: this.printer,
      compute: this.compute,
      caller: computeCaller(context),
    });
  }

  /** @throws AppError as taxSummary; VALIDATION_ERROR for a number that none of the bills has */
  async lawComparison(id: string, body: LawComparisonInput, context: RequestContext) {
    const question = lawQuestionOf(body);
    const joint = await this.own.wholeLedger(id, {}, context);
    const { wallets, history } = joint;
    const window = jointWindowOf(joint, transactionCap(context.principal));
    const results = await this.laws.of(wallets, question, window, computeCaller(context));
    const tokenKeys = wallets[0]?.tokenKeys ?? new Map<string, string>();
    const assumptions = this.own.assumptionsOf(toSummed(joint));
    const facts = { address: id, year: question.year, tokenKeys, assumptions };
    return reply(withPortfolioId(toLawComparison(results, facts)), {
      meta: toSyncStatus(history.syncStatus),
    });
  }

  /** @throws AppError as taxSummary; VALIDATION_ERROR for a file that nobody can read */
  async toolComparison(
    id: string,
    { tax_year: year }: ToolComparisonQuery,
    body: ToolComparisonRequest,
    context: RequestContext,
  ) {
    const caller = computeCaller(context);
    const tables = await this.tools.read(toolFilesOf(body), caller);
    const joint = await this.own.wholeLedger(id, {}, context);
    const window = jointWindowOf(joint, transactionCap(context.principal));
    const compared = await this.tools.of(joint.wallets, tables, { year, window, caller });
    const assumptions = this.own.assumptionsOf(toSummed(joint));
    return reply(withPortfolioId(toToolComparison(compared, { address: id, year, assumptions })), {
      meta: toSyncStatus(joint.history.syncStatus),
    });
  }

  private async formOf(
    { stated, syncStatus, subjects, ledger, unsettled, beside }: OpenedLedger,
    {
      id,
      tax_year: year,
      unconnected_brokers: unconnected,
      rounding,
    }: { id: string } & Pick<PortfolioFormQuery, 'tax_year' | 'unconnected_brokers' | 'rounding'>,
    context: RequestContext,
    shows?: Form8949Request['shows'],
  ) {
    const { timezone, collectibleNfts } = this.ledgers.rulesOf(stated);
    const request: Form8949Request = {
      accounts: subjects.map((subject) => formAccount(stated.history, subject)),
      year,
      timezone,
      collectibleNfts,
      rounding,
      shows,
      unsettled,
    };
    const userId = asUser(context.principal)?.userId;
    const owner = { userId, unconnected, portfolioId: id, compute: computeCaller(context) };
    const form = await this.forms.of(ledger, request, owner, beside);
    return { ...form, historyGaps: toHistoryGaps(syncStatus, year) };
  }
}
