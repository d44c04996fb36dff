import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { lockKeyInTransaction } from '../../../adapters/persistence/advisory-locks';
import { keyHash } from '../../../domain/access/opaque-key';
import { HOUR_MS } from '../../../domain/kernel/durations';

/** So many in a window that rolls. */
export interface AttemptLimit {
  limit: number;
  windowMs: number;
}

/** Longest window there is; older rows have no effect. */
export const LONGEST_WINDOW_MS = HOUR_MS;

/**
 * Attempts of the last hour, counted in Postgres: in all processes together, and independent of Redis.
 * @source api.md 3 (extra auth limits)
 */
@Injectable()
export class AttemptsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** @returns milliseconds until the limit allows an attempt again; 0 when it does now */
  async waitMs(key: string, { limit, windowMs }: AttemptLimit, now: number): Promise<number> {
    const [row] = await this.dataSource.query<{ at: Date }[]>(
      'SELECT at FROM counted_attempts WHERE key = $1 AND at > $2 ORDER BY at DESC OFFSET $3 LIMIT 1',
      [keyHash(key), new Date(now - windowMs), limit - 1],
    );
    return row ? row.at.getTime() + windowMs - now : 0;
  }

  async add(key: string, now: number): Promise<void> {
    await this.dataSource.query('INSERT INTO counted_attempts (key, at) VALUES ($1, $2)', [
      keyHash(key),
      new Date(now),
    ]);
  }

  /** Counts this attempt if the limit allows it; simultaneous ones take turns. @returns as `waitMs` */
  async take(key: string, { limit, windowMs }: AttemptLimit, now: number): Promise<number> {
    const hash = keyHash(key);
    return this.dataSource.transaction(async (manager) => {
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

  async forget(before: Date): Promise<void> {
    await this.dataSource.query('DELETE FROM counted_attempts WHERE at < $1', [before]);
  }
}
