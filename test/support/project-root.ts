import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of package.json: benches are compiled into a folder of their own below it. */
export const PROJECT_ROOT = rootAbove(__dirname);

function rootAbove(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error(`no package.json above ${__dirname}`);
  return rootAbove(parent);
}
