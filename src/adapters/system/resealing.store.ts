import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SecretBox } from '../../config/secrets/secret-box';
import { SEALED_COLUMNS, type SealedPurpose } from '../../config/secrets/sealed-columns';

const BATCH = 500;

export interface ResealedColumn {
  purpose: SealedPurpose;
  table: string;
  column: string;
  current: number;
  resealed: number;
  /** Texts that no configured key opens. They stay unchanged. */
  unreadable: number;
}

/** `all` includes texts under another than the first key. */
type Due = 'all' | 'old form';

interface SealedRow {
  id: string;
  sealed: string;
}

/** Seals text of older releases in the current form, under the first key. The text itself does not change. */
@Injectable()
export class Resealing implements OnApplicationBootstrap {
  private readonly log = new Logger('Secrets');

  constructor(
    private readonly dataSource: DataSource,
    private readonly box: SecretBox,
  ) {}

  /** A text that cannot be opened does not stop the service: only its webhook fails. */
  async onApplicationBootstrap(): Promise<void> {
    try {
      for (const { table, column, resealed, unreadable } of await this.run('old form')) {
        if (resealed > 0) this.log.log(`Sealed ${resealed} texts of ${table}.${column} again`);
        if (unreadable > 0)
          this.log.error(`No key of ENCRYPTION_KEY opens ${unreadable} texts of ${table}.${column}`);
      }
    } catch (error) {
      this.log.warn(`Stored secrets were not checked: ${String(error)}`);
    }
  }

  async run(due: Due): Promise<ResealedColumn[]> {
    const purposes = Object.keys(SEALED_COLUMNS) as SealedPurpose[];
    const all: ResealedColumn[] = [];
    for (const purpose of purposes) all.push(await this.column(purpose, due));
    return all;
  }

  private async column(purpose: SealedPurpose, due: Due): Promise<ResealedColumn> {
    const { table, key, column } = SEALED_COLUMNS[purpose];
    const counts = { current: 0, resealed: 0, unreadable: 0 };
    let after = '00000000-0000-0000-0000-000000000000';
    for (;;) {
      const rows = await this.dataSource.query<SealedRow[]>(
        `SELECT ${key} AS id, ${column} AS sealed FROM ${table}
         WHERE ${key} > $1 AND ${column} IS NOT NULL ORDER BY ${key} LIMIT ${BATCH}`,
        [after],
      );
      for (const row of rows) counts[await this.row(purpose, row, due)]++;
      const last = rows.at(-1);
      if (!last || rows.length < BATCH) return { purpose, table, column, ...counts };
      after = last.id;
    }
  }

  /** A text that was replaced meanwhile is skipped: its writer has sealed it. */
  private async row(
    purpose: SealedPurpose,
    { id, sealed }: SealedRow,
    due: Due,
  ): Promise<'current' | 'resealed' | 'unreadable'> {
    const age = this.box.ageOf(sealed);
    if (age === 'current' || (due === 'old form' && age !== due)) return 'current';
    const { table, key, column } = SEALED_COLUMNS[purpose];
    let text: string;
    try {
      text = this.box.open(sealed, purpose, id);
    } catch {
      return 'unreadable';
    }
    await this.dataSource.query(`UPDATE ${table} SET ${column} = $3 WHERE ${key} = $1 AND ${column} = $2`, [
      id,
      sealed,
      this.box.seal(text, purpose, id),
    ]);
    return 'resealed';
  }
}
