import { packRows, unpackRows } from '../../common/row-batches';
import {
  applyForms,
  reconcileForms,
  type AppliedRow,
  type BrokerRow,
  type OwnSale,
} from '../../domain/broker';
import type { ComputeTask } from '../../ports/work/compute';
import { toAppliedRow, toAppliedTotals } from './broker-forms.presenter';
import type { AppliedFormResponse } from './broker-forms.shapes.dto';
import type { ComparedForms } from './reconciled-forms.task';

export interface AppliedForms {
  /** Packed. */
  rows: Uint8Array[];
  totals: Omit<AppliedFormResponse, 'form_id' | 'applied_at' | 'rows'>;
}

/** A form, others of its account, and the own records. */
interface AppliedFormsInput extends ComparedForms {
  year: number;
  /** Rows of the form. Those of the others follow. */
  rowsOfForm: number;
}

const isShown = ({ isBeyondPlan = false }: AppliedRow): boolean => !isBeyondPlan;

/** A form and the own records -> rows of Form 8949, without those of the other forms. */
export const task: ComputeTask<AppliedFormsInput, AppliedForms> = {
  name: 'applied_forms',
  file: __filename,
  run: ({ year, rowsOfForm, ...packed }) => {
    const rows = unpackRows<BrokerRow>(packed.rows);
    const sales = unpackRows<OwnSale>(packed.sales);
    // A sale that still waits for a value is on no row. @source tax-rules 7.3
    const isWaiting = (sale: number | null): boolean => sale !== null && sales[sale]?.lacksProceeds === true;
    const applied = applyForms(rows, sales, reconcileForms(rows, sales, year)).filter(({ row, sale }) =>
      row === null ? !isWaiting(sale) : row < rowsOfForm,
    );
    return {
      rows: [...packRows(applied.filter(isShown).map(toAppliedRow))],
      totals: toAppliedTotals(applied),
    };
  },
};
