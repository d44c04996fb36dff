import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { type EachLot, type WalletSnapshot } from '../../../domain/portfolio/snapshots/wallet-snapshot';
import {
  WalletSnapshots,
  type AskedScope,
  type FoundSnapshot,
  type SnapshotBasis,
  type SnapshotPart,
  type SnapshotScope,
} from '../../../ports/storage/wallet-snapshots';
import { reach } from '../outage';
import { columnsOf, eachLotOf, snapshotOf, snapshotTexts, type SnapshotTexts } from './snapshot-text';

type Row = Partial<Omit<SnapshotTexts, 'lot_units'>>;

interface FoundRow extends Row {
  wallet: string;
  rules: string;
  is_outdated: boolean;
  asked_at: Date;
  computed_at: Date;
}

@Injectable()
export class PostgresWalletSnapshots extends WalletSnapshots {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {
    super();
  }

  override async findAll<P extends SnapshotPart>(
    { name, subjects }: Pick<AskedScope, 'name' | 'subjects'>,
    { state, rules, rulesSince }: SnapshotBasis,
    since: number,
    parts: readonly P[],
  ): Promise<Map<string, FoundSnapshot<P>>> {
    const columns = columnsOf(parts).map((column) => `${column}::text`);
    const values = [subjects, name, state, new Date(since), rules, new Date(rulesSince)];
    const rows = await reach(() =>
      this.dataSource.query<FoundRow[]>(
        `SELECT wallet, ${columns.join(', ')}, asked_at, computed_at, rules, rules <> $5 AND rules_since < $6 AS is_outdated
         FROM wallet_snapshots
         WHERE wallet = ANY($1) AND scope = $2 AND state = $3 AND computed_at >= $4`,
        values,
      ),
    );
    return new Map(
      rows.map(({ wallet, is_outdated, asked_at, computed_at, rules: computedBy, ...texts }) => [
        wallet,
        {
          snapshot: snapshotOf(texts, parts),
          rules: computedBy,
          isOutdated: is_outdated,
          askedAt: asked_at.getTime(),
          computedAt: computed_at.getTime(),
        },
      ]),
    );
  }

  override async eachLot(
    { wallet, name }: SnapshotScope,
    { state }: SnapshotBasis,
    computedAt: number,
  ): Promise<EachLot | null> {
    const [row] = await reach(() =>
      this.dataSource.query<{ lot_units: string }[]>(
        `SELECT lot_units FROM wallet_snapshots
         WHERE wallet = $1 AND scope = $2 AND state = $3 AND computed_at = $4`,
        [wallet, name, state, new Date(computedAt)],
      ),
    );
    return row ? eachLotOf(row.lot_units) : null;
  }

  override async save(
    { wallet, name, wallets, userId }: SnapshotScope,
    { state, rules, rulesSince }: SnapshotBasis,
    snapshot: WalletSnapshot,
    now: number,
    isAsked: boolean,
  ): Promise<void> {
    const { body, positions, tax_summaries, checks, lot_units } = snapshotTexts(snapshot);
    await this.dataSource.query(
      `INSERT INTO wallet_snapshots
         (wallet, scope, wallets, user_id, state, rules, rules_since, computed_at, asked_at,
          body, positions, tax_summaries, checks, lot_units)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
       ON CONFLICT (wallet, scope) DO UPDATE
       SET state = EXCLUDED.state, rules = EXCLUDED.rules, rules_since = EXCLUDED.rules_since,
         computed_at = EXCLUDED.computed_at, body = EXCLUDED.body,
         positions = EXCLUDED.positions, tax_summaries = EXCLUDED.tax_summaries,
         checks = EXCLUDED.checks,
         lot_units = EXCLUDED.lot_units,
         asked_at = greatest(wallet_snapshots.asked_at, EXCLUDED.asked_at)`,
      [
        ...[wallet, name, [...wallets], userId, state, rules],
        ...[new Date(rulesSince), new Date(now), new Date(isAsked ? now : 0)],
        ...[body, positions, tax_summaries, checks, lot_units],
      ],
    );
  }

  override async noteAsked({ wallet, name }: SnapshotScope, now: number): Promise<void> {
    await this.dataSource.query(
      'UPDATE wallet_snapshots SET asked_at = $3 WHERE wallet = $1 AND scope = $2 AND asked_at < $3',
      [wallet, name, new Date(now)],
    );
  }

  override async prune(before: number): Promise<number> {
    const [, count] = await this.dataSource.query<[unknown[], number]>(
      'DELETE FROM wallet_snapshots WHERE computed_at < $1 AND asked_at < $1',
      [new Date(before)],
    );
    return count;
  }

  override scopesOf(address: string, since: number, limit: number): Promise<AskedScope[]> {
    return reach(() =>
      this.dataSource.query<AskedScope[]>(
        `SELECT scope AS name, wallets, user_id AS "userId", array_agg(wallet ORDER BY wallet) AS subjects
         FROM wallet_snapshots WHERE wallets @> ARRAY[$1] AND asked_at >= $2
         GROUP BY scope, wallets, user_id ORDER BY max(asked_at) DESC LIMIT $3`,
        [address, new Date(since), limit],
      ),
    );
  }

  override async forget(address: string): Promise<{ count: number; assetIds: string[] }> {
    const [rows] = await this.dataSource.query<[{ ids: string[] }[], number]>(
      `DELETE FROM wallet_snapshots WHERE wallets @> ARRAY[$1]
       RETURNING ARRAY(SELECT held->'asset'->>'id' FROM json_array_elements(positions::json) AS held) AS ids`,
      [address],
    );
    return { count: rows.length, assetIds: [...new Set(rows.flatMap(({ ids }) => ids))] };
  }
}
