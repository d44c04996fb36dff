import { packRows, unpackRows } from '../../common/row-batches';
import { acceptedRows, type AcceptedForm } from '../../domain/broker';
import type { FormRow } from '../../domain/forms';
import type { ComputeTask } from '../../ports/work/compute';

export interface BrokerRowsInput {
  /** Rows of Form 8949 by year, packed. */
  rows: readonly (readonly [number, Uint8Array[]])[];
  accepted: Uint8Array[];
  year: number;
}

/** Rows of the own records, and what brokers reported -> rows of Form 8949, packed. */
export const task: ComputeTask<BrokerRowsInput, Uint8Array[]> = {
  name: 'broker_rows',
  file: __filename,
  run: ({ rows, accepted, year }) => [
    ...packRows(
      acceptedRows(
        new Map(rows.map(([each, packed]) => [each, unpackRows<FormRow>(packed)])),
        unpackRows<AcceptedForm>(accepted),
        year,
      ),
    ),
  ],
};
