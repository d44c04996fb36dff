import { unpackForm, type PackedForm } from '../../../common/packed-form';
import { unpackRows } from '../../../common/row-batches';
import type { BrokerRow, OwnSale } from '../../../domain/broker';
import {
  evidenceOf,
  FiledLines,
  letterLines,
  rowLines,
  type LetterFacts,
  type OwnLot,
  type SaleFacts,
} from '../../../domain/evidence';
import type { ComputeTask } from '../../../ports/work/compute';
import { evidenceCsv, toEvidence } from './evidence.presenter';

export interface EvidenceTaskInput {
  letter: LetterFacts;
  rowsOfForm: number;
  /** Packed. */
  rows: Uint8Array[];
  sales: Uint8Array[];
  /** `[id of the sale, SaleFacts]` */
  facts: Uint8Array[];
  lots: Uint8Array[];
  filed: PackedForm;
}

export interface WrittenEvidence {
  /** Keys of rows that stand otherwise on the form. Then nothing else is written. */
  notAsFiled: readonly string[];
  letter: readonly string[];
  /** Lines of the page of each row. */
  pages: readonly (readonly string[])[];
  csv: string;
  json: string;
}

/** A form and the own records -> the texts of its evidence. */
export const task: ComputeTask<EvidenceTaskInput, WrittenEvidence> = {
  name: 'evidence',
  file: __filename,
  run: ({ letter, rowsOfForm, rows, sales, facts, lots, filed }) => {
    const evidence = evidenceOf(
      {
        form: { id: letter.formId, account: letter.account },
        year: letter.year,
        rows: unpackRows<BrokerRow>(rows),
        rowsOfForm,
        sales: unpackRows<OwnSale>(sales),
        facts: new Map(unpackRows<[string, SaleFacts]>(facts)),
        lots: unpackRows<OwnLot>(lots),
      },
      new FiledLines(unpackForm(filed)),
    );
    if (evidence.notAsFiled.length > 0)
      return { notAsFiled: evidence.notAsFiled, letter: [], pages: [], csv: '', json: '' };
    return {
      notAsFiled: [],
      letter: letterLines(evidence, letter),
      pages: evidence.rows.map((row) => rowLines(row, letter)),
      csv: evidenceCsv(evidence),
      json: JSON.stringify(toEvidence(evidence, letter), null, 2),
    };
  },
};
