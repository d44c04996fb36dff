import type { DataSource } from 'typeorm';
import type { LedgerLot } from '../../../domain/engine';
import type { Asset } from '../../../domain/kernel/asset';
import {
  Ledgers,
  type FoundLot,
  type LedgerVersion,
  type RankedLotRow,
} from '../../../ports/storage/ledgers/ledgers';
import { reach } from '../outage';
import { assetIdsIn, valueOf } from './json-text';
import { versioned, type Statement } from './statement';

/** Rows of ledgers as values. */
export abstract class LedgerRows extends Ledgers {
  constructor(protected readonly dataSource: DataSource) {
    super();
  }

  override async assets(at: LedgerVersion, ids: readonly string[]): Promise<ReadonlyMap<string, Asset>> {
    if (ids.length === 0) return new Map();
    const statement = versioned(at).and('key = ANY(?)', ids);
    const sql = `SELECT body FROM ledger_assets WHERE ${statement.text}`;
    const found = (await this.bodies(sql, statement.values)).map((body) => valueOf<Asset>(body));
    return new Map(found.map((asset) => [asset.id, asset]));
  }

  protected async rankedLots(
    at: LedgerVersion,
    rows: readonly RankedRow[],
  ): Promise<(RankedLotRow & FoundLot)[]> {
    const lots = await this.revived<LedgerLot>(at, bodiesOf(rows));
    return rows.map(({ token_key: tokenKey, shown_in: shownIn, is_pending: isPending, rank }, i) => ({
      ...{ lot: lots[i] as LedgerLot, tokenKey, shownIn, isPending },
      rank: Number(rank),
    }));
  }

  protected async rowsOf<T>(table: string, at: LedgerVersion, statement: Statement): Promise<T[]> {
    const sql = `SELECT body FROM ${table} WHERE ${statement.text} ORDER BY seq`;
    return this.revived<T>(at, await this.bodies(sql, statement.values));
  }

  /** The values of texts, with their assets. */
  protected async revived<T>(at: LedgerVersion, bodies: readonly string[]): Promise<T[]> {
    const assets = await this.assets(at, [...assetIdsIn(bodies)]);
    return bodies.map((body) => valueOf<T>(body, assets));
  }

  protected async count(table: string, { text, values }: Statement): Promise<number> {
    const [row] = await this.query<{ n: string }>(`SELECT count(*) AS n FROM ${table} WHERE ${text}`, values);
    return Number(row?.n ?? 0);
  }

  protected async bodies(sql: string, values: unknown[]): Promise<string[]> {
    return bodiesOf(await this.query<{ body: string }>(sql, values));
  }

  protected query<T>(sql: string, values: unknown[]): Promise<T[]> {
    return reach(() => this.dataSource.query<T[]>(sql, values));
  }
}

export interface RankedRow {
  body: string;
  token_key: string;
  shown_in: string | null;
  is_pending: boolean;
  rank: string;
}

export const bodiesOf = (rows: readonly { body: string }[]): string[] => rows.map(({ body }) => body);
