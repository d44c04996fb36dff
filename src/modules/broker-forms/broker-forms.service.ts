import { accountOf, tryParseAddress } from '../../domain/kernel/address';
import { Injectable } from '@nestjs/common';
import { packInTurns, unpackInTurns } from '../../common/row-batches';
import { jointLimit, transactionCap, type PlanWindow } from '../../domain/access/plan-window';
import { userOf, type Principal } from '../../domain/access/principal';
import { Config } from '../../config/env';
import type { BrokerRow, OwnSale } from '../../domain/broker';
import { AppError } from '../../domain/kernel/errors';
import { checkedBody, validOutput, type BodySettings } from '../../http/body/body-in-thread';
import { computeOrder } from '../../http/compute-order';
import type { RequestContext } from '../../http/request-context';
import { reply, type Reply } from '../../http/reply';
import { toLimit } from '../../presenters/sync-status.presenter';
import { Compute } from '../../ports/work/compute';
import { Clock } from '../../ports/clock';
import { BrokerFormRequest, type BrokerFormsQuery, type OwnSalesRequest } from './broker-forms.dto';
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
import { task as appliedTask } from './applied-forms.task';
import { OwnRecords } from './own-records.service';
import { task as fileTask } from './reading/broker-file.task';
import { ownSaleOf } from './reading/broker-rows';
import { headOf, task as postedTask, type FormHead } from './reading/posted-form.task';
import { task as reconciledTask } from './reconciled-forms.task';
import { nameOf, walletOf } from './stored-accepted-forms';

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
    private readonly config: Config,
  ) {}

  /**
   * @param body JSON, which the caller gives away, or the parts of a form
   * @throws AppError VALIDATION_ERROR; RESOURCE_NOT_FOUND (portfolio, exchange account); CONFLICT for a corrected form; FORBIDDEN with
   *   details.limit beyond the last
   */
  async add(context: RequestContext, body: object | undefined): Promise<BrokerFormDetailResponse> {
    const { userId } = userOf(context.principal);
    const isJson = body === undefined || body instanceof Uint8Array;
    const { head, ...content } = isJson
      ? await this.posted(context, body ?? new Uint8Array())
      : await this.uploaded(context, body);
    checkYear(content.rows, head.tax_year);
    await this.checkAccount(userId, head.account_id);
    const form: BrokerForm = {
      id: this.clock.newId(),
      taxYear: head.tax_year,
      accountId: head.account_id ?? null,
      portfolioId: await this.portfolioOf(userId, head),
      broker: head.broker,
      ...content,
      corrects: head.corrects?.toLowerCase() ?? null,
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

  /** @throws AppError RESOURCE_NOT_FOUND; FORBIDDEN when the form that it corrected is beyond the limit of the year */
  async remove(principal: Principal, id: string): Promise<BrokerFormDeletedResponse> {
    const removed = await this.forms.remove(userOf(principal).userId, id, LIMITS);
    if (removed === 'full') throw full();
    if (!removed) throw missing();
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

  /** All forms of a year, those of one account together. A thread compares many rows. */
  async reconciliation(context: RequestContext, year: number): Promise<Reply<BrokerReconciliationResponse>> {
    const forms = await this.forms.list(userOf(context.principal).userId, { year, includeSuperseded: false });
    const byAccount = new Map<string, BrokerForm[]>();
    for (const form of forms)
      byAccount.set(accountNameOf(form), [...(byAccount.get(accountNameOf(form)) ?? []), form]);
    const accounts: Awaited<ReturnType<typeof this.compared>>[] = [];
    for (const of of byAccount.values()) accounts.push(await this.compared(context, of, year));
    const size = accounts.reduce((sum, account) => sum + account.size, 0);
    const formIds = forms.map(({ id }) => id);
    const windows = accounts.flatMap((account) => account.windows);
    const input = { accounts: accounts.map(({ rows, sales }) => ({ rows, sales })), year, formIds };
    const data = await this.compute.run(reconciledTask, input, computeOrder(context, size));
    return reply(data, { meta: limitOf(windows, context) });
  }

  /** @throws AppError RESOURCE_NOT_FOUND also for a form that was corrected */
  async apply(context: RequestContext, id: string, isPreview: boolean): Promise<Reply<AppliedFormResponse>> {
    const { userId } = userOf(context.principal);
    const form = await this.find(userId, id);
    const at = isPreview ? null : new Date(this.clock.now());
    if (at !== null && !(await this.forms.setApplied(userId, id, at))) throw missing();
    const forms = [form, ...(await this.acceptedBeside(userId, form))];
    const { size, windows, ...input } = await this.compared(context, forms, form.taxYear);
    const { rows, totals } = await this.compute.run(
      appliedTask,
      { ...input, year: form.taxYear, rowsOfForm: form.rows.length },
      computeOrder(context, size),
    );
    const data = {
      form_id: id,
      applied_at: at?.toISOString() ?? null,
      rows: await unpackInTurns<AppliedRowResponse>(rows),
      ...totals,
    };
    return reply(data, { meta: limitOf(windows, context) });
  }

  /** Other accepted forms of the account and year: a sale that one of them reports is no sale that none does. */
  async acceptedBeside(userId: string, form: BrokerForm): Promise<BrokerForm[]> {
    const forms = await this.forms.list(userId, { year: form.taxYear, includeSuperseded: false });
    return forms.filter(
      (other) =>
        other.id !== form.id && other.appliedAt !== null && accountNameOf(other) === accountNameOf(form),
    );
  }

  /** @throws AppError RESOURCE_NOT_FOUND also for a form that was corrected */
  async undo(principal: Principal, id: string): Promise<BrokerFormResponse> {
    const { userId } = userOf(principal);
    if (!(await this.forms.setApplied(userId, id, null))) throw missing();
    return toBrokerForm(await this.find(userId, id));
  }

  private async compared(context: RequestContext, forms: readonly BrokerForm[], year: number) {
    const rows = forms.flatMap((form) => form.rows);
    const { sales, windows } = await this.records.sales(this.records.readingOf(context), forms, year);
    const { signal } = context;
    return {
      size: rows.length + sales.length,
      windows,
      rows: await packInTurns(rows, signal),
      sales: await packInTurns(sales, signal),
    };
  }

  /** A thread reads many rows. @throws AppError VALIDATION_ERROR */
  private async posted(context: RequestContext, body: Uint8Array): Promise<NewForm> {
    const order = computeOrder(context, body.length);
    const read = validOutput(await this.compute.run(postedTask, { body, settings: this.settings() }, order));
    if (read.rows === null) throw notOneSource();
    return {
      head: read.head,
      format: 'rows',
      rows: await unpackInTurns<BrokerRow>(read.rows),
      ownSales: await unpackInTurns<OwnSale>(read.ownSales),
    };
  }

  /** A thread reads a large file. @throws AppError VALIDATION_ERROR also for a file that cannot be read */
  private async uploaded(context: RequestContext, body: object): Promise<NewForm> {
    const request = await checkedBody(body, BrokerFormRequest, this.settings());
    const [only] = request.file ?? [];
    if (only === undefined) throw notOneSource();
    const { bytes } = only;
    const read = await this.compute.run(fileTask, { bytes }, computeOrder(context, bytes.length));
    if ('unreadable' in read) throw invalid('file', read.unreadable);
    const rows = await unpackInTurns<BrokerRow>(read.rows);
    return { head: headOf(request), format: read.format, rows, ownSales: [] };
  }

  private settings(): BodySettings {
    return { now: this.clock.now(), timezone: this.config.REPORT_TIMEZONE };
  }

  /**
   * An account that is not in the service has any name.
   * @throws AppError RESOURCE_NOT_FOUND for an id of no own account
   */
  private async checkAccount(userId: string, accountId: string | undefined): Promise<void> {
    const account = accountOf(tryParseAddress(accountId ?? '')?.value ?? '');
    if (account !== null && !(await this.forms.hasAccount(userId, account)))
      throw new AppError('RESOURCE_NOT_FOUND', { resource: 'exchange_account' });
  }

  /** @throws AppError VALIDATION_ERROR for a connected account, RESOURCE_NOT_FOUND */
  private async portfolioOf(
    userId: string,
    { portfolio_id: given, account_id: accountId }: FormHead,
  ): Promise<string | null> {
    if (given === undefined) return null;
    if (walletOf(accountId ?? null) !== null)
      throw invalid('portfolio_id', 'A connected account belongs to the portfolios with its id');
    const id = given.toLowerCase();
    if (!UUID.test(id) || !(await this.forms.hasPortfolio(userId, id)))
      throw new AppError('RESOURCE_NOT_FOUND', { resource: 'portfolio' });
    return id;
  }

  /** @throws AppError RESOURCE_NOT_FOUND */
  async find(userId: string, id: string): Promise<BrokerForm> {
    const form = UUID.test(id) ? await this.forms.find(userId, id) : null;
    if (!form) throw missing();
    return form;
  }
}

const limitOf = (windows: readonly PlanWindow[], { principal }: RequestContext) =>
  toLimit(jointLimit(windows, transactionCap(principal)));

const accountNameOf = (form: BrokerForm): string => walletOf(form.accountId) ?? nameOf(form);

type NewForm = Pick<BrokerForm, 'format' | 'rows' | 'ownSales'> & { head: FormHead };

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

/**
 * The zone of a broker can put a sale into the year beside, by a day.
 * @throws AppError VALIDATION_ERROR naming the first row that is on the form of another year
 */
function checkYear(rows: readonly BrokerRow[], year: number): void {
  const [first, last] = [`${year - 1}-12-31`, `${year + 1}-01-01`];
  const at = rows.findIndex(({ box1e }) => box1e < first || box1e > last);
  const row = rows[at];
  if (row) throw invalid('tax_year', `row ${at + 1} was sold on ${row.box1e}, which is not in ${year}`);
}

const notOneSource = (): AppError => invalid('rows', 'Either rows or a file is required');

const invalid = (field: string, message: string): AppError =>
  new AppError('VALIDATION_ERROR', undefined, { field, message: `${field}: ${message}` });
