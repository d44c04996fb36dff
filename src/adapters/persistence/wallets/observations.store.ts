import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ChainName } from '../../../domain/kernel/chain';
import { Clock } from '../../../ports/clock';
import { BalanceObservations, type StoredObservation } from '../../../ports/storage/balance-observations';
import { inTransaction, reach } from '../outage';

interface ObservationRow {
  chain: ChainName;
  address: string;
  asset_id: string;
  at_ms: string;
  quantity: string;
  source: string;
}

@Injectable()
export class PostgresBalanceObservations extends BalanceObservations {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async of(address: string): Promise<StoredObservation[]> {
    const rows = await reach(() =>
      this.dataSource.query<ObservationRow[]>(
        `SELECT chain, address, asset_id, at_ms, quantity, source FROM balance_observations
         WHERE address = $1 ORDER BY at_ms, asset_id`,
        [address],
      ),
    );
    return rows.map((row) => ({
      chain: row.chain,
      address: row.address,
      assetId: row.asset_id,
      at: Number(row.at_ms),
      quantity: BigInt(row.quantity),
      source: row.source,
    }));
  }

  override async save(observations: readonly StoredObservation[]): Promise<number> {
    const [first] = observations;
    if (!first) return 0;
    return inTransaction(this.dataSource, async (manager) => {
      const kept = await manager.query<unknown[]>(
        `INSERT INTO balance_observations (chain, address, asset_id, day, at_ms, quantity, source)
         SELECT $1, $2, asset, (to_timestamp(moment::float8 / 1000) AT TIME ZONE 'UTC')::date, moment, amount, who
         FROM unnest($3::text[], $4::bigint[], $5::numeric[], $6::text[]) AS seen (asset, moment, amount, who)
         ON CONFLICT DO NOTHING RETURNING asset_id`,
        [
          first.chain,
          first.address,
          observations.map(({ assetId }) => assetId),
          observations.map(({ at }) => at),
          observations.map(({ quantity }) => quantity.toString()),
          observations.map(({ source }) => source),
        ],
      );
      if (kept.length > 0)
        await manager.query(
          `UPDATE chain_states SET revision = revision + 1, updated_at = $3::timestamptz
           WHERE chain = $1 AND address = $2`,
          [first.chain, first.address, new Date(this.clock.now())],
        );
      return kept.length;
    });
  }
}
