import { Injectable } from '@nestjs/common';
import {
  form8949,
  form8949Csv,
  form8949Txf,
  reportYears,
  rowsOf,
  schedule1,
  schedule1Csv,
  turboTaxCsv,
  type Form8949,
  type Rounding,
  type Schedule1,
} from '../../domain/forms';
import type { Address } from '../../domain/kernel/address';
import { Download, exportHeaders } from '../../http/download';
import { toFreshness } from '../../http/presenters/freshness.presenter';
import { reply, type Reply } from '../../http/reply';
import type { RequestContext } from '../../http/request-context';
import { WalletLedgerService } from '../../pipeline/wallet-ledger.service';
import { Clock } from '../../ports/clock';
import { FormPrinter } from '../../ports/form-printer';
import { toExportSummary, toForm8949, toSchedule1, toSchedule1Summary } from './forms.presenter';
import { TaxBooksService, type TaxBooks } from './tax-books.service';
import { TaxReportsService } from './tax-reports.service';
import { FORM_8949_FORMATS, type Form8949Format, type Schedule1Format } from './tax.dto';
import type { ExportYearQuery, Form8949ExportQuery, Schedule1ExportQuery } from './tax.dto';
import type { ExportSummaryBody, Schedule1SummaryBody } from './forms.shapes.dto';

/** Name under which files say who wrote them. */
export const PROGRAM = 'Cost Basis Service';

interface FileKind {
  extension: string;
  type: string;
}

const CSV: FileKind = { extension: 'csv', type: 'text/csv; charset=utf-8' };
const PDF: FileKind = { extension: 'pdf', type: 'application/pdf' };
const JSON_FILE: FileKind = { extension: 'json', type: 'application/json; charset=utf-8' };
const TXF: FileKind = { extension: 'txf', type: 'text/plain; charset=us-ascii' };

const FORM_FILES = {
  csv: CSV,
  turbotax: CSV,
  txf: TXF,
  pdf: PDF,
  json: JSON_FILE,
} as const satisfies Record<Form8949Format, FileKind>;
const SCHEDULE_FILES = { csv: CSV, pdf: PDF, json: JSON_FILE } as const satisfies Record<
  Schedule1Format,
  FileKind
>;

/** Tax forms as files. */
@Injectable()
export class TaxFilesService {
  constructor(
    private readonly books: TaxBooksService,
    private readonly reports: TaxReportsService,
    private readonly ledgers: WalletLedgerService,
    private readonly printer: FormPrinter,
    private readonly clock: Clock,
  ) {}

  async form8949(address: Address, query: Form8949ExportQuery, context: RequestContext): Promise<Download> {
    const books = await this.books.openFinal(address, query.owned_wallets, context);
    const form = this.formOf(books, query.tax_year, query);
    const content = await this.formContent(form, query.format, address, books);
    const facts = { count: form.rowCount, isLimited: form.isLimited };
    return fileOf(`form-8949-${form.year}`, FORM_FILES[query.format], content, facts, books);
  }

  async schedule1(address: Address, query: Schedule1ExportQuery, context: RequestContext): Promise<Download> {
    const books = await this.books.openFinal(address, query.owned_wallets, context);
    const schedule = schedule1(books.ledger, this.reports.scheduleRequest(books, query.tax_year));
    const content = await this.scheduleContent(schedule, query.format, address, books);
    const facts = { count: schedule.rows.length, isLimited: schedule.isLimited };
    return fileOf(`schedule-1-${schedule.year}`, SCHEDULE_FILES[query.format], content, facts, books);
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
      { ...this.withYear(query), format, rounding: 'cents', gather_small_fees: false },
      context,
    );
  }

  schedule1Csv(address: Address, query: ExportYearQuery, context: RequestContext): Promise<Download> {
    return this.schedule1(address, { ...this.withYear(query), format: 'csv' }, context);
  }

  /** What the files of a year would hold; in cents, as they do. */
  async exportSummary(
    address: Address,
    query: ExportYearQuery,
    context: RequestContext,
  ): Promise<Reply<ExportSummaryBody>> {
    const { tax_year: year, owned_wallets: owned } = this.withYear(query);
    const books = await this.books.open(address, owned, context);
    const form = this.formOf(books, year, {});
    const summary = this.ledgers.taxSummary(books, year);
    const years = reportYears(books.ledger, [books.subject.value], this.books.timezone);
    const data = toExportSummary(address.given, form, summary, { years, formats: FORM_8949_FORMATS });
    return reply(data, { meta: toFreshness(books.history.freshness) });
  }

  async schedule1Summary(
    address: Address,
    query: ExportYearQuery,
    context: RequestContext,
  ): Promise<Reply<Schedule1SummaryBody>> {
    const { tax_year: year, owned_wallets: owned } = this.withYear(query);
    const books = await this.books.open(address, owned, context);
    const schedule = schedule1(books.ledger, this.reports.scheduleRequest(books, year));
    const data = toSchedule1Summary(schedule, this.reports.factsOf(address, books));
    return reply(data, { meta: toFreshness(books.history.freshness) });
  }

  private withYear({ tax_year: year, owned_wallets }: ExportYearQuery) {
    return { tax_year: year ?? this.books.currentYear, owned_wallets };
  }

  private formOf(
    books: TaxBooks,
    year: number,
    options: { rounding?: Rounding; format?: Form8949Format; gather_small_fees?: boolean },
  ): Form8949 {
    return form8949(books.ledger, {
      ...this.reports.formRequest(books, year),
      rounding: options.rounding,
      gatherSmallFees: options.gather_small_fees === true && options.format !== 'json',
    });
  }

  private async formContent(
    form: Form8949,
    format: Form8949Format,
    address: Address,
    books: TaxBooks,
  ): Promise<string | Uint8Array> {
    const madeAt = this.clock.now();
    switch (format) {
      case 'csv':
        return form8949Csv(form);
      case 'turbotax':
        return turboTaxCsv(form);
      case 'txf':
        return form8949Txf(form, { program: PROGRAM, writtenAt: madeAt });
      case 'pdf':
        return this.printer.print({ form8949: form }, madeAt);
      case 'json':
        return JSON.stringify(toForm8949(form, rowsOf(form), this.reports.factsOf(address, books)));
    }
  }

  private async scheduleContent(
    schedule: Schedule1,
    format: Schedule1Format,
    address: Address,
    books: TaxBooks,
  ): Promise<string | Uint8Array> {
    switch (format) {
      case 'csv':
        return schedule1Csv(schedule);
      case 'pdf':
        return this.printer.print({ schedule1: schedule }, this.clock.now());
      case 'json': {
        const facts = { ...this.reports.factsOf(address, books), tokenKeys: books.tokenKeys };
        return JSON.stringify(toSchedule1(schedule, schedule.rows, facts));
      }
    }
  }
}

/**
 * A form that a plan has cut is truncated too: what is missing from it is missing.
 * @source api.md 1.2
 */
function fileOf(
  name: string,
  { extension, type }: FileKind,
  content: string | Uint8Array,
  { count, isLimited }: { count: number; isLimited: boolean },
  { history }: TaxBooks,
): Download {
  const { truncated, incomplete, unavailable } = history.freshness;
  const isTruncated = isLimited || truncated || incomplete || unavailable.length > 0;
  const headers = exportHeaders({ count, isTruncated, isLimited });
  return new Download([content], { name: `${name}.${extension}`, type }, headers);
}
