import { Injectable } from '@nestjs/common';
import { packInTurns, unpackInTurns } from '../../common/row-batches';
import { userOf, type Principal } from '../../domain/access/principal';
import type { BrokerRow } from '../../domain/broker';
import { AppError } from '../../domain/kernel/errors';
import { computeOrder } from '../../http/compute-order';
import type { RequestContext } from '../../http/request-context';
import { reply, type Reply } from '../../http/reply';
import { Compute } from '../../ports/work/compute';
import { Clock } from '../../ports/clock';
import { task as fileTask } from './broker-file.task';
import type { BrokerFormRequest, BrokerFormsQuery, OwnSalesRequest } from './broker-forms.dto';
import { toBrokerForm, toBrokerRow } from './broker-forms.presenter';
import type { BrokerForm } from './broker-form';
import { BrokerFormsRepository } from './broker-forms.repository';
import type {
  AppliedFormResponse,
  AppliedRowResponse,
  BrokerFormDeletedResponse,
  BrokerFormDetailResponse,
  BrokerFormResponse,
  BrokerReconciliationResponse,
} from './broker-forms.shapes.dto';
import { brokerRowOf, ownSaleOf } from './broker-rows';
import { task as appliedTask } from './applied-forms.task';
import { OwnRecords } from './own-records.service';
import { task as reconciledTask } from './reconciled-forms.task';

/** Forms of one user, and rows and own sales of one year: a comparison reads them together. */
const LIMITS = { forms: 200, rowsOfYear: 50_000 };

