import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { tryLockInTransaction } from '../persistence/advisory-locks';
import { type DueWallet, ReadSchedule } from '../../ports/storage/read-schedule';
import { inTransaction, reach } from '../persistence/outage';
import { MINUTE_MS } from '../../domain/kernel/durations';

/** One row per owner and address. Exchange accounts have their own schedule. */
const WATCHING = `watching AS (
  SELECT * FROM (
    SELECT 'user:' || user_id AS owner, lower(address) AS address, given FROM watchers
    UNION SELECT 'user:' || w.user_id, lower(a.address), a.given
      FROM webhook_addresses a JOIN webhooks w ON w.id = a.webhook_id WHERE w.is_active
    UNION SELECT owner, lower(address), given FROM tracked_wallets) AS places
  WHERE address NOT LIKE 'exchange:%')`;

const at = (parameter: string): string => `to_timestamp(${parameter}::float8 / 1000)`;

interface ClaimedRow {
  key: string;
  given: string;
  paceMs: string;
  seen: string | null;
}

@Injectable()
export class PostgresReadSchedule extends ReadSchedule {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async renew(now: number, firstPaceMs: number): Promise<void> {
    await reach(() =>
      this.dataSource.query(
        `WITH ${WATCHING}
         INSERT INTO wallet_reads (address, given, pace_ms, next_read_at)
         SELECT address, min(given), $2::bigint, ${at('$1')} FROM watching
         WHERE address NOT IN (SELECT address FROM wallet_reads) GROUP BY address
         ON CONFLICT DO NOTHING`,
        [now, firstPaceMs],
      ),
    );
    // A wallet assigned within the last minute keeps its assignment and counts against the allowance.
    await reach(() =>
      this.dataSource.query(
        `WITH ${WATCHING}
         DELETE FROM wallet_reads r WHERE NOT EXISTS (SELECT FROM watching w WHERE w.address = r.address)
           AND (claimed_at IS NULL OR claimed_at <= ${at('$1')})`,
        [now - MINUTE_MS],
      ),
    );
  }

  async claim(now: number, most: number, perMinute: number): Promise<DueWallet[] | null> {
    return inTransaction(this.dataSource, async (manager) => {
      // Two concurrent claims would exceed the allowance. The second claim runs later.
      if (!(await tryLockInTransaction(manager, 'readSchedule'))) return null;
      const [rows] = await manager.query<[ClaimedRow[], number]>(
        `WITH ${WATCHING},
         served AS (SELECT owner, max(r.claimed_at) AS at FROM watching JOIN wallet_reads r USING (address)
           GROUP BY owner),
         queue AS (SELECT r.address, s.at AS served, r.next_read_at,
             row_number() OVER (PARTITION BY w.owner ORDER BY r.next_read_at, r.address) AS turn
           FROM wallet_reads r JOIN watching w USING (address) JOIN served s USING (owner)
           WHERE r.next_read_at <= ${at('$1')}),
         turns AS (SELECT DISTINCT ON (address) address, turn, served, next_read_at FROM queue
           ORDER BY address, turn, served NULLS FIRST),
         allowance AS (SELECT greatest(0, $3::int - count(*)) AS rest FROM wallet_reads
           WHERE claimed_at > ${at('$4')}),
         chosen AS (SELECT r.address FROM wallet_reads r JOIN turns t USING (address)
           ORDER BY t.turn, t.served NULLS FIRST, t.next_read_at, r.address
           LIMIT least($2::int, (SELECT rest FROM allowance)) FOR UPDATE OF r SKIP LOCKED)
         UPDATE wallet_reads r
         SET claimed_at = ${at('$1')}, next_read_at = ${at('($1::float8 + pace_ms)')}
         FROM chosen WHERE r.address = chosen.address
         RETURNING r.address AS key, r.given, r.pace_ms AS "paceMs", r.seen_revision AS seen`,
        [now, most, perMinute, now - MINUTE_MS],
      );
      return rows.map(({ key, given, paceMs, seen }) => ({
        key,
        given,
        paceMs: Number(paceMs),
        seen: seen === null ? null : Number(seen),
      }));
    });
  }

  async oldestDueSeconds(now: number): Promise<number> {
    const [row] = await reach(() =>
      this.dataSource.query<{ seconds: number }[]>(
        `SELECT coalesce(greatest(0, extract(epoch FROM ${at('$1')} - min(next_read_at))), 0)::float8 AS seconds
         FROM wallet_reads`,
        [now],
      ),
    );
    return row?.seconds ?? 0;
  }

  async settle(key: string, next: { now: number; paceMs: number; seen: number }): Promise<void> {
    await reach(() =>
      this.dataSource.query(
        `UPDATE wallet_reads SET pace_ms = $2, next_read_at = ${at('($3::float8 + $2::bigint)')}, seen_revision = $4
         WHERE address = $1`,
        [key, next.paceMs, next.now, next.seen],
      ),
    );
  }
}
