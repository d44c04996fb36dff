import { Injectable, Logger } from '@nestjs/common';
import { CredentialBox } from '../../../config/secrets/credential-box';
import { isOpenRow, type StoredExchangeRow } from '../../../domain/exchanges';
import { AppError } from '../../../domain/kernel/errors';
import { PlanLookup } from '../../../ports/access/plan-lookup';
import { Clock } from '../../../ports/clock';
import { ExchangeSyncs, type ListState, type SyncState } from '../../../ports/exchanges/exchange-syncs';
import {
  ExchangeApi,
  ExchangeApiError,
  type ExchangeConnection,
  type ExchangeCredentials,
  type ExchangeList,
  type ListMark,
} from '../../../ports/exchanges/exchange-api';
import type { JobContext, JobPayloads } from '../../../ports/work/jobs';
import { Snapshots } from '../../../pipeline/ledger/snapshots.service';
import { toAppError } from './exchange-faults';
import { SyncRules } from './sync-rules';

const BEGINNING: ListMark = { at: null, places: {} };
/** Progress when the lists are read; the rest is for storing the rows. */
const LISTS_PERCENT = 80;
const ROWS_PERCENT = 90;

export interface SyncReport {
  account_id: string;
  rows_added: number;
  rows_changed: number;
}

/**
 * Reads each list from some time before its mark. One transaction stores rows and marks at the end, so a process that
 * dies leaves nothing half, and the next run reads the same again. A row is stored under its id, so a repeated row
 * changes nothing.
 */
@Injectable()
export class ExchangeSyncService {
  private readonly log = new Logger('Exchanges');

  constructor(
    private readonly api: ExchangeApi,
    private readonly syncs: ExchangeSyncs,
    private readonly plans: PlanLookup,
    private readonly box: CredentialBox,
    private readonly clock: Clock,
    private readonly rules: SyncRules,
    private readonly snapshots: Snapshots,
  ) {}

  /**
   * Also computes the answers about the account where rows changed, so that the next request finds them.
   * @throws AppError RESOURCE_NOT_FOUND, EXCHANGE_AUTH_FAILED, DATA_PROVIDER_ERROR, FORBIDDEN
   */
  async run(payload: JobPayloads['exchange_sync'], context: JobContext): Promise<SyncReport> {
    const report = await this.read(payload, context);
    if (report.rows_added + report.rows_changed === 0) return report;
    await context.progress(ROWS_PERCENT, 'computing');
    try {
      await this.snapshots.afterSync(payload.userId, payload.accountId, context);
    } catch (error) {
      // The rows are stored. A request computes what is missing.
      this.log.debug(`No snapshot of account ${payload.accountId}: ${String(error)}`);
    }
    return report;
  }

  private async read(payload: JobPayloads['exchange_sync'], context: JobContext): Promise<SyncReport> {
    const { userId, accountId } = payload;
    const state = await this.syncs.state(userId, accountId);
    const stored = await this.syncs.credentials(userId, accountId);
    if (!state || !stored) throw missing();
    const credentials = JSON.parse(this.box.open(stored, userId, accountId)) as ExchangeCredentials;
    const connection = await this.api.open(stored.exchange, credentials, context.signal);
    const sync = new AccountSync(this, payload, state, context);
    try {
      return await sync.read(connection);
    } catch (error) {
      if (!(error instanceof ExchangeApiError)) throw error;
      this.log.warn(`Account ${accountId} at ${stored.exchange} was not read: ${error.fault}`);
      await this.failed(payload, { ...sync.lists }, error);
      throw toAppError(stored.exchange, error);
    } finally {
      await connection.close();
    }
  }

  /** @internal */
  get heldRows(): number {
    return this.rules.heldRows;
  }

  /** @internal @throws AppError RESOURCE_NOT_FOUND when the account was disconnected meanwhile */
  async save(
    { userId, accountId }: JobPayloads['exchange_sync'],
    rows: readonly StoredExchangeRow[],
    lists: Readonly<Record<string, ListState>>,
    ended: { balances: ReadonlyMap<string, string> } | null,
  ): Promise<{ added: number; changed: number }> {
    const now = this.clock.now();
    const plan = (await this.plans.of(userId))?.effective ?? 'free';
    const result = {
      rows,
      lists,
      balances: ended && Object.fromEntries(ended.balances),
      error: ended ? null : UNENDED,
      nextSyncAt: new Date(now + this.rules.everyMs),
    };
    const written = await this.syncs.save({ userId, plan }, accountId, result, new Date(now));
    if (!written) throw missing();
    return written;
  }

