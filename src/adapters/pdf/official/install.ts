import { expectedFields, FORM_TITLES, type FilledCells } from '../../../domain/forms';

import { acceptForm, identityOf, NotAccepted, type FormIdentity } from './accept';
import { fieldsOf, openForm } from './form-document';
import type { InstalledForms, LockEntry } from './installed-forms';
import { printFields } from './print-fields';
import { printStamped } from './print-stamped';
import { readFields, readStamped } from './read-back';

export interface Installed extends LockEntry {
  form: string;
  year: number;
  fields: number;
  /** Fields that are new or absent since the latest installed earlier year. Null without one. */
  changed_since: { year: number; added: string[]; absent: string[] } | null;
}

/** @param wanted absent: the form and year printed on the file @throws NotAccepted */
export async function installForm(
  forms: InstalledForms,
  bytes: Uint8Array,
  source: string,
  wanted?: FormIdentity,
): Promise<Installed> {
  const identity = wanted ?? (await identityOf(bytes));
  const names = await tried(bytes, identity);
  const changed = await changedSince(forms, identity, names);
  const entry = await forms.write(identity, bytes, source);
  return {
    form: FORM_TITLES[identity.form],
    year: identity.year,
    ...entry,
    fields: names.length,
    changed_since: changed,
  };
}

/** Checks a form, fills all fields and reads them back. @throws NotAccepted */
export async function tried(bytes: Uint8Array, identity: FormIdentity): Promise<string[]> {
  const names = await acceptForm(bytes, identity);
  const expected = expectedFields(identity.form, identity.year) ?? [];
  const cells: FilledCells = {
    texts: new Map(
      expected.flatMap(({ name, kind }, i) => (kind === 'text' ? [[name, String(i % 10)]] : [])),
    ),
    checks: new Map(expected.flatMap(({ name, kind }) => (kind === 'check' ? [[name, null]] : []))),
  };
  const copies = [cells, cells];
  const saved = async ({ document }: Awaited<ReturnType<typeof printFields>>) =>
    document.save({ useObjectStreams: false, updateFieldAppearances: false });
  const fields = await readFields(await saved(await printFields(bytes, copies)), copies);
  const stamped = await readStamped(await saved(await printStamped(bytes, copies)), bytes, copies, {
    first: 0,
    margins: new Set(),
  });
  const [problem] = [...fields.problems, ...stamped.problems];
  if (problem !== undefined)
    throw new NotAccepted(`A filled copy is not read back as it was filled: ${problem}.`);
  return names;
}

async function changedSince(
  forms: InstalledForms,
  { form, year }: FormIdentity,
  names: readonly string[],
): Promise<Installed['changed_since']> {
  const earlier = (await forms.all()).filter((each) => each.form === form && each.year < year).at(-1);
  const bytes = earlier === undefined ? null : await forms.read(earlier);
  if (earlier === undefined || bytes === null) return null;
  const before = new Set(fieldsOf(await openForm(bytes)).keys());
  const now = new Set(names);
  return {
    year: earlier.year,
    added: names.filter((name) => !before.has(name)),
    absent: [...before].filter((name) => !now.has(name)),
  };
}
