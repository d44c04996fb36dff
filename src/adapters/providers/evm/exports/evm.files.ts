import { Injectable } from '@nestjs/common';
import type { Address } from '../../../../domain/kernel/address';
import { KNOWN_CHAINS } from '../../../../config/evm-chains';
import { unpackInTurns } from '../../../../common/row-batches';
import type { ChainName } from '../../../../domain/kernel/chain';
import type { Sliced } from '../../../../domain/kernel/slices';
import {
  HistoryFiles,
  UnreadableFile,
  type FileReading,
  type RowsOfOwner,
} from '../../../../ports/upstream/history-files';
import type { RawRow } from '../../../../ports/upstream/history-source';
import { Compute, type ComputeCaller } from '../../../../ports/work/compute';
import { mergingExports } from './evm.exports.mapper';
import { task } from './read-export.task';

@Injectable()
export class EvmHistoryFiles extends HistoryFiles {
  override readonly chains = KNOWN_CHAINS;

  constructor(private readonly compute: Compute) {
    super();
  }

  override async read(
    chain: ChainName,
    wallet: Address,
    bytes: Uint8Array,
    now: number,
    caller: ComputeCaller,
  ): Promise<FileReading | null> {
    const input = { chain, wallet: wallet.value, bytes, now };
    const output = await this.compute.run(task, input, { ...caller, size: bytes.length });
    if ('unreadable' in output) throw new UnreadableFile(output.unreadable);
    return output.reading && { ...output.reading, rows: await unpackInTurns<RawRow>(output.rows) };
  }

  override merging(
    stored: readonly RawRow[],
    imported: readonly RawRow[],
    others: RowsOfOwner,
  ): Sliced<RawRow[]> {
    return mergingExports(stored, imported, others);
  }
}
