import { OFFICIAL_FORMS, type OfficialForm } from '../../../domain/forms';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { AppError } from '../../../domain/kernel/errors';
import type { FormIdentity } from './accept';

const FOLDER = 'irs-forms';
const LOCK = 'lock.json';

export interface LockEntry {
  file: string;
  sha256: string;
  bytes: number;
  /** The URL, or the name of the added file. */
  source: string;
}
type Lock = Partial<Record<OfficialForm, LockEntry>>;

/** One folder per year. A file whose SHA-256 differs from the lock file is never filled. */
export class InstalledForms {
  readonly folder: string;

  constructor(dataDir: string) {
    this.folder = join(resolve(dataDir), FOLDER);
  }

  async entryOf({ form, year }: FormIdentity): Promise<LockEntry | null> {
    return (await this.lockOf(year))[form] ?? null;
  }

  /**
   * Null for a form that is not installed.
   * @throws AppError CONFIGURATION_ERROR for a file other than the accepted one
   */
  async read(identity: FormIdentity): Promise<Uint8Array | null> {
    const entry = await this.entryOf(identity);
    if (entry === null) return null;
    const bytes = await readFile(join(this.folderOf(identity.year), entry.file)).catch(missing);
    if (bytes !== null && sha256(bytes) === entry.sha256) return bytes;
    throw new AppError('CONFIGURATION_ERROR', {
      reason: bytes === null ? 'official_form_missing' : 'official_form_changed',
      form: identity.form,
      tax_year: identity.year,
    });
  }

  /** The lock file is written last: before that, the form is not installed. */
  async write({ form, year }: FormIdentity, bytes: Uint8Array, source: string): Promise<LockEntry> {
    const entry: LockEntry = { file: `${form}.pdf`, sha256: sha256(bytes), bytes: bytes.length, source };
    await mkdir(this.folderOf(year), { recursive: true });
    await replace(join(this.folderOf(year), entry.file), bytes);
    const lock: Lock = { ...(await this.lockOf(year)), [form]: entry };
    await replace(join(this.folderOf(year), LOCK), `${JSON.stringify(lock, null, 2)}\n`);
    return entry;
  }

  async all(): Promise<FormIdentity[]> {
    const names = (await readdir(this.folder).catch(missing)) ?? [];
    const years = names.filter((name) => /^20\d\d$/.test(name)).map(Number);
    const found = await Promise.all(
      years.sort().map(async (year) => {
        const lock = await this.lockOf(year);
        return OFFICIAL_FORMS.filter((form) => lock[form] !== undefined).map((form) => ({ form, year }));
      }),
    );
    return found.flat();
  }

  private folderOf(year: number): string {
    return join(this.folder, String(year));
  }

  /** @throws AppError CONFIGURATION_ERROR for a lock file that cannot be read */
  private async lockOf(year: number): Promise<Lock> {
    const text = await readFile(join(this.folderOf(year), LOCK), 'utf8').catch(missing);
    if (text === null) return {};
    try {
      return JSON.parse(text) as Lock;
    } catch {
      throw new AppError('CONFIGURATION_ERROR', { reason: 'official_form_lock_unreadable', tax_year: year });
    }
  }
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

function missing(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
  throw error;
}

/** Atomic: a reader sees the old file or the new one. */
async function replace(file: string, content: Uint8Array | string): Promise<void> {
  const aside = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    await writeFile(aside, content);
    await rename(aside, file);
  } finally {
    await rm(aside, { force: true });
  }
}
