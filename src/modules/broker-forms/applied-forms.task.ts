import { packRows, unpackRows } from '../../common/row-batches';
import { applyForms, reconcileForms, type BrokerRow, type OwnSale } from '../../domain/broker';
import type { ComputeTask } from '../../ports/work/compute';
import { toAppliedRow, toAppliedTotals } from './broker-forms.presenter';
import type { AppliedFormResponse } from './broker-forms.shapes.dto';
import type { ComparedForms } from './reconciled-forms.task';

export interface AppliedForms {
  /** Packed. */
  rows: Uint8Array[];
  totals: Omit<AppliedFormResponse, 'form_id' | 'applied_at' | 'rows'>;
}

/** A form and the own records -> rows of Form 8949. */
export const task: ComputeTask<ComparedForms, AppliedForms> = {
  name: 'applied_forms',
  file: __filename,
  run: ({ year, ...packed }) => {
    const rows = unpackRows<BrokerRow>(packed.rows);
    const sales = unpackRows<OwnSale>(packed.sales);
    const applied = applyForms(rows, sales, reconcileForms(rows, sales, year));
    return { rows: [...packRows(applied.map(toAppliedRow))], totals: toAppliedTotals(applied) };
  },
};
