import { Injectable } from '@nestjs/common';
import { unpackInTurns } from '../../common/row-batches';
import type { ToolRow } from '../../domain/cross-tool';
import type { ExchangeFile } from '../../ports/exchanges/exchange-files';
import { ToolFiles, type ToolFileReading } from '../../ports/exchanges/tool-files';
import { UnreadableFile } from '../../ports/upstream/history-files';
import { Compute, type ComputeCaller } from '../../ports/work/compute';
import { ARCHIVE_LIMITS, isArchive } from '../files/archive';
import { task } from './read-tool-file.task';

@Injectable()
export class ThreadToolFiles extends ToolFiles {
  constructor(private readonly compute: Compute) {
    super();
  }

  override async read(
    { bytes, name, order }: ExchangeFile,
    place: number,
    caller: ComputeCaller,
  ): Promise<ToolFileReading[] | { columns: string[] }> {
    const size = bytes.length * (isArchive(bytes) ? ARCHIVE_LIMITS.ratio : 1);
    const output = await this.compute.run(task, { bytes, name, order, file: place }, { ...caller, size });
    if ('unreadable' in output) throw new UnreadableFile(output.unreadable);
    if ('columns' in output) return output;
    const readings: ToolFileReading[] = [];
    for (const { reading, rows } of output.tables)
      readings.push({ ...reading, rows: await unpackInTurns<ToolRow>(rows) });
    return readings;
  }
}
