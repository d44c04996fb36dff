import { Injectable } from '@nestjs/common';
import { userOf } from '../../domain/access/principal';
import {
  comparingRows,
  EXCHANGE_NAMES,
  EXPORTS,
  isExchangeName,
  isSameAccount,
  kindOfExchange,
  type DateOrder,
  type ExchangeName,
  type StoredExchangeRow,
} from '../../domain/exchanges';
import { inTurns } from '../../common/turns';
import { tryParseAddress } from '../../domain/kernel/address';
import { AppError } from '../../domain/kernel/errors';
import { accountCap, accountsFull } from '../../domain/plans/account-limit';
import type { UploadedFile } from '../../http/body/multipart';
import { computeCaller } from '../../http/compute-order';
import type { RequestContext } from '../../http/request-context';
import { Clock } from '../../ports/clock';
import { ExchangeAccounts, type AccountWithRows } from '../../ports/exchanges/exchange-accounts';
import type { ImportedRows, Storer } from '../../ports/storage/overlays';
import { ExchangeFiles, type ExchangeFileReading } from '../../ports/exchanges/exchange-files';
import { UnreadableFile } from '../../ports/upstream/history-files';
import type { ComputeCaller } from '../../ports/work/compute';
import type { ExchangeImportRequest } from './imports.dto';
import { toImportResult, unknownOperations } from './imports.presenter';
import type { ExchangeImportResultResponse } from './imports.shapes.dto';

interface Stored {
  /** Null for a dry run. */
  accountId: string | null;
  counts: ImportedRows;
}

/** Rows of an account that are compared with a file: enough to tell accounts apart. */
const MOST_COMPARED = 20_000;

/** `file`: place among the sent files, from 1. */
type FileReading = ExchangeFileReading & { file: number };

/** The generic layout serves every exchange. */
const ANY: ExchangeName = 'other';

