import { packRows } from '../../../../common/row-batches';
import type { ChainName } from '../../../../domain/kernel/chain';
import { UnreadableFile, type FileReading } from '../../../../ports/upstream/history-files';
import type { ComputeTask } from '../../../../ports/work/compute';
import { fileText } from '../../../files/file-text';
import { readExport } from './evm.exports.mapper';

export interface ExportInput {
  chain: ChainName;
  wallet: string;
  bytes: Uint8Array;
  /** ms UTC */
  now: number;
}

/** `reading` without rows, and the packed rows. Null for an unknown format. */
export type ExportOutput =
  { reading: Omit<FileReading, 'rows'> | null; rows: Uint8Array[] } | { unreadable: string };

/** Errors of this project do not cross threads as objects. */
export const task: ComputeTask<ExportInput, ExportOutput> = {
  name: 'read_export',
  file: __filename,
  run: ({ chain, wallet, bytes, now }) => {
    try {
      const read = readExport(chain, wallet, fileText(bytes), now);
      if (read === null) return { reading: null, rows: [] };
      const { rows, ...reading } = read;
      return { reading, rows: [...packRows(rows)] };
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      return { unreadable: error.message };
    }
  },
};
