import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

const NAME = 'events';

/** One row. There is nothing to read before the first attempt to buy. */
@Injectable()
export class PaymentScanRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Takes a turn, unless another process took one within `everyMs`.
   * @returns the time until which events are known, at the earliest the first order; null without a turn
   */
  async claim(now: Date, everyMs: number): Promise<Date | null> {
    const [row] = await this.dataSource.query<{ scannedTo: Date }[]>(
      `INSERT INTO payment_scans AS scan (name, scanned_to, claimed_at)
         SELECT $1, min(created_at), $2 FROM checkouts HAVING count(*) > 0
       ON CONFLICT (name) DO UPDATE SET claimed_at = $2
         WHERE scan.claimed_at <= $2::timestamptz - make_interval(secs => $3::float8 / 1000)
       RETURNING scanned_to AS "scannedTo"`,
      [NAME, now, everyMs],
    );
    return row?.scannedTo ?? null;
  }

  async finish(scannedTo: Date): Promise<void> {
    await this.dataSource.query(
      'UPDATE payment_scans SET scanned_to = greatest(scanned_to, $2) WHERE name = $1',
      [NAME, scannedTo],
    );
  }
}
