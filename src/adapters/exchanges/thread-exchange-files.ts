import { Injectable } from '@nestjs/common';
import { unpackInTurns } from '../../common/row-batches';
import type { StoredExchangeRow } from '../../domain/exchanges';
import {
  ExchangeFiles,
  type ExchangeFile,
  type ExchangeFileReading,
} from '../../ports/exchanges/exchange-files';
import { UnreadableFile } from '../../ports/upstream/history-files';
import { Compute, type ComputeCaller } from '../../ports/work/compute';
import { ARCHIVE_LIMITS, isArchive } from '../files/archive';
import { task } from './read-exchange-file.task';

@Injectable()
export class ThreadExchangeFiles extends ExchangeFiles {
  constructor(private readonly compute: Compute) {
    super();
  }

  override async read(
    { bytes, name, order }: ExchangeFile,
    now: number,
    caller: ComputeCaller,
  ): Promise<ExchangeFileReading[] | { columns: string[] }> {
    const output = await this.compute.run(
      task,
      { bytes, name, now, order },
      { ...caller, size: bytes.length * (isArchive(bytes) ? ARCHIVE_LIMITS.ratio : 1) },
    );
    if ('unreadable' in output) throw new UnreadableFile(output.unreadable);
    if ('columns' in output) return output;
    const readings: ExchangeFileReading[] = [];
    for (const { reading, rows } of output.tables)
      readings.push({ ...reading, rows: await unpackInTurns<StoredExchangeRow>(rows) });
    return readings;
  }
}
