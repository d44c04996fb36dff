import { FORM_TITLES, KNOWN_YEARS, OFFICIAL_FORMS } from '../../domain/forms';
import { readFile, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { download, DownloadFailed } from '../../adapters/outbound/guarded-download';
import { EgressPolicy } from '../../adapters/outbound/egress-policy';
import { NotAccepted } from '../../adapters/pdf/official/accept';
import { installForm, tried, type Installed } from '../../adapters/pdf/official/install';
import { InstalledForms } from '../../adapters/pdf/official/installed-forms';
import { LaunchError } from '../../bootstrap/launch-error';
import { loadConfig } from '../../config/env';

import { AppError } from '../../domain/kernel/errors';

/** Final forms of all years. Drafts are in another folder. */
const IRS = 'https://www.irs.gov/pub/irs-prior';
const MAX_BYTES = 8 * 1024 * 1024;
const TIMEOUT_MS = 60_000;

export interface FormSource {
  url: string;
  policy: EgressPolicy;
}
const OFFICIAL_SOURCE: FormSource = { url: IRS, policy: new EgressPolicy('public-only') };

const installed = (): InstalledForms => new InstalledForms(loadConfig(process.env).DATA_DIR);

/**
 * Checks and installs both forms of a year, or none.
 * @throws LaunchError for a year whose forms are not known, and for a file that cannot be read or does not fit
 */
export async function fetchForms(
  text: string,
  { url, policy }: FormSource = OFFICIAL_SOURCE,
): Promise<{ installed: Installed[] }> {
  const year = yearOf(text);
  const forms = installed();
  const files: { form: (typeof OFFICIAL_FORMS)[number]; source: string; bytes: Uint8Array }[] = [];
  for (const form of OFFICIAL_FORMS) {
    const source = `${url}/${form}--${year}.pdf`;
    const bytes = await download(source, policy, { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS }).catch(
      refusal,
    );
    await tried(bytes, { form, year }).catch((error: unknown) => refusal(error, source));
    files.push({ form, source, bytes });
  }
  const results: Installed[] = [];
  for (const { form, source, bytes } of files)
    results.push(await installForm(forms, bytes, source, { form, year }));
  return { installed: results };
}

/** @throws LaunchError for a file that is none of the forms */
export async function addForm(file: string): Promise<Installed> {
  const path = resolve(file);
  const size = await stat(path).then(
    ({ size }) => size,
    () => null,
  );
  if (size === null) throw new LaunchError(`There is no file ${path}.`);
  if (size > MAX_BYTES) throw new LaunchError(`${path} is larger than ${MAX_BYTES} bytes.`);
  return installForm(installed(), await readFile(path), basename(path)).catch((error: unknown) =>
    refusal(error, path),
  );
}

interface Checked {
  form: string;
  year: number;
  problem: string | null;
}

export async function checkForms(): Promise<{ valid: boolean; folder: string; forms: Checked[] }> {
  const forms = installed();
  const checked: Checked[] = [];
  for (const { form, year } of await forms.all()) {
    const problem = await forms
      .read({ form, year })
      .then(async (bytes) => {
        await tried(bytes ?? new Uint8Array(), { form, year });
        return null;
      })
      .catch(wordsOf);
    checked.push({ form: FORM_TITLES[form], year, problem });
  }
  return { valid: checked.every(({ problem }) => problem === null), folder: forms.folder, forms: checked };
}

function yearOf(text: string): number {
  const year = Number(text);
  if (/^\d{4}$/.test(text) && KNOWN_YEARS.includes(year)) return year;
  throw new LaunchError(`The forms of "${text}" are not known here. Known years: ${KNOWN_YEARS.join(', ')}.`);
}

/** @throws error when the operator cannot act on it */
function wordsOf(error: unknown): string {
  if (error instanceof NotAccepted || error instanceof DownloadFailed) return error.message;
  if (!(error instanceof AppError)) throw error;
  const reason = error.details?.['reason'];
  return typeof reason === 'string' ? reason : error.message;
}

function refusal(error: unknown, file?: string): never {
  throw new LaunchError(file === undefined ? wordsOf(error) : `${file}: ${wordsOf(error)}`);
}
