import { Injectable } from '@nestjs/common';
import { userOf, type Principal } from '../../domain/access/principal';
import { ownerOf } from '../../domain/jobs/user-job';
import { parseAddress } from '../../domain/kernel/address';
import { AppError } from '../../domain/kernel/errors';
import { onePage } from '../../domain/kernel/page';
import { computeCaller } from '../../http/compute-order';
import type { RequestContext } from '../../http/request-context';
import { reply, type Reply } from '../../http/reply';
import { Taxpayers } from '../../pipeline/ledger/taxpayers.service';
import { Clock } from '../../ports/clock';
import { JobRecords } from '../../ports/storage/job-records';
import type { FilingResponse } from '../../presenters/filing/filing.shapes.dto';
import type { FiledYearsQuery, FileYearRequest, UnfreezeQuery } from './filed-years.dto';
import { FiledYearComparison } from './filed-year-comparison.service';
import { toFiledYear } from './filed-years.presenter';
import type { FiledYear } from './filed-year';
import { FiledYearsRepository } from './filed-years.repository';
import type { FiledYearResponse, UnfrozenYearResponse } from './filed-years.shapes.dto';

/** Each report keeps its bytes. Changes since are computed on read. */
@Injectable()
export class FiledYearsService {
  constructor(
    private readonly years: FiledYearsRepository,
    private readonly records: JobRecords,
    private readonly comparison: FiledYearComparison,
    private readonly taxpayers: Taxpayers,
    private readonly clock: Clock,
  ) {}

  async list(query: FiledYearsQuery, context: RequestContext): Promise<Reply<FiledYearResponse[]>> {
    const { userId } = userOf(context.principal);
    const filed = await this.years.list(userId, {
      year: query.tax_year,
      includeUnfrozen: query.include_unfrozen,
    });
    const shown: FiledYearResponse[] = [];
    for (const each of filed) shown.push(await this.compared(userId, each, context));
    return reply(shown, { pagination: onePage(shown) });
  }

  /**
   * @throws AppError RESOURCE_NOT_FOUND for a report that is not the caller's; JOB_NOT_READY; VALIDATION_ERROR for
   * another year or zone; CONFLICT when the year of the wallet is frozen already
   */
  async freeze(
    { tax_year: year, report_id: reportId }: FileYearRequest,
    context: RequestContext,
  ): Promise<FiledYearResponse> {
    const { principal } = context;
    const { userId } = userOf(principal);
    const filed = await this.filedReport(principal, reportId.toLowerCase(), year);
    if (!(await this.years.add(userId, filed)))
      throw new AppError('CONFLICT', { resource: 'filed_year', tax_year: year, address: filed.given });
    return this.compared(userId, filed, context);
  }

  /** @throws AppError RESOURCE_NOT_FOUND when nothing of the year is frozen */
  async unfreeze(principal: Principal, year: number, query: UnfreezeQuery): Promise<UnfrozenYearResponse> {
    const { userId } = userOf(principal);
    const at = new Date(this.clock.now());
    const reports = await this.years.unfreeze(userId, year, query.address?.value ?? null, at);
    if (reports.length === 0) throw new AppError('RESOURCE_NOT_FOUND', { resource: 'filed_year' });
    return { unfrozen: true, tax_year: year, report_ids: reports };
  }

  private async filedReport(principal: Principal, reportId: string, year: number): Promise<FiledYear> {
    const owner = ownerOf(principal);
    const job = owner === null || !UUID.test(reportId) ? null : await this.records.get(owner, reportId);
    if (owner === null || job?.type !== 'tax_report' || job.given === null)
      throw new AppError('RESOURCE_NOT_FOUND', { resource: 'report' });
    if (job.status !== 'completed') throw new AppError('JOB_NOT_READY', { resource: 'report' });
    if (job.params['tax_year'] !== year) throw invalid('tax_year', 'The report is of another year');
    if (job.params['method'] !== undefined)
      throw invalid('report_id', 'The report is a comparison with another method: it is not for filing');
    const { timezone } = job.params;
    // Changes are computed in the zone of the settings.
    if (timezone !== undefined && timezone !== (await this.taxpayers.rulesOf(principal)).timezone)
      throw invalid(
        'report_id',
        'The report has another time zone than tax-settings: set the zone there first',
      );
    const report = await this.records.result(owner, reportId);
    if (!isReport(report)) throw invalid('report_id', 'The report has no stored figures: generate it again');
    return {
      id: this.clock.newId(),
      taxYear: year,
      address: parseAddress(job.given).value,
      given: job.given,
      ownedWallets: (job.params['owned_wallets'] ?? []) as string[],
      reportId,
      inputHash: report.input_hash,
      filing: report.filing,
      frozenAt: new Date(this.clock.now()),
      unfrozenAt: null,
    };
  }

  private async compared(
    userId: string,
    filed: FiledYear,
    context: RequestContext,
  ): Promise<FiledYearResponse> {
    const changes = await this.comparison.changes(userId, filed, computeCaller(context));
    if (changes === 'not_checked') return toFiledYear(filed, { status: changes, changes: null });
    return toFiledYear(filed, { status: changes === null ? 'unchanged' : 'changed', changes });
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Fields of every generated report, as JSON or as a file. */
const isReport = (result: unknown): result is { input_hash: string; filing: FilingResponse } =>
  typeof result === 'object' && result !== null && 'filing' in result && 'input_hash' in result;

const invalid = (field: string, message: string): AppError =>
  new AppError('VALIDATION_ERROR', undefined, { field, message });
