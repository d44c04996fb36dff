import type { Income } from '../domain/engine';
import type { Form8949, FormRow, Schedule1 } from '../domain/forms';
import { packInTurns, unpackRows } from './row-batches';

/** A form whose rows are packed, to cross threads. */
export interface PackedForm {
  form: Form8949;
  sections: Uint8Array[][];
  needsValue: Uint8Array[];
}

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

export interface PackedSchedule {
  schedule: Schedule1;
  rows: Uint8Array[];
}

export async function packSchedule(schedule: Schedule1, signal?: AbortSignal): Promise<PackedSchedule> {
  const rows = await packInTurns(schedule.rows.map(plain), signal);
  return { schedule: { ...schedule, rows: [] }, rows };
}

export const unpackSchedule = ({ schedule, rows }: PackedSchedule): Schedule1 => ({
  ...schedule,
  rows: unpackRows<Income>(rows),
});

/** The engine returns records with getters, which do not cross threads. */
const plain = (income: Income): Income => ({
  id: income.id,
  type: income.type,
  wallet: income.wallet,
  asset: income.asset,
  quantity: income.quantity,
  fairMarketValue: income.fairMarketValue,
  valueStatus: income.valueStatus,
  priceSource: income.priceSource,
  receivedAt: income.receivedAt,
  lotId: income.lotId,
  transactionId: income.transactionId,
  txHash: income.txHash,
  flags: income.flags,
});
