import type { Form8949, FormRow } from '../domain/forms';
import { packInTurns, unpackRows } from './row-batches';

/** A form whose rows are packed, to cross threads. */
export interface PackedForm {
  /** Without rows. */
  form: Form8949;
  /** Rows of each section. */
  sections: Uint8Array[][];
  needsValue: Uint8Array[];
}

/** Packs on the event loop, and yields to other requests between two batches. */
export async function packForm(form: Form8949, signal?: AbortSignal): Promise<PackedForm> {
  const sections: Uint8Array[][] = [];
  for (const { rows } of form.sections) sections.push(await packInTurns(rows, signal));
  const bare = {
    ...form,
    sections: form.sections.map((section) => ({ ...section, rows: [] })),
    needsValue: [],
  };
  return { form: bare, sections, needsValue: await packInTurns(form.needsValue, signal) };
}

/** For a thread, which delays no requests. */
export const unpackForm = ({ form, sections, needsValue }: PackedForm): Form8949 => ({
  ...form,
  sections: form.sections.map((section, i) => ({ ...section, rows: unpackRows<FormRow>(sections[i] ?? []) })),
  needsValue: unpackRows<FormRow>(needsValue),
});
