import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { WalletSnapshot } from '../../../domain/portfolio/snapshots/wallet-snapshot';
import {
  WalletSnapshots,
  type SnapshotPart,
  type SnapshotScope,
} from '../../../ports/storage/wallet-snapshots';
import { reach } from '../outage';
import { snapshotOf, snapshotText } from './snapshot-text';

@Injectable()
export class PostgresWalletSnapshots extends WalletSnapshots {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {
    super();
  }

  override async find<P extends SnapshotPart>(
    { wallet, name }: SnapshotScope,
    state: string,
    since: number,
    parts: readonly P[],
  ): Promise<Pick<WalletSnapshot, P> | null> {
    const [row] = await reach(() =>
      this.dataSource.query<{ body: string }[]>(
        `SELECT json_object_agg(part, body->part)::text AS body
         FROM wallet_snapshots, unnest($5::text[]) AS part
         WHERE wallet = $1 AND scope = $2 AND state = $3 AND computed_at >= $4
         GROUP BY wallet, scope`,
        [wallet, name, state, new Date(since), [...parts]],
      ),
    );
    return row ? snapshotOf(row.body) : null;
  }

  override async save(
    { wallet, name, wallets, userId }: SnapshotScope,
    state: string,
    snapshot: WalletSnapshot,
    now: number,
  ): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO wallet_snapshots (wallet, scope, wallets, user_id, state, computed_at, body)
       VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (wallet, scope) DO UPDATE
       SET state = EXCLUDED.state, computed_at = EXCLUDED.computed_at, body = EXCLUDED.body`,
      [wallet, name, [...wallets], userId, state, new Date(now), snapshotText(snapshot)],
    );
  }

  override async forget(address: string): Promise<void> {
    await this.dataSource.query('DELETE FROM wallet_snapshots WHERE wallets @> ARRAY[$1]', [address]);
  }
}
