import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cwd, pid } from 'node:process';
import { ledgerText } from '../test/support/ledgers/generate';

/** Made once, and again after `npm ci`. */
const FOLDER = join(cwd(), 'node_modules/.cache/bench-ledgers');
const GENERATED = /^(deep-)?(\d+)$/;

/**
 * The file of a ledger.
 * @param name a number of rows, `deep-` and a number of rows, or the path of a CSV file
 */
export function ledgerFile(name: string): string {
  const [, deep, rows] = GENERATED.exec(name) ?? [];
  if (rows === undefined) return name;
  const file = join(FOLDER, `ledger-${name}.csv`);
  if (existsSync(file)) return file;
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(`${file}.${pid}`, ledgerText(Number(rows), deep ? 'deep' : 'shallow'));
  renameSync(`${file}.${pid}`, file);
  return file;
}
