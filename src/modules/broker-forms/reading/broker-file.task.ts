import { packRows } from '../../../common/row-batches';
import { UnreadableRow } from '../../../domain/broker';
import type { ComputeTask } from '../../../ports/work/compute';
import { readBrokerFile, type BrokerFormat } from './broker-file';

export interface BrokerFileInput {
  bytes: Uint8Array;
}

/** The rows, packed: `BrokerRow`. */
export type BrokerFileOutput = { format: BrokerFormat; rows: Uint8Array[] } | { unreadable: string };

/** A file -> its rows. Errors of our own classes do not cross threads as objects. */
export const task: ComputeTask<BrokerFileInput, BrokerFileOutput> = {
  name: 'read_broker_file',
  file: __filename,
  run: ({ bytes }) => {
    try {
      const { format, rows } = readBrokerFile(bytes);
      return { format, rows: [...packRows(rows)] };
    } catch (error) {
      if (!(error instanceof UnreadableRow)) throw error;
      return { unreadable: error.message };
    }
  },
};
