import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

const FAN_OUT = 200;

@Injectable()
export class FanOutRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Creates one delivery per new event and subscribed webhook. The end of a calculation goes to the user who ordered
   * it, whether or not the user watches the address.
   * @returns events looked at
   * @source api.md 6 (watch list)
   */
  async fanOut(): Promise<number> {
    const rows = await this.dataSource.query<{ id: string }[]>(
      `WITH batch AS MATERIALIZED (
         SELECT id, type, address, user_id, occurred_at FROM events WHERE fanned_out_at IS NULL
         ORDER BY created_at LIMIT $1 FOR UPDATE SKIP LOCKED),
       targets AS (
         SELECT b.id AS event_id, w.id AS webhook_id
           FROM batch b JOIN webhook_addresses a ON a.address = b.address JOIN webhooks w ON w.id = a.webhook_id
           WHERE w.is_active AND b.type = ANY (w.events) AND (b.user_id IS NULL OR b.user_id = w.user_id)
             AND (b.occurred_at IS NULL OR b.occurred_at > a.since)
         UNION SELECT b.id, w.id
           FROM batch b JOIN watchers t ON t.address = b.address JOIN webhooks w ON w.user_id = t.user_id
           WHERE w.is_active AND b.type = ANY (w.events) AND w.addresses_filter = '{}'
             AND (b.user_id IS NULL OR b.user_id = w.user_id)
             AND (b.occurred_at IS NULL OR b.occurred_at > greatest(t.since, w.active_since))
         UNION SELECT b.id, w.id
           FROM batch b JOIN webhooks w ON w.user_id = b.user_id
           WHERE w.is_active AND b.type = ANY (w.events) AND w.addresses_filter = '{}'
             AND (b.address IS NULL OR b.type = 'calculation.complete')
             AND (b.occurred_at IS NULL OR b.occurred_at > w.active_since)),
       made AS (
         INSERT INTO webhook_deliveries (event_id, webhook_id) SELECT event_id, webhook_id FROM targets
         ON CONFLICT (event_id, webhook_id) DO NOTHING),
       fanned_out AS (
         UPDATE events e SET fanned_out_at = service_now() FROM batch b WHERE e.id = b.id RETURNING e.id)
       SELECT id FROM fanned_out`,
      [FAN_OUT],
    );
    return rows.length;
  }
}
