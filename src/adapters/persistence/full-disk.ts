import { Logger as Log } from '@nestjs/common';
import type { DataSource, Logger } from 'typeorm';
import { isDiskFull } from '../../ports/storage/outage';
import type { Clock } from '../../ports/clock';

/** After so long without a refused statement, the disk counts as having space again. */
const REMEMBERED_MS = 60_000;

/** Whether the database has lately refused a statement because its disk is full. Reads continue, writes fail. */
export class FullDisk implements Logger {
  private readonly messages = new Log('Database');
  private refusedAt: number | null = null;

  constructor(private readonly clock: Clock) {}

  static isFull({ logger }: DataSource): boolean {
    return logger instanceof FullDisk && logger.isFull();
  }

  logQueryError(error: unknown): void {
    if (!isDiskFull(error)) return;
    if (!this.isFull()) this.messages.error('The disk of the database is full: nothing can be stored');
    this.refusedAt = this.clock.elapsed();
  }

  logQuery(): void {}
  logQuerySlow(): void {}
  logSchemaBuild(): void {}
  logMigration(): void {}
  log(): void {}

  private isFull(): boolean {
    return this.refusedAt !== null && this.clock.elapsed() - this.refusedAt < REMEMBERED_MS;
  }
}
