import { packRows } from '../../common/row-batches';
import type { DateOrder } from '../../domain/exchanges';
import type { ExchangeFileReading } from '../../ports/exchanges/exchange-files';
import { UnreadableFile } from '../../ports/upstream/history-files';
import type { ComputeTask } from '../../ports/work/compute';
import { readExchangeFile } from './exchange-file';

export interface ExchangeFileInput {
  bytes: Uint8Array;
  name: string;
  /** ms UTC */
  now: number;
  order?: DateOrder;
}

export type ExchangeFileOutput =
  | { tables: { reading: Omit<ExchangeFileReading, 'rows'>; rows: Uint8Array[] }[] }
  | { columns: string[] }
  | { unreadable: string };

/** Errors of this project do not cross threads as objects. */
export const task: ComputeTask<ExchangeFileInput, ExchangeFileOutput> = {
  name: 'read_exchange_file',
  file: __filename,
  run: async ({ bytes, name, now, order }) => {
    try {
      const read = await readExchangeFile(bytes, now, name, order);
      if ('columns' in read) return read;
      return { tables: read.map(({ rows, ...reading }) => ({ reading, rows: [...packRows(rows)] })) };
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      return { unreadable: error.message };
    }
  },
};
