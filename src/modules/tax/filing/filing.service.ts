import { Injectable } from '@nestjs/common';
import {
  annualExclusion,
  appraisalsOf,
  digitalAssetQuestion,
  givenAway,
  giftTotals,
  type FilingScope,
} from '../../../domain/filing';
import { type Form8949, type Rounding, officialStateD, scheduleD } from '../../../domain/forms';
import type { Address } from '../../../domain/kernel/address';
import { formatMoney } from '../../../domain/kernel/units';
import { LawInForce } from '../../../domain/law';
import { computeCaller } from '../../../http/compute-order';
import { toReturnFacts, type ReturnFactsQuery } from '../../../http/queries/return-facts-query';
import { reply } from '../../../http/reply';
import { scheduleDFile, type ScheduleDParts } from '../../../http/response/schedule-d-file';
import { foreignAccountNotes } from '../../../pipeline/ledger/filing-notes';
import type { RequestContext } from '../../../http/request-context';
import { Clock } from '../../../ports/clock';
import { FormPrinter } from '../../../ports/form-printer';
import { Compute } from '../../../ports/work/compute';
import { toScheduleD } from '../../../presenters/filing/schedule-d.presenter';
import { toSyncStatus } from '../../../presenters/sync-status.presenter';
import { TaxLedgerService, type TaxLedger } from '../tax-ledger.service';
import type { FilingQuery, ScheduleDExportQuery, ScheduleDQuery } from './filing.dto';
import { TaxReportsService } from '../reports/tax-reports.service';
import { toGiftTotal, toGivenAwayRow } from './filing.presenter';
import type { GivenAwayResponse } from './filing.shapes.dto';

const SCHEDULE_D_NOTES = [
  'Digital assets of this wallet only. Add other gains, losses and wallets of the return.',
  'No tax is computed.',
];

const GIVEN_AWAY_NOTES = [
  'Lost and stolen units give no deduction here: the conservative reading. Section 165 may allow one for a theft.',
  'The deduction of a donation held one year or less is limited to the basis (IRC 170(e)(1)(A)).',
];

/** What a return needs beside the rows of Form 8949. */
@Injectable()
export class FilingService {
  constructor(
    private readonly taxLedgers: TaxLedgerService,
    private readonly reports: TaxReportsService,
    private readonly printer: FormPrinter,
    private readonly compute: Compute,
    private readonly clock: Clock,
  ) {}

  async scheduleD(address: Address, query: ScheduleDQuery, context: RequestContext) {
    const taxLedger = await this.taxLedgers.open(address, query, context);
    const form = await this.formOf(taxLedger, query, context);
    const { data } = await this.scheduleOf(address, taxLedger, query, form);
    return reply(data, { meta: toSyncStatus(taxLedger.history.syncStatus) });
  }

  /** @throws AppError as `openFinal` */
  async scheduleDFile(address: Address, query: ScheduleDExportQuery, context: RequestContext) {
    const taxLedger = await this.taxLedgers.openFinal(address, query, context);
    const form = await this.formOf(taxLedger, query, context);
    return scheduleDFile(await this.scheduleOf(address, taxLedger, query, form), query.format, {
      syncStatus: taxLedger.history.syncStatus,
      madeAt: this.clock.now(),
      printer: this.printer,
      compute: this.compute,
      caller: computeCaller(context),
    });
  }

  /** The amounts are those of the whole year, also of rows that a plan does not show. */
  private formOf(taxLedger: TaxLedger, query: ScheduleDQuery, context: RequestContext): Promise<Form8949> {
    return this.reports.formOf(taxLedger, computeCaller(context), {
      rounding: query.rounding,
      shows: undefined,
      unconnected: query.unconnected_brokers,
    });
  }

  /** @param form of the whole year, with the same rounding */
  async scheduleOf(
    address: Address,
    taxLedger: TaxLedger,
    query: ReturnFactsQuery & { rounding?: Rounding },
    form: Form8949,
  ): Promise<ScheduleDParts> {
    const { tax_year: year } = query;
    const rules = this.taxLedgers.rulesOf(taxLedger);
    const returned = toReturnFacts(query, rules, query.rounding);
    const scope = { wallets: [taxLedger.subject.value], year, timezone: rules.timezone };
    const data = toScheduleD(form, returned, {
      address: address.given,
      currentYear: this.taxLedgers.currentYearOf(taxLedger),
      question: digitalAssetQuestion(taxLedger.ledger, scope, form),
      officialForm: officialStateD(await this.printer.hasOfficial('f1040sd', year)),
      notes: [...SCHEDULE_D_NOTES, ...foreignAccountNotes(taxLedger.history)],
      assumptions: this.taxLedgers.assumptionsOf(taxLedger),
    });
    return { form, schedule: scheduleD(form, returned), data };
  }

  async givenAway(address: Address, query: FilingQuery, context: RequestContext) {
    const taxLedger = await this.taxLedgers.open(address, query, context);
    const { ledger, history, tokenKeys } = taxLedger;
    const { tax_year: year } = query;
    const scope = this.scopeOf(taxLedger, year);
    const rows = givenAway(ledger, history.valued.entries ?? [], tokenKeys, scope);
    const law = LawInForce.of(year);
    const appraisals = appraisalsOf(rows, law);
    const data: GivenAwayResponse = {
      address: address.given,
      tax_year: year,
      rows: rows.map((row) => toGivenAwayRow(row, scope.timezone)),
      gifts_by_recipient: giftTotals(rows, law).map(toGiftTotal),
      annual_exclusion: formatMoney(annualExclusion(law)),
      appraisal_needed: appraisals.needed,
      appraisal_undecided: appraisals.undecided,
      notes: GIVEN_AWAY_NOTES,
      assumptions: this.taxLedgers.assumptionsOf(taxLedger),
    };
    return reply(data, { meta: toSyncStatus(history.syncStatus) });
  }

  private scopeOf(taxLedger: TaxLedger, year: number): FilingScope {
    const timezone = this.taxLedgers.timezoneOf(taxLedger);
    return { wallet: taxLedger.subject.value, year, timezone };
  }
}