/** Forms 1099-DA: what a broker reported, beside the user's own record of the account. */
@Injectable()
export class BrokerFormsService {
  constructor(
    private readonly forms: BrokerFormsRepository,
    private readonly records: OwnRecords,
    private readonly compute: Compute,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError VALIDATION_ERROR; CONFLICT for a corrected form; FORBIDDEN with details.limit beyond the last */
  async add(context: RequestContext, body: BrokerFormRequest): Promise<BrokerFormDetailResponse> {
    const { userId } = userOf(context.principal);
    const form: BrokerForm = {
      id: this.clock.newId(),
      taxYear: body.tax_year,
      accountId: body.account_id ?? null,
      broker: body.broker,
      ...(await this.contentOf(context, body)),
      ownSales: (body.own_sales ?? []).map(ownSaleOf),
      corrects: body.corrects?.toLowerCase() ?? null,
      createdAt: new Date(this.clock.now()),
      supersededAt: null,
      appliedAt: null,
    };
    if (form.corrects !== null) await this.find(userId, form.corrects);
    const added = await this.forms.add(userId, form, LIMITS);
    if (added === 'full') throw full();
    if (!added) throw new AppError('CONFLICT', { resource: 'broker_form' });
    return detailOf(form);
  }

  async list(principal: Principal, query: BrokerFormsQuery): Promise<Reply<BrokerFormResponse[]>> {
    const page = await this.forms.page(userOf(principal).userId, {
      year: query.tax_year,
      includeSuperseded: query.include_superseded,
      page: query.page,
      perPage: query.per_page,
    });
    return reply(page.items.map(toBrokerForm), { pagination: page });
  }

  /** @throws AppError RESOURCE_NOT_FOUND */
  async get(principal: Principal, id: string): Promise<BrokerFormDetailResponse> {
    return detailOf(await this.find(userOf(principal).userId, id));
  }

  /** @throws AppError RESOURCE_NOT_FOUND */
  async remove(principal: Principal, id: string): Promise<BrokerFormDeletedResponse> {
    if (!(await this.forms.remove(userOf(principal).userId, id))) throw missing();
    return { deleted: true, form_id: id };
  }

  /** @throws AppError RESOURCE_NOT_FOUND also for a form that was corrected; FORBIDDEN beyond the limit */
  async setOwnSales(principal: Principal, id: string, body: OwnSalesRequest): Promise<BrokerFormResponse> {
    const { userId } = userOf(principal);
    const form = await this.find(userId, id);
    const changed = await this.forms.setOwnSales(userId, form, body.own_sales.map(ownSaleOf), LIMITS);
    if (changed === 'full') throw full();
    if (!changed) throw missing();
    return toBrokerForm(await this.find(userId, id));
  }

  /** All forms of a year together. A thread compares many rows. */
  async reconciliation(context: RequestContext, year: number): Promise<BrokerReconciliationResponse> {
    const forms = await this.forms.list(userOf(context.principal).userId, { year, includeSuperseded: false });
    const { size, ...input } = await this.compared(context, forms, year);
    const formIds = forms.map(({ id }) => id);
    return this.compute.run(reconciledTask, { ...input, formIds }, computeOrder(context, size));
  }

  /** @throws AppError RESOURCE_NOT_FOUND also for a form that was corrected */
  async apply(context: RequestContext, id: string, isPreview: boolean): Promise<AppliedFormResponse> {
    const { userId } = userOf(context.principal);
    const form = await this.find(userId, id);
    const at = isPreview ? null : new Date(this.clock.now());
    if (at !== null && !(await this.forms.setApplied(userId, id, at))) throw missing();
    const { size, ...input } = await this.compared(context, [form], form.taxYear);
    const { rows, totals } = await this.compute.run(appliedTask, input, computeOrder(context, size));
    return {
      form_id: id,
      applied_at: at?.toISOString() ?? null,
      rows: await unpackInTurns<AppliedRowResponse>(rows),
      ...totals,
    };
  }

  /** @throws AppError RESOURCE_NOT_FOUND also for a form that was corrected */
  async undo(principal: Principal, id: string): Promise<BrokerFormResponse> {
    const { userId } = userOf(principal);
    if (!(await this.forms.setApplied(userId, id, null))) throw missing();
    return toBrokerForm(await this.find(userId, id));
  }

  private async compared({ principal, signal }: RequestContext, forms: readonly BrokerForm[], year: number) {
    const rows = forms.flatMap((form) => form.rows);
    const sales = await this.records.sales(principal, forms, year);
    return {
      year,
      size: rows.length + sales.length,
      rows: await packInTurns(rows, signal),
      sales: await packInTurns(sales, signal),
    };
  }

  /**
   * A thread reads a large file.
   * @throws AppError VALIDATION_ERROR when neither or both are given, or the file cannot be read
   */
  private async contentOf(
    context: RequestContext,
    { file, rows }: BrokerFormRequest,
  ): Promise<Pick<BrokerForm, 'format' | 'rows'>> {
    const [only] = file ?? [];
    if ((only === undefined) === (rows === undefined))
      throw invalid('rows', 'Either rows or a file is required');
    if (rows !== undefined) return { format: 'rows', rows: rows.map(brokerRowOf) };
    const bytes = only?.bytes ?? new Uint8Array();
    const read = await this.compute.run(fileTask, { bytes }, computeOrder(context, bytes.length));
    if ('unreadable' in read) throw invalid('file', read.unreadable);
    return { format: read.format, rows: await unpackInTurns<BrokerRow>(read.rows) };
  }

  private async find(userId: string, id: string): Promise<BrokerForm> {
    const form = UUID.test(id) ? await this.forms.find(userId, id) : null;
    if (!form) throw missing();
    return form;
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const missing = (): AppError => new AppError('RESOURCE_NOT_FOUND', { resource: 'broker_form' });

const full = (): AppError =>
  new AppError('FORBIDDEN', {
    resource: 'broker_form',
    limit: LIMITS.forms,
    limit_rows: LIMITS.rowsOfYear,
  });

const detailOf = (form: BrokerForm): BrokerFormDetailResponse => ({
  ...toBrokerForm(form),
  rows: form.rows.map(toBrokerRow),
});

const invalid = (field: string, message: string): AppError =>
  new AppError('VALIDATION_ERROR', undefined, { field, message: `${field}: ${message}` });
