import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DeliveryRules } from '../delivery-rules';
import { HEADS } from './delivery-sql';

/** Limit of a count, so that watching a backlog does not slow it down. */
const COUNTED = 100_000;

@Injectable()
export class BacklogRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly rules: DeliveryRules,
  ) {}

  /** @returns deliveries that have not ended, each number counted up to 100,000 */
  async backlog(): Promise<{ waiting: number; due: number; sending: number }> {
    const count = (condition: string): string =>
      `(SELECT count(*)::integer FROM (SELECT FROM webhook_deliveries WHERE ${condition} LIMIT ${COUNTED}) AS counted)`;
    const [numbers] = await this.rows<{ waiting: number; due: number; sending: number }>(
      `SELECT ${count(`status = 'waiting' AND next_attempt_at > service_now()`)} AS waiting,
         ${count(`status = 'waiting' AND next_attempt_at <= service_now()`)} AS due,
         ${count(`status = 'sending'`)} AS sending`,
      [],
    );
    return numbers ?? { waiting: 0, due: 0, sending: 0 };
  }

  /**
   * @returns seconds since the oldest moment at which a delivery was due, or an event stored; 0 when nothing waits
   */
  async overdueSeconds(): Promise<number> {
    const [row] = await this.rows<{ seconds: number | null }>(
      `WITH RECURSIVE ${HEADS}
       SELECT greatest(0, extract(epoch FROM service_now() - least(
         (SELECT min(next_attempt_at) FROM heads),
         (SELECT min(created_at) FROM events WHERE fanned_out_at IS NULL))))::float8 AS seconds`,
      [],
    );
    return row?.seconds ?? 0;
  }

  /**
   * Deletes old deliveries and events; the log stays as long as its webhook. Age is counted up to the time that the
   * watchers have reached: what they may find again must still be known as sent.
   */
  async prune(): Promise<void> {
    await this.rows(
      `WITH old AS (SELECT e.id FROM events e
         WHERE e.created_at < least(service_now(), (SELECT caught_up_at FROM news_cursor)) - make_interval(days => $1) AND e.fanned_out_at IS NOT NULL
           AND NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.event_id = e.id AND d.finished_at IS NULL)
         LIMIT 10000),
       gone AS (DELETE FROM events e USING old WHERE e.id = old.id RETURNING e.id)
       SELECT count(*) FROM gone`,
      [this.rules.keepDays],
    );
  }

  private rows<T>(sql: string, parameters: unknown[]): Promise<T[]> {
    return this.dataSource.query<T[]>(sql, parameters);
  }
}