@Injectable()
export class ExchangeImportsService {
  constructor(
    private readonly files: ExchangeFiles,
    private readonly accounts: ExchangeAccounts,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws AppError RESOURCE_NOT_FOUND for an unknown account; EXCHANGE_NOT_SUPPORTED; VALIDATION_ERROR for a file
   * that is unreadable or of another exchange; CONFLICT for rows that another account has; FORBIDDEN beyond the rows
   * of the plan
   */
  async import(
    { file, account_id: id, exchange, label, dry_run: isDryRun, date_order: order }: ExchangeImportRequest,
    context: RequestContext,
  ): Promise<ExchangeImportResultResponse> {
    const user = userOf(context.principal);
    const given = id === undefined ? null : await this.existing(user.userId, id);
    const expected = given?.exchange ?? (exchange === undefined ? null : named(exchange));
    const caller = computeCaller(context);
    const readings: FileReading[] = [];
    for (const [index, one] of file.entries())
      readings.push(...(await this.read(one, order, expected, index, caller)));
    const target = given ?? { exchange: expected ?? exchangeOf(readings) };
    const rows = readings.flatMap((reading) => reading.rows);
    const known = await this.accountOf(user.userId, target, rows);
    const { accountId, counts } =
      known !== null || isDryRun
        ? await this.added(user, known, rows, isDryRun)
        : await this.made(user, target.exchange, label, rows);
    const times = rows.map(({ at }) => at);
    return {
      ...toImportResult(this.clock.newId(), isDryRun, readings, counts, times),
      account_id: accountId,
      unknown_operations: unknownOperations(readings),
    };
  }

  /** The named account, else the one that has the rows. @throws AppError CONFLICT when another account has them */
  private async accountOf(
    userId: string,
    target: { id?: string; exchange: ExchangeName },
    rows: readonly StoredExchangeRow[],
  ): Promise<string | null> {
    const holder = await this.holder(userId, target, rows);
    if (holder === null) return target.id ?? null;
    if (target.id === undefined && holder.isConnected) return holder.id;
    throw heldBy(holder);
  }

  private async holder(
    userId: string,
    { id: own, exchange }: { id?: string; exchange: ExchangeName },
    rows: readonly StoredExchangeRow[],
  ): Promise<AccountWithRows | null> {
    const time = rows.reduce(
      ({ first, last }, { at }) => ({ first: Math.min(first, at), last: Math.max(last, at) }),
      { first: Infinity, last: -Infinity },
    );
    for (const account of await this.accounts.withRows(userId, exchange)) {
      if (account.id === own || account.time.last < time.first || account.time.first > time.last) continue;
      const held = await this.accounts.rowsBetween(userId, account.id, time, MOST_COMPARED);
      const isCut = held.length === MOST_COMPARED;
      const common = await inTurns(comparingRows(rows, held, account.time, isCut));
      if (isSameAccount(common)) return account;
    }
    return null;
  }

  private async existing(userId: string, id: string): Promise<{ id: string; exchange: ExchangeName }> {
    const isId = tryParseAddress(id)?.family === 'exchange';
    const account = isId ? await this.accounts.find(userId, id.toLowerCase()) : null;
    if (!account) throw new AppError('RESOURCE_NOT_FOUND', { resource: 'exchange_account' });
    return account;
  }

  private async added(
    storer: Storer,
    accountId: string | null,
    rows: readonly StoredExchangeRow[],
    isDryRun: boolean,
  ): Promise<Stored> {
    const now = new Date(this.clock.now());
    return { accountId, counts: await this.accounts.addRows(storer, accountId, rows, isDryRun, now) };
  }

  private async made(
    storer: Storer,
    exchange: ExchangeName,
    label: string,
    rows: readonly StoredExchangeRow[],
  ): Promise<Stored> {
    const { userId, plan } = storer;
    const values = { userId, exchange, label, kind: kindOfExchange(exchange) };
    const now = new Date(this.clock.now());
    const made = await this.accounts.addWithRows(values, accountCap(plan), storer, rows, now);
    if ('full' in made) throw accountsFull(plan, made.full);
    if ('held' in made) return this.added(storer, made.held, rows, false);
    return { accountId: made.account.id, counts: made.counts };
  }

  private async read(
    file: UploadedFile,
    order: DateOrder | undefined,
    exchange: ExchangeName | null,
    index: number,
    caller: ComputeCaller,
  ): Promise<FileReading[]> {
    const field = `file.${index}`;
    const read = await this.files
      .read({ ...file, order }, this.clock.now(), caller)
      .catch((error: unknown) => {
        throw error instanceof UnreadableFile ? invalid(field, error.message) : error;
      });
    if ('columns' in read)
      throw invalid(
        field,
        `The columns are those of no known export. ${exchange === null ? 'Name the exchange, or send' : `Send one of these: ${EXPORTS[exchange]}; or`} ${EXPORTS[ANY]}`,
        { columns: read.columns, exports: EXPORTS },
      );
    const other = read.find((one) => one.exchange !== exchange && one.exchange !== ANY);
    if (other && exchange !== null)
      throw invalid(
        field,
        `The file is an export of ${other.exchange}, and the account is one of ${exchange}`,
      );
    return read.map((reading) => ({ ...reading, file: index + 1 }));
  }
}

/** The exchange that the layouts of the files name. */
function exchangeOf(readings: readonly FileReading[]): ExchangeName {
  const found = [...new Set(readings.map(({ exchange }) => exchange))].filter((name) => name !== ANY);
  const [only] = found;
  if (only === undefined)
    throw invalid('exchange', 'The files name no exchange: name it, or an account in account_id');
  if (found.length > 1)
    throw invalid('file', `The files are exports of ${found.join(' and ')}: send those of one exchange`);
  return only;
}

function named(exchange: string): ExchangeName {
  if (isExchangeName(exchange)) return exchange;
  throw new AppError('EXCHANGE_NOT_SUPPORTED', { supported: EXCHANGE_NAMES }, { field: 'exchange' });
}

const heldBy = ({ id, label, isConnected }: AccountWithRows): AppError =>
  new AppError(
    'CONFLICT',
    { resource: 'exchange_account', account_id: id, connected: isConnected },
    {
      message: isConnected
        ? `The account ${label === '' ? id : `"${label}"`} has rows of this file. Import it there, with its account_id`
        : 'An account that was disconnected, and whose history was kept, has rows of this file. Delete it with keep_data=false before',
    },
  );

const invalid = (field: string, message: string, details?: Record<string, unknown>): AppError =>
  new AppError('VALIDATION_ERROR', details, { field, message: `${field}: ${message}` });
