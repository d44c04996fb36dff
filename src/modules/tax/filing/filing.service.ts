import { Injectable } from '@nestjs/common';
import { LAW_AS_OF } from '../../../domain/engine';
import {
  annualExclusion,
  appraisalsNeeded,
  digitalAssetQuestion,
  givenAway,
  giftTotals,
  scheduleD,
  type FilingScope,
  type ReturnFacts,
} from '../../../domain/filing';
import { isIncompleteForm, toCents, type Cents } from '../../../domain/forms';
import type { Address } from '../../../domain/kernel/address';
import type { Decimal } from '../../../domain/kernel/decimal';
import { formatMoney, money } from '../../../domain/kernel/units';
import { computeCaller } from '../../../http/compute-order';
import { reply } from '../../../http/reply';
import type { TaxRules } from '../../../pipeline/policies';
import type { RequestContext } from '../../../http/request-context';
import { toSyncStatus } from '../../../presenters/sync-status.presenter';
import { TaxLedgerService, type TaxLedger } from '../tax-ledger.service';
import type { FilingQuery, ScheduleDQuery } from './filing.dto';
import { TaxReportsService } from '../reports/tax-reports.service';
import { toCarryover, toGiftTotal, toGivenAwayRow, toQuestion, toScheduleDLine } from './filing.presenter';
import type { GivenAwayResponse, ScheduleDResponse } from './filing.shapes.dto';

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
  ) {}

  /** The amounts are those of the whole year, also of rows that a plan does not show. */
  async scheduleD(address: Address, query: ScheduleDQuery, context: RequestContext) {
    const taxLedger = await this.taxLedgers.open(address, query.owned_wallets, context);
    const { tax_year: year } = query;
    const scope = this.scopeOf(taxLedger, year);
    const form = await this.reports.formOf(taxLedger, year, computeCaller(context), { shows: undefined });
    const schedule = scheduleD(form, factsOf(query, this.taxLedgers.rulesOf(taxLedger)));
    const data: ScheduleDResponse = {
      address: address.given,
      tax_year: year,
      form: 'Schedule D (Form 1040)',
      lines: schedule.rows.map(toScheduleDLine),
      carryover: schedule.carryover && toCarryover(year, schedule.carryover),
      digital_asset_question: toQuestion(digitalAssetQuestion(taxLedger.ledger, scope)),
      status: isIncompleteForm(form) ? 'INCOMPLETE' : 'COMPLETE',
      law_status: isPreliminary(year, this.taxLedgers.currentYearOf(taxLedger)) ? 'PRELIMINARY' : 'FINAL',
      notes: SCHEDULE_D_NOTES,
      assumptions: this.taxLedgers.assumptionsOf(taxLedger),
    };
    return reply(data, { meta: toSyncStatus(taxLedger.history.syncStatus) });
  }

  async givenAway(address: Address, query: FilingQuery, context: RequestContext) {
    const taxLedger = await this.taxLedgers.open(address, query.owned_wallets, context);
    const { ledger, history, tokenKeys } = taxLedger;
    const { tax_year: year } = query;
    const scope = this.scopeOf(taxLedger, year);
    const rows = givenAway(ledger, history.valued.entries ?? [], tokenKeys, scope);
    const data: GivenAwayResponse = {
      address: address.given,
      tax_year: year,
      rows: rows.map((row) => toGivenAwayRow(row, scope.timezone)),
      gifts_by_recipient: giftTotals(rows, year).map(toGiftTotal),
      annual_exclusion: formatMoney(annualExclusion(year)),
      appraisal_needed: appraisalsNeeded(rows),
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

/** The query wins over the filing status among the settings. */
const factsOf = (query: ScheduleDQuery, { filingStatus }: Pick<TaxRules, 'filingStatus'>): ReturnFacts => ({
  shortTermCarryover: centsOf(query.short_term_carryover) ?? 0n,
  longTermCarryover: centsOf(query.long_term_carryover) ?? 0n,
  isMarriedFilingSeparately: query.married_filing_separately ?? filingStatus === 'married_filing_separately',
  taxableIncome: centsOf(query.taxable_income),
});

const centsOf = (usd: Decimal | undefined): Cents | null =>
  usd === undefined ? null : toCents(money(usd), 'cents');

/** @source tax-rules 14.10 */
const isPreliminary = (year: number, currentYear: number): boolean =>
  year >= currentYear || year > Number(LAW_AS_OF.slice(0, 4));
