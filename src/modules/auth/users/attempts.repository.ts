import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { lockKeyInTransaction } from '../../../adapters/persistence/advisory-locks';
import { inTransaction } from '../../../adapters/persistence/effects';
import { keyHash } from '../../../domain/access/opaque-key';
import { HOUR_MS } from '../../../domain/kernel/durations';

export interface AttemptLimit {
  limit: number;
  windowMs: number;
}

export interface AskedLimit extends AttemptLimit {
  key: string;
}

/** Longest window; older rows have no effect. */
export const LONGEST_WINDOW_MS = HOUR_MS;

/** Counted in Postgres: in all processes together, and independent of Redis. @source api.md 3 (extra auth limits) */
@Injectable()
export class AttemptsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * One query for all, because every failed login asks for several.
   * @returns for each, milliseconds until an attempt is allowed; 0: now
   */
  async waitsMs(asked: readonly AskedLimit[], now: number): Promise<number[]> {
    const rows = await this.dataSource.query<{ at: Date | null }[]>(
      `SELECT (SELECT at FROM counted_attempts c WHERE c.key = asked.key AND c.at > asked.since
               ORDER BY c.at DESC OFFSET asked.skip LIMIT 1) AS at
       FROM unnest($1::text[], $2::timestamptz[], $3::integer[]) WITH ORDINALITY AS asked (key, since, skip, place)
       ORDER BY place`,
      [
        asked.map(({ key }) => keyHash(key)),
        asked.map(({ windowMs }) => new Date(now - windowMs)),
        asked.map(({ limit }) => limit - 1),
      ],
    );
    return asked.map(({ windowMs }, i) => {
      const at = rows[i]?.at;
      return at ? at.getTime() + windowMs - now : 0;
    });
  }

  async add(keys: readonly string[], now: number): Promise<void> {
    await this.dataSource.query('INSERT INTO counted_attempts (key, at) SELECT unnest($1::text[]), $2', [
      keys.map(keyHash),
      new Date(now),
    ]);
  }

  /** Counts this attempt if the limit allows it; simultaneous attempts take turns. @returns as `waitsMs` */
  async take(key: string, { limit, windowMs }: AttemptLimit, now: number): Promise<number> {
    const hash = keyHash(key);
    return inTransaction(this.dataSource, async (manager) => {
      await lockKeyInTransaction(manager, 'attempts', hash);
      const [row] = await manager.query<{ at: Date }[]>(
        'SELECT at FROM counted_attempts WHERE key = $1 AND at > $2 ORDER BY at DESC OFFSET $3 LIMIT 1',
        [hash, new Date(now - windowMs), limit - 1],
      );
      if (row) return row.at.getTime() + windowMs - now;
      await manager.query('INSERT INTO counted_attempts (key, at) VALUES ($1, $2)', [hash, new Date(now)]);
      return 0;
    });
  }

  async clear(key: string): Promise<void> {
    await this.dataSource.query('DELETE FROM counted_attempts WHERE key = $1', [keyHash(key)]);
  }

  async prune(before: Date): Promise<void> {
    await this.dataSource.query('DELETE FROM counted_attempts WHERE at < $1', [before]);
  }
}
