import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { inEffect } from '../../../adapters/persistence/effects';
import type { Address } from '../../../domain/kernel/address';
import type { CallerTransaction } from '../../../ports/work/domain-events';

/** Queries over tracked_wallets. */
@Injectable()
export class TrackedWalletRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Asked for again: the time starts again; a label that is not given stays.
   * @param now ms UTC
   * @param watch writes the watch of the user in the same transaction
   */
  async request(
    owner: string,
    address: Address,
    label: string | null,
    now: number,
    watch: (within: CallerTransaction) => Promise<void>,
  ): Promise<void> {
    await inEffect(this.dataSource, async (manager) => {
      await manager.query(
        `INSERT INTO tracked_wallets (owner, address, given, label, requested_at)
         VALUES ($1, $2, $3, $4, to_timestamp($5::float8 / 1000))
         ON CONFLICT (owner, address) DO UPDATE
           SET given = excluded.given, label = coalesce(excluded.label, tracked_wallets.label),
               requested_at = greatest(excluded.requested_at, tracked_wallets.requested_at)`,
        [owner, address.value, address.given, label, now],
      );
      await watch(manager);
    });
  }

  /** Deletes what was last asked for before a time, and the watches of it: both or none. @param before ms UTC */
  async lapse(before: number): Promise<void> {
    await this.dataSource.query(
      `WITH gone AS (
         DELETE FROM tracked_wallets WHERE requested_at < to_timestamp($1::float8 / 1000)
         RETURNING owner, address)
       DELETE FROM watches w USING gone
       WHERE w.reason = 'tracked' AND w.address = lower(gone.address) AND gone.owner = 'user:' || w.user_id`,
      [before],
    );
  }
}
