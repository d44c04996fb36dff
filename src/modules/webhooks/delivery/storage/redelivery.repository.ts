import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { inEffect } from '../../../../adapters/persistence/effects';
import type { EventType } from '../../../../domain/webhooks/events';

export interface Redelivery {
  eventType: EventType;
  eventId: string;
  /** Of the next attempt, from 1. */
  attempt: number;
}

export type NotAgain = 'open' | 'test' | 'inactive';

interface Found {
  delivery_id: string | null;
  is_active: boolean;
}

/** Takes the locks of `DeliveryRepository`. */
@Injectable()
export class RedeliveryRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Earlier attempts stay and count: no retry follows the last planned one.
   * @returns 'unknown' without such an entry, and when its event is deleted
   */
  again(userId: string, webhookId: string, logId: string): Promise<Redelivery | NotAgain | 'unknown'> {
    return inEffect(this.dataSource, async (manager) => {
      const [found] = await manager.query<Found[]>(
        `SELECT a.delivery_id, w.is_active FROM webhooks w JOIN webhook_attempts a ON a.webhook_id = w.id
         WHERE w.id = $1 AND w.user_id = $2 AND a.id = $3 FOR NO KEY UPDATE OF w`,
        [webhookId, userId, logId],
      );
      if (!found) return 'unknown';
      if (found.delivery_id === null) return 'test';
      if (!found.is_active) return 'inactive';
      const [rows] = await manager.query<[Redelivery[], number]>(
        `UPDATE webhook_deliveries d SET status = 'waiting', finished_at = NULL, next_attempt_at = service_now(), requeues = 0
         FROM events e WHERE d.id = $1 AND e.id = d.event_id AND d.status IN ('delivered', 'failed')
         RETURNING e.type AS "eventType", 'evt_' || e.id AS "eventId", d.attempts + 1 AS attempt`,
        [found.delivery_id],
      );
      if (rows[0]) return rows[0];
      const open = await manager.query<unknown[]>('SELECT FROM webhook_deliveries WHERE id = $1', [
        found.delivery_id,
      ]);
      return open.length > 0 ? 'open' : 'unknown';
    });
  }
}
