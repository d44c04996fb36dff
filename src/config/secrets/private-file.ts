import { randomBytes } from 'node:crypto';
import { chmodSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Generated once, readable by its owner only. 256 bits, URL-safe. */
export function keptSecret(dataDir: string, name: string): string {
  const file = join(dataDir, `${name}.secret`);
  const known = readPrivate(file);
  if (known) return known;
  writePrivate(file, randomBytes(32).toString('base64url'), false);
  return readPrivate(file) ?? fail(file);
}

/** Writes atomically, readable by its owner only. @param replace false: an existing file stays unchanged */
export function writePrivate(file: string, text: string, replace = true): void {
  const aside = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    writeFileSync(aside, text, { mode: 0o600 });
    chmodSync(aside, 0o600);
    if (replace) rmSync(file, { force: true });
    linkSync(aside, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

/** @returns null for a missing or empty file */
export function readPrivate(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim() || null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function fail(file: string): never {
  throw new Error(`${file} is empty`);
}
