import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { FiledLines8949 } from '../../../domain/evidence';

@Injectable()
export class FiledRowsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The lines that a frozen year reports. Null when it is not frozen. */
  async of(userId: string, year: number, wallet: string): Promise<FiledLines8949 | null> {
    const [row] = await this.dataSource.query<{ lines: FiledLines8949 }[]>(
      `SELECT filing->'lines' AS lines FROM filed_years
       WHERE user_id = $1 AND tax_year = $2 AND address = $3 AND unfrozen_at IS NULL`,
      [userId, year, wallet],
    );
    return row?.lines ?? null;
  }
}
