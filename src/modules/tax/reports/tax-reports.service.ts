import { Injectable } from '@nestjs/common';
import {
  rowsOf,
  schedule1,
  type Form8949,
  type Form8949Request,
  type FormRow,
  type MadeForm,
  type ReportedForm,
  type Schedule1,
  officialState8949,
} from '../../../domain/forms';

import type { Address } from '../../../domain/kernel/address';
import { paginate } from '../../../domain/kernel/page';
import { toForm8949, type FormFacts } from '../../../presenters/forms/form-8949.presenter';
import { toHistoryGaps, toLimit, toSyncStatus } from '../../../presenters/sync-status.presenter';
import { toTaxSummary } from '../../../presenters/tax-summary.presenter';
import { FormPrinter } from '../../../ports/form-printer';
import type { ComputeCaller } from '../../../ports/work/compute';
import { computeCaller } from '../../../http/compute-order';
import { reply } from '../../../http/reply';
import { Form8949Service } from '../../../pipeline/ledger/form-8949.service';
import { formAccount } from '../../../pipeline/ledger/form-account';
import type { RequestContext } from '../../../http/request-context';
import { toSchedule1 } from '../../../presenters/forms/schedule-1.presenter';
import { TaxLedgerService, type TaxLedger } from '../tax-ledger.service';
import type { Form8949Query, Schedule1Query, SummaryQuery } from '../tax.dto';

/** Ledger of a wallet -> the summary and the forms of one year. */
@Injectable()
export class TaxReportsService {
  constructor(
    private readonly taxLedgers: TaxLedgerService,
    private readonly forms: Form8949Service,
    private readonly printer: FormPrinter,
  ) {}

  async summary(address: Address, query: SummaryQuery, context: RequestContext) {
    const year = query.tax_year ?? null;
    const found = await this.taxLedgers.summary(address, query, year, context);
    const { summary, syncStatus, assumptions } = found;
    return reply(
      {
        ...toTaxSummary(address.given, year, summary, toHistoryGaps(syncStatus, query.tax_year)),
        assumptions,
      },
      { meta: toSyncStatus(syncStatus) },
    );
  }

  /** Totals are those of the year; the plan, the filters and the page only choose which rows are listed. */
  async form8949(address: Address, query: Form8949Query, context: RequestContext) {
    const taxLedger = await this.taxLedgers.open(address, query, context);
    const form = await this.formOf(taxLedger, computeCaller(context), {
      unconnected: query.unconnected_brokers,
    });
    const page = paginate(rowsOf(form).filter(chosenBy(query)), query.page, query.per_page);
    const shown = query.box === undefined ? form : onlyBox(form, query.box);
    const officialForm = officialState8949(form, await this.printer.hasOfficial('f8949', form.year));
    return reply(toForm8949(shown, page.items, { ...this.factsOf(address, taxLedger), officialForm }), {
      pagination: page,
      ...metaOf(taxLedger, form),
    });
  }

  async schedule1(address: Address, query: Schedule1Query, context: RequestContext) {
    const taxLedger = await this.taxLedgers.open(address, query, context);
    const schedule = this.scheduleOf(taxLedger);
    const chosen = schedule.rows.filter(
      ({ type }) => query.income_type === undefined || type === query.income_type,
    );
    const page = paginate(chosen, query.page, query.per_page);
    const facts = { ...this.factsOf(address, taxLedger), tokenKeys: taxLedger.tokenKeys };
    return reply(toSchedule1(schedule, page.items, facts), {
      pagination: page,
      ...metaOf(taxLedger, schedule),
    });
  }

  async made(
    form: ReportedForm,
    taxLedger: TaxLedger,
    compute: ComputeCaller,
  ): Promise<MadeForm<ReportedForm>> {
    return form === 'form_8949'
      ? { form, content: await this.formOf(taxLedger, compute) }
      : { form, content: this.scheduleOf(taxLedger) };
  }

  async formOf(
    taxLedger: TaxLedger,
    compute: ComputeCaller,
    {
      unconnected,
      ...options
    }: Pick<Form8949Request, 'rounding' | 'gatherSmallFees' | 'shows'> & { unconnected?: boolean } = {},
  ): Promise<Form8949> {
    const request = { ...this.formRequest(taxLedger), ...options };
    const { ledger, userId, history, year, beside } = taxLedger;
    const form = await this.forms.of(ledger, request, { userId, unconnected, compute }, beside);
    return { ...form, historyGaps: toHistoryGaps(history.syncStatus, year) };
  }

  /** No payer reports the sales of a self-custody wallet to the tax office. */
  private formRequest(taxLedger: TaxLedger) {
    const { subject, history, window, year, unsettled } = taxLedger;
    const { timezone, collectibleNfts } = this.taxLedgers.rulesOf(taxLedger);
    return {
      accounts: [formAccount(history, subject)],
      year,
      timezone,
      collectibleNfts,
      unsettled,
      shows: (transactionId: string) => window.shows(transactionId),
    };
  }

  scheduleOf(taxLedger: TaxLedger): Schedule1 {
    const { subject, window, ledger, history, year, unsettled } = taxLedger;
    const { timezone, businessIncome } = this.taxLedgers.rulesOf(taxLedger);
    const schedule = schedule1(ledger, {
      wallets: [subject.value],
      year,
      timezone,
      businessIncome,
      shows: (transactionId: string) => window.shows(transactionId),
      unsettled,
    });
    return { ...schedule, historyGaps: toHistoryGaps(history.syncStatus, year) };
  }

  factsOf(address: Address, taxLedger: TaxLedger): FormFacts {
    const assumptions = this.taxLedgers.assumptionsOf(taxLedger);
    return { address: address.given, method: assumptions.method, assumptions, window: taxLedger.window };
  }
}

/** The cut is that of the whole form, as in `data`. */
const metaOf = ({ history, window }: TaxLedger, { isLimited }: Pick<Form8949, 'isLimited'>) => ({
  meta: { ...toSyncStatus(history.syncStatus), ...toLimit({ ...window, isLimited }) },
});

const chosenBy =
  ({ box, symbol }: Form8949Query) =>
  (row: FormRow): boolean =>
    (box === undefined || row.box === box) &&
    (symbol === undefined || row.symbol.toUpperCase() === symbol.toUpperCase());

const onlyBox = (form: Form8949, box: string): Form8949 => ({
  ...form,
  sections: form.sections.filter((section) => section.box === box),
});
