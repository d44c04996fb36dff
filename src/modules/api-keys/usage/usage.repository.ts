import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { UsageRow } from '../api-keys.presenter';
import { inTransaction } from '../../../adapters/persistence/effects';

export interface UsageCount extends UsageRow {
  userId: string;
  keyId: string | null;
  lastAt: Date;
}

@Injectable()
export class UsageRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** All or nothing. Leaves out accounts that are gone. */
  async add(counts: readonly UsageCount[]): Promise<void> {
    const rows = JSON.stringify(
      counts.map((count) => ({ ...count, keyId: count.keyId ?? count.userId, isKey: count.keyId !== null })),
    );
    await inTransaction(this.dataSource, async (manager) => {
      // In one order everywhere, so that two processes never wait for each other. An account that is being deleted is
      // waited for, then it is gone.
      await manager.query(
        `WITH present AS MATERIALIZED (
           SELECT id FROM users WHERE id IN (SELECT (e->>'userId')::uuid FROM json_array_elements($1::json) AS e)
           ORDER BY id FOR KEY SHARE
         )
         INSERT INTO usage_days (user_id, key_id, day, method, path, status, requests)
         SELECT c."userId", c."keyId", c.day, c.method, c.path, c.status, c.requests
         FROM json_to_recordset($1::json) AS c("userId" uuid, "keyId" uuid, day date, method text, path text,
           status smallint, requests bigint)
         JOIN present u ON u.id = c."userId"
         ORDER BY 1, 2, 3, 4, 5, 6
         ON CONFLICT ON CONSTRAINT usage_days_pkey DO UPDATE SET requests = usage_days.requests + EXCLUDED.requests`,
        [rows],
      );
      await manager.query(
        `WITH sums AS (
           SELECT c."keyId" AS id, sum(c.requests) AS requests, max(c."lastAt") AS last_at
           FROM json_to_recordset($1::json) AS c("keyId" uuid, "isKey" boolean, requests bigint, "lastAt" timestamptz)
           WHERE c."isKey" GROUP BY 1
         ), locked AS (
           SELECT k.id FROM api_keys k JOIN sums s ON s.id = k.id ORDER BY k.id FOR UPDATE OF k
         )
         UPDATE api_keys k SET total_requests = k.total_requests + s.requests,
           last_used_at = greatest(k.last_used_at, s.last_at)
         FROM sums s JOIN locked l ON l.id = s.id WHERE k.id = s.id`,
        [rows],
      );
    });
  }

  ofKey(userId: string, keyId: string, from: string): Promise<UsageRow[]> {
    return this.dataSource.query<UsageRow[]>(
      `SELECT day::text, method, path, status, requests::float8 FROM usage_days
       WHERE user_id = $1 AND key_id = $2 AND day >= $3`,
      [userId, keyId, from],
    );
  }

  ofUser(userId: string, from: string): Promise<UsageRow[]> {
    return this.dataSource.query<UsageRow[]>(
      `SELECT day::text, method, path, status, sum(requests)::float8 AS requests FROM usage_days
       WHERE user_id = $1 AND day >= $2 GROUP BY 1, 2, 3, 4`,
      [userId, from],
    );
  }

  async prune(before: string): Promise<void> {
    await this.dataSource.query('DELETE FROM usage_days WHERE day < $1', [before]);
  }
}
