import { Injectable, Logger, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Link } from '../../domain/audit/chain';
import type { AuditEntry, RequestRecord } from '../../domain/audit/record';
import { Clock, type Timer } from '../../ports/clock';
import { Metrics } from '../../ports/metrics';
import { RequestLog } from '../../ports/storage/requests/request-log';
import { AuditChainRepository } from './audit-chain.repository';
import { HOUR_MS } from '../../domain/kernel/durations';

/** How long a record waits for others. A process that is killed loses at most these. */
const GATHER_MS = 300;
/** So many records do not wait. Hashing more in one turn would delay the requests of that moment. */
const FULL = 100;
const BATCH = 500;
/** While the database is away, some 600 bytes each. Further records are counted and left out. */
const MAX_WAITING = 20_000;
const RETRY_MS = 1_000;
const SHUTDOWN_MS = 4_000;
/** How often the end of the chain is logged, where a change of the database cannot alter it. */
const REPORT_MS = HOUR_MS;
const COMPLAIN_MS = 60_000;

/**
 * Keeps records in memory for a moment and writes them in batches. A request only adds to a list. Records that could
 * not be kept are counted and logged, and the next entry states their number.
 */
@Injectable()
export class BatchedRequestLog extends RequestLog implements OnModuleInit, BeforeApplicationShutdown {
  private readonly logger = new Logger('Audit');
  private waiting: AuditEntry[] = [];
  private missed = 0;
  private leftOut = 0;
  private timer: Timer | null = null;
  private writing: Promise<void> | null = null;
  private batch = BATCH;
  /** The last attempt failed, but may have been written. */
  private isRetry = false;
  private head: Link | null = null;
  private reportedAt = -Infinity;
  private complainedAt = -Infinity;

  constructor(
    private readonly chain: AuditChainRepository,
    private readonly metrics: Metrics,
    private readonly clock: Clock,
  ) {
    super();
  }

  onModuleInit(): void {
    this.metrics.watch('cost_basis_audit_waiting', () => [{ labels: {}, value: this.waiting.length }]);
  }

  append(record: RequestRecord): void {
    if (this.waiting.length >= MAX_WAITING) return this.miss();
    this.waiting.push({ ...record, missed: this.missed });
    this.missed = 0;
    // After a failure the pause is kept, however much comes meanwhile.
    if (!this.isRetry && this.waiting.length >= FULL) void this.flush();
    else this.wake(GATHER_MS);
  }

  /** Writes the records so far, if the database takes them. @param withinMs waits no longer; the writing goes on */
  async settle(withinMs: number): Promise<void> {
    await this.clock.atMost(withinMs, this.flush()).catch(() => undefined);
  }

  async beforeApplicationShutdown(): Promise<void> {
    const until = this.clock.elapsed() + SHUTDOWN_MS;
    for (let left = SHUTDOWN_MS; this.waiting.length > 0 && left > 0; left = until - this.clock.elapsed()) {
      await this.settle(left);
      if (this.waiting.length > 0) await this.clock.sleep(100);
    }
    this.clock.clearTimeout(this.timer);
    const lost = this.waiting.length + this.missed;
    if (lost > 0)
      this.logger.error(`${lost} requests are not in the audit log: the database did not take them`);
    if (this.head) this.reportHead(this.head);
  }

  private flush(): Promise<void> {
    this.clock.clearTimeout(this.timer);
    this.timer = null;
    this.writing ??= this.write().finally(() => {
      this.writing = null;
      if (this.waiting.length > 0) this.wake(this.isRetry ? RETRY_MS : GATHER_MS);
    });
    return this.writing;
  }

  private wake(ms: number): void {
    if (this.timer || this.writing) return;
    this.timer = this.clock.setTimeout(() => void this.flush(), ms).unref();
  }

  private async write(): Promise<void> {
    while (this.waiting.length > 0) {
      const entries = this.waiting.slice(0, this.batch);
      try {
        this.head = await this.chain.append(entries, this.isRetry);
      } catch (error) {
        this.failed(error);
        return;
      }
      this.waiting.splice(0, entries.length);
      this.succeeded();
    }
  }

  private succeeded(): void {
    if (this.isRetry || this.leftOut > 0)
      this.logger.log(`requests are recorded again; ${this.leftOut} were left out`);
    this.leftOut = 0;
    this.isRetry = false;
    this.batch = Math.min(BATCH, this.batch * 2);
    if (this.head && this.clock.elapsed() - this.reportedAt > REPORT_MS) this.reportHead(this.head);
  }

  /**
   * A database that is away, or refuses the service, is waited for. One that refuses the data gets smaller batches,
   * until the refused record is alone and is left out.
   */
  private failed(error: unknown): void {
    this.isRetry = true;
    this.complain(`requests cannot be recorded now: ${String(error)}`);
    if (!isBadData(error)) return;
    if (this.batch > 1) this.batch = Math.ceil(this.batch / 2);
    else this.leaveOutFirst();
  }

  private leaveOutFirst(): void {
    const [refused] = this.waiting.splice(0, 1);
    const [next] = this.waiting;
    const missed = 1 + (refused?.missed ?? 0);
    this.leaveOut();
    if (next) this.waiting[0] = { ...next, missed: next.missed + missed };
    else this.missed += missed;
    this.logger.error('the database refuses the data of a request, which is left out');
  }

  private miss(): void {
    if (this.leftOut === 0)
      this.logger.error(`${MAX_WAITING} requests wait for the audit log: further ones are only counted`);
    this.leaveOut();
    this.missed++;
  }

  private leaveOut(): void {
    this.leftOut++;
    this.metrics.count('cost_basis_audit_missed_total', {});
  }

  private complain(text: string): void {
    if (this.clock.elapsed() - this.complainedAt < COMPLAIN_MS) return;
    this.complainedAt = this.clock.elapsed();
    this.logger.warn(text);
  }

  private reportHead({ count, hash }: Link): void {
    this.reportedAt = this.clock.elapsed();
    this.logger.log(`audit chain: ${count}:${hash}`);
  }
}

/** SQLSTATE class 22, data exception: another attempt ends the same. */
function isBadData(error: unknown): boolean {
  const code: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' && code.startsWith('22');
}
