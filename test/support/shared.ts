import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** A folder of further cases and recordings that may lie beside this checkout. It is an extra: nothing needs it. */
const FOLDER = resolve(process.env.SHARED_DIR ?? join(__dirname, '../../../shared'));

/** @returns the path of what the folder has under this name, or null where there is no such folder or file */
export function sharedPath(name: string): string | null {
  const path = join(FOLDER, name);
  return existsSync(path) ? path : null;
}
