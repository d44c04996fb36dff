import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AppError } from '../../domain/kernel/errors';
import type { FilingResponse } from '../../presenters/filing/filing.shapes.dto';
import type { FiledYear } from './filed-year';
import { inEffect } from '../../adapters/persistence/effects';

interface FiledYearRow {
  id: string;
  tax_year: number;
  address: string;
  given: string;
  owned_wallets: string[];
  report_id: string;
  input_hash: string;
  filing: FilingResponse;
  frozen_at: Date;
  unfrozen_at: Date | null;
}

/** Every query names the owner. */
@Injectable()
export class FiledYearsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Latest year first. */
  async list(
    userId: string,
    { year, includeUnfrozen }: { year?: number; includeUnfrozen: boolean },
  ): Promise<FiledYear[]> {
    const rows = await this.dataSource.query<FiledYearRow[]>(
      `SELECT * FROM filed_years
       WHERE user_id = $1 AND ($2::integer IS NULL OR tax_year = $2) AND ($3 OR unfrozen_at IS NULL)
       ORDER BY tax_year DESC, frozen_at, id`,
      [userId, year ?? null, includeUnfrozen],
    );
    return rows.map(toFiledYear);
  }

  /**
   * @returns false when the year of this wallet is frozen already
   * @throws AppError RESOURCE_NOT_FOUND when the report was deleted meanwhile
   */
  async add(userId: string, filed: FiledYear): Promise<boolean> {
    const rows = await inEffect(this.dataSource, async (manager) => {
      // No other transaction deletes the report before the year is stored.
      const reports = await manager.query<unknown[]>('SELECT FROM jobs WHERE id = $1 FOR SHARE', [
        filed.reportId,
      ]);
      if (reports.length === 0) throw new AppError('RESOURCE_NOT_FOUND', { resource: 'report' });
      return manager.query<unknown[]>(
        `INSERT INTO filed_years (id, user_id, tax_year, address, given, owned_wallets, report_id, input_hash, filing, frozen_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING RETURNING id`,
        [
          filed.id,
          userId,
          filed.taxYear,
          filed.address,
          filed.given,
          filed.ownedWallets,
          filed.reportId,
          filed.inputHash,
          JSON.stringify(filed.filing),
          filed.frozenAt,
        ],
      );
    });
    return rows.length > 0;
  }

  /** @param address null: every wallet of the year @returns the reports that were bound to the year */
  async unfreeze(userId: string, year: number, address: string | null, at: Date): Promise<string[]> {
    const [rows] = await this.dataSource.query<[{ report_id: string }[], number]>(
      `UPDATE filed_years SET unfrozen_at = $4
       WHERE user_id = $1 AND tax_year = $2 AND ($3::text IS NULL OR address = $3) AND unfrozen_at IS NULL
       RETURNING report_id`,
      [userId, year, address, at],
    );
    return rows.map(({ report_id }) => report_id);
  }
}

const toFiledYear = (row: FiledYearRow): FiledYear => ({
  id: row.id,
  taxYear: row.tax_year,
  address: row.address,
  given: row.given,
  ownedWallets: row.owned_wallets,
  reportId: row.report_id,
  inputHash: row.input_hash,
  filing: row.filing,
  frozenAt: row.frozen_at,
  unfrozenAt: row.unfrozen_at,
});
