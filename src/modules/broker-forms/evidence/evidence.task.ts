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
import type { Form8949 } from '../../../domain/forms';
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
  filed: PackedForm<'form_8949'>;
}

export interface WrittenEvidence {
  /** Keys of rows that stand otherwise on the form. Then the rest is not for use. */
  notAsFiled: readonly string[];
  letter: readonly string[];
  /** Lines of the page of each row. */
  pages: readonly (readonly string[])[];
  csv: string;
  json: string;
  /** `EvidenceInputs` as JSON. */
  inputs: string;
}

/** A form and the own records -> the texts of its evidence. */
export const task: ComputeTask<EvidenceTaskInput, WrittenEvidence> = {
  name: 'evidence',
  file: __filename,
  run: ({ rows, sales, facts, lots, filed, ...rest }) =>
    writeEvidence({
      ...rest,
      rows: unpackRows(rows),
      sales: unpackRows(sales),
      facts: unpackRows(facts),
      lots: unpackRows(lots),
      filed: unpackForm(filed).content,
    }),
};

/** All that the evidence is computed from. */
export interface EvidenceInputs {
  letter: LetterFacts;
  rowsOfForm: number;
  rows: readonly BrokerRow[];
  sales: readonly OwnSale[];
  facts: readonly [string, SaleFacts][];
  lots: readonly OwnLot[];
  filed: Form8949;
}

export function writeEvidence(inputs: EvidenceInputs): WrittenEvidence {
  const { letter, facts, filed, ...rest } = inputs;
  const form = { id: letter.formId, account: letter.account };
  const evidence = evidenceOf(
    { ...rest, form, year: letter.year, facts: new Map(facts) },
    new FiledLines(filed),
  );
  return {
    notAsFiled: evidence.notAsFiled,
    letter: letterLines(evidence, letter),
    pages: evidence.rows.map((row) => rowLines(row, letter)),
    csv: evidenceCsv(evidence),
    json: JSON.stringify(toEvidence(evidence, letter), null, 2),
    inputs: JSON.stringify(inputs, tagged, 1),
  };
}

/** JSON has no integers of that size. */
const tagged = (_key: string, value: unknown): unknown =>
  typeof value === 'bigint' ? { bigint: String(value) } : value;

/** @throws SyntaxError */
export const readInputs = (text: string): EvidenceInputs =>
  JSON.parse(text, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && 'bigint' in value && Object.keys(value).length === 1
      ? BigInt(value.bigint as string)
      : value,
  ) as EvidenceInputs;
