import { Injectable } from '@nestjs/common';
import { task as storedFile } from '../../../common/files/stored-file.task';
import { task as zipTask, type ZipEntry } from '../../../common/files/zip.task';
import { JsonText } from '../../../common/json-text';
import { packForm } from '../../../common/packed-form';
import { packInTurns } from '../../../common/row-batches';
import { Config } from '../../../config/env';
import { transactionCap } from '../../../domain/access/plan-window';
import { userOf } from '../../../domain/access/principal';
import type { OwnSale } from '../../../domain/broker';
import { ENGINE_VERSION } from '../../../domain/engine';
import type { OwnLot, SaleFacts } from '../../../domain/evidence';
import type { UserJob } from '../../../domain/jobs/user-job';
import { parseAddress } from '../../../domain/kernel/address';
import { AppError } from '../../../domain/kernel/errors';
import type { RequestContext } from '../../../http/request-context';
import { unhurriedBudget } from '../../../pipeline/budget';
import { JobStarter } from '../../../pipeline/jobs/job-starter.service';
import { Clock } from '../../../ports/clock';
import { FormPrinter } from '../../../ports/form-printer';
import { LinkedWallets } from '../../../ports/storage/linked-wallets';
import type { StoredTransaction } from '../../../ports/storage/ledgers/ledgers';
import { Compute, type ComputeCaller } from '../../../ports/work/compute';
import type { JobContext, JobPayloads } from '../../../ports/work/jobs';
import type { BrokerForm } from '../broker-form';
import { toBrokerForm, toBrokerRow } from '../broker-forms.presenter';
import { BrokerFormsService } from '../broker-forms.service';
import { OwnRecords, type AccountLedger } from '../own-records.service';
import { nameOf } from '../stored-accepted-forms';
import { pageName } from './evidence.presenter';
import { task as evidenceTask, type WrittenEvidence } from './evidence.task';
import { digestOf, fileOf, INPUTS, MANIFEST, type Manifest } from './manifest';
import { FiledFormService } from './filed-form.service';
import { SaleFactsService } from './sale-facts.service';

/** Rows of a form and own sales of its account in one pack: each has a page. */
const MOST_ROWS = 5_000;
/** Keys that an error names. */
const MOST_NAMED = 20;

type Sources = Pick<EvidenceFacts, 'transactions'>;
interface EvidenceFacts {
  facts: readonly [string, SaleFacts][];
  lots: readonly OwnLot[];
  transactions: readonly StoredTransaction[];
}

