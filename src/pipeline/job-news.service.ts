import { Injectable } from '@nestjs/common';
import { jobResultUrl, type UserJobType } from '../domain/jobs/user-job';
import type { Address } from '../domain/kernel/address';
import { AppError } from '../domain/kernel/errors';
import type { EventData } from '../domain/webhooks/events';
import { Clock } from '../ports/clock';
import { DomainEvents } from '../ports/domain-events';
import type { JobContext } from '../ports/jobs';

/** What a calculation came to, for those who are told of its end. */
export interface Calculated<T> {
  result: T;
  /** Decimal text, a count, and the severity of the reconciliation. */
  summary: { total_realized_gl: string; disposal_count: number; severity: string };
}

/** Tells the user who asked for a calculation how it ended, once, however often the job is begun anew. */
@Injectable()
export class JobNews {
  constructor(
    private readonly events: DomainEvents,
    private readonly clock: Clock,
  ) {}

  /** @source api.md 6, calculation.complete */
  async telling<T>(
    about: { type: UserJobType; address: Address; taxYear: number | null },
    context: JobContext,
    work: () => Promise<Calculated<T>>,
  ): Promise<T> {
    const startedAt = this.clock.now();
    const tell = (ending: EventData) => this.tell(about, context, startedAt, ending);
    try {
      const { result, summary } = await work();
      await tell({ status: 'completed', result_url: jobResultUrl(context.jobId), summary, error: null });
      return result;
    } catch (error) {
      // Stopped, or without a database: the job is not over.
      const code = error instanceof AppError ? error.code : 'INTERNAL_ERROR';
      if (!context.signal.aborted && code !== 'SERVICE_UNAVAILABLE')
        await tell({ status: 'failed', result_url: null, summary: null, error: { code } });
      throw error;
    }
  }

  private async tell(
    { type, address, taxYear }: { type: UserJobType; address: Address; taxYear: number | null },
    { jobId, owner }: JobContext,
    startedAt: number,
    ending: EventData,
  ): Promise<void> {
    const userId = owner?.startsWith('user:') ? owner.slice('user:'.length) : null;
    // Partners have no webhooks.
    if (userId === null) return;
    const finishedAt = this.clock.now();
    const data = {
      address: address.given,
      job_id: jobId,
      job_type: type,
      tax_year: taxYear,
      started_at: new Date(startedAt).toISOString(),
      finished_at: new Date(finishedAt).toISOString(),
      duration_ms: finishedAt - startedAt,
      ...ending,
    };
    const event = { type: 'calculation.complete', occurredAt: null, key: `calculation:${jobId}` } as const;
    await this.events.append([{ ...event, address: address.value, userId, data }]);
  }
}
