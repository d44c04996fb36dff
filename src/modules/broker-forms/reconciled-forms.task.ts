import { unpackRows } from '../../common/row-batches';
import { orderChecks, reconcileAccounts, type BrokerRow, type OwnSale } from '../../domain/broker';
import type { ComputeTask } from '../../ports/work/compute';
import { toReconciliation } from './broker-forms.presenter';
import type { BrokerReconciliationResponse } from './broker-forms.shapes.dto';

/** Both sides of an account and year, packed. */
export interface ComparedForms {
  rows: Uint8Array[];
  sales: Uint8Array[];
}

export interface ReconciledFormsInput {
  accounts: readonly ComparedForms[];
  year: number;
  formIds: string[];
}

/** Forms of a year and the own records -> their differences. */
export const task: ComputeTask<ReconciledFormsInput, BrokerReconciliationResponse> = {
  name: 'reconciled_forms',
  file: __filename,
  run: ({ formIds, year, accounts: packed }) => {
    const accounts = packed.map((account) => ({
      rows: unpackRows<BrokerRow>(account.rows),
      sales: unpackRows<OwnSale>(account.sales),
    }));
    const rows = accounts.flatMap((account) => account.rows);
    const sales = accounts.flatMap((account) => account.sales);
    const result = reconcileAccounts(accounts, year);
    const orders = orderChecks(result.matches, rows, sales);
    return toReconciliation(year, formIds, result, { rows, sales, orders });
  },
};
