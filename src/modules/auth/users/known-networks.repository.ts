import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { DAY_MS } from '../../../domain/kernel/durations';

export const KNOWN_MS = 90 * DAY_MS;

/**
 * Networks from which an account logged in or followed a mailed link. Limits of one mail address over all networks do
 * not apply there, so that distributed callers cannot lock the owner out.
 */
@Injectable()
export class KnownNetworksRepository {
  constructor(private readonly dataSource: DataSource) {}

  async add(userId: string, network: string, at: Date): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO known_networks (user_id, network, last_seen_at) SELECT id, $2, $3 FROM users WHERE id = $1
       ON CONFLICT (user_id, network) DO UPDATE SET last_seen_at = excluded.last_seen_at`,
      [userId, network, at],
    );
  }

  /** Does the same work for an address without an account. */
  async has(email: string, network: string, now: Date): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>(
      `SELECT 1 FROM known_networks k JOIN users u ON u.id = k.user_id
       WHERE u.email = $1 AND k.network = $2 AND k.last_seen_at > $3`,
      [email, network, new Date(now.getTime() - KNOWN_MS)],
    );
    return rows.length > 0;
  }

  async prune(before: Date): Promise<void> {
    await this.dataSource.query('DELETE FROM known_networks WHERE last_seen_at < $1', [before]);
  }
}

/** After a new password, networks where the old one was used are unknown again. Part of the caller's transaction. */
export async function forgetNetworks(manager: EntityManager, userId: string): Promise<void> {
  await manager.query('DELETE FROM known_networks WHERE user_id = $1', [userId]);
}
