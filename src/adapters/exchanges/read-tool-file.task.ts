import { packRows } from '../../common/row-batches';
import type { DateOrder } from '../../domain/exchanges';
import type { ToolFileReading } from '../../ports/exchanges/tool-files';
import { UnreadableFile } from '../../ports/upstream/history-files';
import type { ComputeTask } from '../../ports/work/compute';
import { readToolFile } from './tool-file';

export interface ToolFileInput {
  bytes: Uint8Array;
  name: string;
  /** Place of the file among those sent, from 1. */
  file: number;
  order?: DateOrder;
}

export type ToolFileOutput =
  | { tables: { reading: Omit<ToolFileReading, 'rows'>; rows: Uint8Array[] }[] }
  | { columns: string[] }
  | { unreadable: string };

/** Errors of this project do not cross threads as objects. */
export const task: ComputeTask<ToolFileInput, ToolFileOutput> = {
  name: 'read_tool_file',
  file: __filename,
  run: async ({ bytes, name, file, order }) => {
    try {
      const read = await readToolFile(bytes, name, file, order);
      if ('columns' in read) return read;
      return { tables: read.map(({ rows, ...reading }) => ({ reading, rows: [...packRows(rows)] })) };
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      return { unreadable: error.message };
    }
  },
};