  /** A refused key is not tried again: exchanges lock accounts. */
  private async failed(
    { userId, accountId }: JobPayloads['exchange_sync'],
    lists: Readonly<Record<string, ListState>>,
    { fault, message, retryAfterMs }: ExchangeApiError,
  ): Promise<void> {
    const now = this.clock.now();
    const again = new Date(now + Math.max(this.rules.againMs, retryAfterMs ?? 0));
    const result = {
      rows: [],
      lists,
      balances: null,
      error: message,
      nextSyncAt: fault === 'auth' ? null : again,
    };
    await this.syncs.save({ userId, plan: 'free' }, accountId, result, new Date(now));
  }
}

/** Stored with a part of a long history: it stays when the worker dies, and the end of the run replaces it. */
const UNENDED = 'The last read of the account did not end: rows are missing';

class AccountSync {
  /** Stored when the run ends with a fault. */
  lists: Record<string, ListState>;
  private readonly next: Record<string, ListState> = {};
  private rows = new Map<string, StoredExchangeRow>();
  private readonly written = { added: 0, changed: 0 };

  constructor(
    private readonly service: ExchangeSyncService,
    private readonly payload: JobPayloads['exchange_sync'],
    state: SyncState,
    private readonly context: JobContext,
  ) {
    this.lists = { ...state.lists };
  }

  async read(connection: ExchangeConnection): Promise<SyncReport> {
    for (const [index, list] of connection.lists.entries()) {
      const percent = Math.floor((index / connection.lists.length) * LISTS_PERCENT);
      await this.context.progress(percent, `reading ${list.name}`);
      try {
        this.next[list.name] = await this.list(connection, list);
      } catch (error) {
        if (!(error instanceof ExchangeApiError)) throw error;
        const before = this.lists[list.name] ?? { ...BEGINNING, part: list.part };
        const after = { ...before, part: list.part, error: error.message, fault: error.fault };
        this.lists = { ...this.lists, [list.name]: after };
        if (error.fault !== 'permission') throw error;
        this.next[list.name] = after;
      }
    }
    await this.context.progress(LISTS_PERCENT, 'reading balances');
    const balances = await connection.balances();
    await this.store({ ...this.lists, ...this.next }, { balances });
    return {
      account_id: this.payload.accountId,
      rows_added: this.written.added,
      rows_changed: this.written.changed,
    };
  }

  private async list(connection: ExchangeConnection, list: ExchangeList): Promise<ListState> {
    const stored = this.payload.full ? undefined : this.lists[list.name];
    const mark: ListMark = stored ? { at: stored.at, places: stored.places } : BEGINNING;
    let newest = mark.at;
    let open: number | null = null;
    let places = mark.places;
    for await (const page of connection.pages(list, mark)) {
      this.context.signal.throwIfAborted();
      for (const row of page.rows) {
        this.rows.set(row.key, row);
        newest = Math.max(newest ?? row.at, row.at);
        if (isOpenRow(row)) open = Math.min(open ?? row.at, row.at);
      }
      places = { ...places, ...page.places };
      // Marks stay: only a list that was read to its end moves its mark.
      if (this.rows.size >= this.service.heldRows) await this.store(this.lists, null);
    }
    return { at: open ?? newest, places, part: list.part, error: null, fault: null };
  }

  private async store(
    lists: Readonly<Record<string, ListState>>,
    ended: Parameters<ExchangeSyncService['save']>[3],
  ): Promise<void> {
    const rows = [...this.rows.values()];
    this.rows = new Map();
    const { added, changed } = await this.service.save(this.payload, rows, lists, ended);
    this.written.added += added;
    this.written.changed += changed;
  }
}

const missing = (): AppError => new AppError('RESOURCE_NOT_FOUND', { resource: 'exchange_account' });