/** An accepted Form 1099-DA -> a ZIP with a letter, a page for each row, and the sources. */
@Injectable()
export class EvidenceService {
  constructor(
    private readonly forms: BrokerFormsService,
    private readonly records: OwnRecords,
    private readonly filed: FiledFormService,
    private readonly saleFacts: SaleFactsService,
    private readonly linked: LinkedWallets,
    private readonly starter: JobStarter,
    private readonly printer: FormPrinter,
    private readonly compute: Compute,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** @throws AppError RESOURCE_NOT_FOUND; CONFLICT for a form that is not accepted; FORBIDDEN beyond the limit */
  async start({ principal }: RequestContext, formId: string): Promise<UserJob> {
    const { userId } = userOf(principal);
    const form = await this.forms.find(userId, formId);
    refuseOpen(form);
    if (form.rows.length + form.ownSales.length > MOST_ROWS) throw tooLarge();
    const owned = (await this.linked.ownedBy(principal)).map(({ given }) => given);
    const cap = transactionCap(principal);
    return this.starter.start('evidence_pack', `${formId}|${cap}`, null, principal, {
      payload: { userId, formId, owned, cap },
      params: { form_id: formId, tax_year: form.taxYear },
    });
  }

  /**
   * The work of the job. The same form and records give the same bytes.
   * @throws AppError as `start`; CONFLICT when the rows stand otherwise on Form 8949 as it was filed
   */
  async make(
    { userId, formId, owned, cap }: JobPayloads['evidence_pack'],
    context: JobContext,
  ): Promise<JsonText> {
    const { signal, owner, jobId } = context;
    const caller: ComputeCaller = { caller: { kind: 'background', id: owner ?? jobId }, signal };
    const form = await this.forms.find(userId, formId);
    const acceptedAt = refuseOpen(form);
    const { taxYear: year } = form;
    await context.progress(5, 'computing');
    const forms = [form, ...(await this.forms.acceptedBeside(userId, form))];
    const budget = unhurriedBudget(signal, this.clock.now(), owner);
    const reading = { userId, cap, budget, owned: () => Promise.resolve(owned.map(parseAddress)) };
    const { sales, accounts } = await this.records.sales(reading, forms, year);
    if (form.rows.length + sales.length > MOST_ROWS) throw tooLarge();
    const [account] = accounts;
    const filed =
      account === undefined
        ? await this.filed.ofBroker(form, userId, this.config.REPORT_TIMEZONE)
        : await this.filed.ofAccount(form, account, userId, caller);
    if (filed === null) throw notAsFiled([]);
    const known = await this.factsOf(account, sales, signal);
    await context.progress(40, 'computing');
    const rows = forms.flatMap((each) => each.rows);
    const written = await this.compute.run(
      evidenceTask,
      {
        letter: { year, broker: form.broker, formId, account: nameOf(form) },
        rowsOfForm: form.rows.length,
        rows: await packInTurns(rows, signal),
        sales: await packInTurns(sales, signal),
        facts: await packInTurns(known.facts, signal),
        lots: await packInTurns(known.lots, signal),
        filed: await packForm({ form: 'form_8949', content: filed }, signal),
      },
      { ...caller, size: rows.length + sales.length },
    );
    if (written.notAsFiled.length > 0) throw notAsFiled(written.notAsFiled);
    await context.progress(50, 'computing');
    const entries = await this.entriesOf(form, written, known, acceptedAt, caller);
    return this.archived(form, entries, acceptedAt, { jobId, caller });
  }

  private async factsOf(
    account: AccountLedger | undefined,
    sales: readonly OwnSale[],
    signal: AbortSignal,
  ): Promise<EvidenceFacts> {
    if (account === undefined) return { facts: [], lots: [], transactions: [] };
    const { facts, lots, transactions } = await this.saleFacts.of(account, sales, signal);
    return { facts: [...facts], lots, transactions };
  }

  private async entriesOf(
    form: BrokerForm,
    { letter, pages, csv, json, inputs }: WrittenEvidence,
    sources: Sources,
    madeAt: number,
    caller: ComputeCaller,
  ): Promise<ZipEntry[]> {
    const title = (about: string): string => `${about}, tax year ${form.taxYear}`;
    const [printed, ...rowPages] = await this.printer.printLetters(
      [
        { title: title('Statement on Form 1099-DA'), lines: letter },
        ...pages.map((lines, i) => ({ title: title(`Row ${i + 1} of Form 1099-DA`), lines })),
      ],
      madeAt,
      caller,
    );
    return [
      { name: 'letter.pdf', content: printed ?? new Uint8Array() },
      { name: 'letter.txt', content: utf8(`${letter.join('\n').replaceAll('\u00a0', '')}\n`) },
      { name: 'rows.csv', content: utf8(csv) },
      { name: 'rows.json', content: utf8(`${json}\n`) },
      ...rowPages.map((content, i) => ({ name: pageName(i), content })),
      ...sourcesOf(form, sources),
      { name: INPUTS, content: utf8(`${inputs}\n`) },
    ];
  }

  private async archived(
    form: BrokerForm,
    entries: readonly ZipEntry[],
    at: number,
    { jobId, caller }: { jobId: string; caller: ComputeCaller },
  ): Promise<JsonText> {
    const files = entries.map(fileOf);
    const digest = digestOf(files);
    const manifest: Manifest = {
      form_id: form.id,
      tax_year: form.taxYear,
      engine_version: ENGINE_VERSION,
      digest,
      files,
    };
    const all = [...entries, { name: MANIFEST, content: utf8(`${JSON.stringify(manifest, null, 2)}\n`) }];
    const size = all.reduce((sum, { content }) => sum + content.length, 0);
    const content = await this.compute.run(zipTask, { entries: all, at }, { ...caller, size });
    const stored = await this.compute.run(
      storedFile,
      {
        facts: { report_id: jobId, input_hash: digest, engine_version: ENGINE_VERSION },
        file: { name: `evidence-${form.taxYear}-${form.id}.zip`, type: 'application/zip', content },
        headers: {},
      },
      { ...caller, size: content.length },
    );
    return new JsonText(stored);
  }
}

/** What the evidence rests on, as it is stored. */
function sourcesOf(form: BrokerForm, { transactions }: Sources): ZipEntry[] {
  const entry = (name: string, value: unknown): ZipEntry => ({
    name: `sources/${name}.json`,
    content: utf8(`${JSON.stringify(value, plain, 2)}\n`),
  });
  const sorted = [...transactions].sort((a, b) => (a.id < b.id ? -1 : 1));
  return [
    entry('form-1099-da', { ...toBrokerForm(form), rows: form.rows.map(toBrokerRow) }),
    ...(form.ownSales.length === 0 ? [] : [entry('own-sales', form.ownSales)]),
    ...(sorted.length === 0 ? [] : [entry('transactions', sorted)]),
  ];
}

/** Keys in one order, because records of a ledger come from tables or from memory. */
const plain = (_key: string, value: unknown): unknown => {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
};

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** @returns when it was accepted, ms UTC */
function refuseOpen({ appliedAt, supersededAt }: BrokerForm): number {
  if (appliedAt !== null && supersededAt === null) return appliedAt.getTime();
  throw new AppError('CONFLICT', { resource: 'broker_form', reason: 'not_accepted' });
}

const tooLarge = (): AppError => new AppError('FORBIDDEN', { resource: 'evidence', limit_rows: MOST_ROWS });

const notAsFiled = (keys: readonly string[]): AppError =>
  new AppError('CONFLICT', {
    resource: 'broker_form',
    reason: 'not_as_filed',
    rows: keys.slice(0, MOST_NAMED),
  });
