import { unpackRows } from '../../common/row-batches';
import { reconcileForms, type BrokerRow, type OwnSale } from '../../domain/broker';
import type { ComputeTask } from '../../ports/work/compute';
import { toReconciliation } from './broker-forms.presenter';
import type { BrokerReconciliationResponse } from './broker-forms.shapes.dto';

/** Both sides of a year, packed. */
export interface ComparedForms {
  rows: Uint8Array[];
  sales: Uint8Array[];
  year: number;
}

export type ReconciledFormsInput = ComparedForms & { formIds: string[] };

/** Forms of a year and the own records -> their differences. */
export const task: ComputeTask<ReconciledFormsInput, BrokerReconciliationResponse> = {
  name: 'reconciled_forms',
  file: __filename,
  run: ({ formIds, year, ...packed }) => {
    const rows = unpackRows<BrokerRow>(packed.rows);
    const sales = unpackRows<OwnSale>(packed.sales);
    const saleIds = sales.map(({ id }) => id);
    return toReconciliation(year, formIds, reconcileForms(rows, sales, year), { rows, saleIds });
  },
};
