import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { WalletSnapshot } from '../../../domain/portfolio/snapshots/wallet-snapshot';
import {
  WalletSnapshots,
  type FoundSnapshot,
  type SnapshotBasis,
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
    { state, rules, rulesSince }: SnapshotBasis,
    since: number,
    parts: readonly P[],
  ): Promise<FoundSnapshot<P> | null> {
    const [row] = await reach(() =>
      this.dataSource.query<{ body: string; is_outdated: boolean; asked_at: Date }[]>(
        `SELECT json_object_agg(part, body->part)::text AS body, asked_at,
           rules <> $6 AND rules_since < $7 AS is_outdated
         FROM wallet_snapshots, unnest($5::text[]) AS part
         WHERE wallet = $1 AND scope = $2 AND state = $3 AND computed_at >= $4
         GROUP BY wallet, scope`,
        [wallet, name, state, new Date(since), [...parts], rules, new Date(rulesSince)],
      ),
    );
    if (!row) return null;
    return {
      snapshot: snapshotOf(row.body),
      isOutdated: row.is_outdated,
      askedAt: row.asked_at.getTime(),
    };
  }

  override async save(
    { wallet, name, wallets, userId }: SnapshotScope,
    { state, rules, rulesSince }: SnapshotBasis,
    snapshot: WalletSnapshot,
    now: number,
    isAsked: boolean,
  ): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO wallet_snapshots
         (wallet, scope, wallets, user_id, state, rules, rules_since, computed_at, body, asked_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
       ON CONFLICT (wallet, scope) DO UPDATE
       SET state = EXCLUDED.state, rules = EXCLUDED.rules, rules_since = EXCLUDED.rules_since,
         computed_at = EXCLUDED.computed_at, body = EXCLUDED.body,
         asked_at = greatest(wallet_snapshots.asked_at, EXCLUDED.asked_at)`,
      [
        ...[wallet, name, [...wallets], userId, state, rules],
        ...[new Date(rulesSince), new Date(now), snapshotText(snapshot), new Date(isAsked ? now : 0)],
      ],
    );
  }

  override async noteAsked({ wallet, name }: SnapshotScope, now: number): Promise<void> {
    await this.dataSource.query(
      'UPDATE wallet_snapshots SET asked_at = $3 WHERE wallet = $1 AND scope = $2 AND asked_at < $3',
      [wallet, name, new Date(now)],
    );
  }

  override scopesOf(address: string, since: number, limit: number): Promise<SnapshotScope[]> {
    return reach(() =>
      this.dataSource.query<SnapshotScope[]>(
        `SELECT wallet, scope AS name, wallets, user_id AS "userId" FROM wallet_snapshots
         WHERE wallets @> ARRAY[$1] AND asked_at >= $2 ORDER BY asked_at DESC LIMIT $3`,
        [address, new Date(since), limit],
      ),
    );
  }

  override async forget(address: string): Promise<{ count: number; assetIds: string[] }> {
    const [rows] = await this.dataSource.query<[{ ids: string[] }[], number]>(
      `DELETE FROM wallet_snapshots WHERE wallets @> ARRAY[$1]
       RETURNING ARRAY(SELECT held->'asset'->>'id' FROM json_array_elements(body->'positions') AS held) AS ids`,
      [address],
    );
    return { count: rows.length, assetIds: [...new Set(rows.flatMap(({ ids }) => ids))] };
  }
}
