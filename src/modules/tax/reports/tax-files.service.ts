import { Injectable } from '@nestjs/common';
import type { Form8949, Schedule1 } from '../../../domain/forms';
import type { Address } from '../../../domain/kernel/address';
import { yearStem, type Download } from '../../../http/response/download';
import {
  FILE_KINDS,
  fileOf,
  FORM_8949_FORMATS,
  form8949File,
  rowsOfSchedule,
  type FileKind,
  type Form8949Format,
} from '../../../http/response/form-8949.file';
import { assumptionStatements } from '../../../presenters/filing/assumption-statements';
import { toSyncStatus } from '../../../presenters/sync-status.presenter';
import { reply } from '../../../http/reply';
import { computeCaller } from '../../../http/compute-order';
import type { RequestContext } from '../../../http/request-context';
import { Clock } from '../../../ports/clock';
import { FormPrinter } from '../../../ports/form-printer';
import { Compute, type ComputeCaller } from '../../../ports/work/compute';
import { toExportSummary, toSchedule1Summary } from './forms.presenter';
import { scheduleText } from './schedule-file';
import { TaxLedgerService, type TaxLedger } from '../tax-ledger.service';
import { TaxReportsService } from './tax-reports.service';
import type { ExportYearQuery, Form8949ExportQuery, Schedule1ExportQuery, Schedule1Format } from '../tax.dto';

const SCHEDULE_FILES = FILE_KINDS satisfies Record<Schedule1Format, FileKind>;

/** Tax forms as files. */
@Injectable()
export class TaxFilesService {
  constructor(
    private readonly taxLedgers: TaxLedgerService,
    private readonly reports: TaxReportsService,
    private readonly printer: FormPrinter,
    private readonly compute: Compute,
    private readonly clock: Clock,
  ) {}

  async form8949(address: Address, query: Form8949ExportQuery, context: RequestContext): Promise<Download> {
    const taxLedger = await this.taxLedgers.openFinal(address, query, context);
    const form = await this.formOf(taxLedger, query, computeCaller(context));
    return form8949File(form, query.format, {
      facts: this.reports.factsOf(address, taxLedger),
      syncStatus: taxLedger.history.syncStatus,
      madeAt: this.clock.now(),
      printer: this.printer,
      compute: this.compute,
      caller: computeCaller(context),
    });
  }

  async schedule1(address: Address, query: Schedule1ExportQuery, context: RequestContext): Promise<Download> {
    const taxLedger = await this.taxLedgers.openFinal(address, query, context);
    const schedule = this.reports.scheduleOf(taxLedger);
    const content = await this.scheduleContent(
      schedule,
      query.format,
      address,
      taxLedger,
      computeCaller(context),
    );
    const kind = SCHEDULE_FILES[query.format];
    return fileOf(
      yearStem('schedule-1', address.given, schedule.year),
      kind,
      content,
      rowsOfSchedule(schedule),
      taxLedger.history.syncStatus,
    );
  }

  /** The same files without a choice of format; the year defaults to this one. */
  form8949As(
    format: Form8949Format,
    address: Address,
    query: ExportYearQuery,
    context: RequestContext,
  ): Promise<Download> {
    return this.form8949(
      address,
      {
        ...this.withYear(query),
        format,
        rounding: 'cents',
        gather_small_fees: false,
        unconnected_brokers: false,
      },
      context,
    );
  }

  schedule1Csv(address: Address, query: ExportYearQuery, context: RequestContext): Promise<Download> {
    return this.schedule1(address, { ...this.withYear(query), format: 'csv' }, context);
  }

  /** What the files of a year would hold; in cents, as they do. */
  async exportSummary(address: Address, query: ExportYearQuery, context: RequestContext) {
    const taxLedger = await this.taxLedgers.open(address, this.withYear(query), context);
    const form = await this.formOf(taxLedger, {}, computeCaller(context));
    const { year, reader } = taxLedger;
    const summary = await reader.taxSummary(year);
    const years = await reader.reportYears();
    const assumptions = this.taxLedgers.assumptionsOf(taxLedger);
    const data = toExportSummary(address.given, form, summary, {
      years,
      formats: FORM_8949_FORMATS,
      assumptions,
    });
    return reply(data, { meta: toSyncStatus(taxLedger.history.syncStatus) });
  }

  async schedule1Summary(address: Address, query: ExportYearQuery, context: RequestContext) {
    const taxLedger = await this.taxLedgers.open(address, this.withYear(query), context);
    const schedule = this.reports.scheduleOf(taxLedger);
    const data = toSchedule1Summary(schedule, this.reports.factsOf(address, taxLedger));
    return reply(data, { meta: toSyncStatus(taxLedger.history.syncStatus) });
  }

  private withYear({ tax_year: year, ...query }: ExportYearQuery) {
    return { ...query, tax_year: year ?? this.taxLedgers.currentYear };
  }

  private formOf(
    taxLedger: TaxLedger,
    options: Partial<Omit<Form8949ExportQuery, 'tax_year' | 'owned_wallets'>>,
    compute: ComputeCaller,
  ): Promise<Form8949> {
    return this.reports.formOf(taxLedger, compute, {
      rounding: options.rounding,
      gatherSmallFees: options.gather_small_fees === true && options.format !== 'json',
      unconnected: options.unconnected_brokers,
    });
  }

  private async scheduleContent(
    schedule: Schedule1,
    format: Schedule1Format,
    address: Address,
    taxLedger: TaxLedger,
    caller: ComputeCaller,
  ): Promise<Uint8Array> {
    const { syncStatus } = taxLedger.history;
    const making = { compute: this.compute, caller };
    switch (format) {
      case 'csv':
        return scheduleText(schedule, { name: 'csv' }, making);
      case 'pdf':
        return this.printer.print(
          {
            schedule1: schedule,
            statements: assumptionStatements(this.taxLedgers.assumptionsOf(taxLedger)),
          },
          this.clock.now(),
          caller,
        );
      case 'json': {
        const { window, ...facts } = this.reports.factsOf(address, taxLedger);
        const { limit, total } = window;
        const { tokenKeys } = taxLedger;
        const json = {
          name: format,
          facts: { ...facts, window: { limit, total }, tokenKeys },
          notes: toSyncStatus(syncStatus),
        };
        return scheduleText(schedule, json, making);
      }
    }
  }
}
