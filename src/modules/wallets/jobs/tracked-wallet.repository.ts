import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Address } from '../../../domain/kernel/address';

/** Queries over tracked_wallets. */
@Injectable()
export class TrackedWalletRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Asked for again: the time starts again; a label that is not given stays. @param now ms UTC */
  async request(owner: string, address: Address, label: string | null, now: number): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO tracked_wallets (owner, address, given, label, requested_at)
       VALUES ($1, $2, $3, $4, to_timestamp($5::float8 / 1000))
       ON CONFLICT (owner, address) DO UPDATE
         SET given = excluded.given, label = coalesce(excluded.label, tracked_wallets.label),
             requested_at = greatest(excluded.requested_at, tracked_wallets.requested_at)`,
      [owner, address.value, address.given, label, now],
    );
  }

  /** @param before ms UTC @returns those last asked for before then; they are gone */
  async lapse(before: number): Promise<{ owner: string; address: string }[]> {
    const [rows] = await this.dataSource.query<[{ owner: string; address: string }[], number]>(
      `DELETE FROM tracked_wallets WHERE requested_at < to_timestamp($1::float8 / 1000)
       RETURNING owner, address`,
      [before],
    );
    return rows;
  }
}
