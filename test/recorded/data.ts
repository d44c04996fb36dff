import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { PROJECT_ROOT } from '../support/project-root';

/** The recorded data of this repository; README.md describes every file. */
export const DATA_DIR = join(PROJECT_ROOT, 'test/recorded/data');

const SUFFIX = '.json.gz';

export const dataNames = (): string[] =>
  readdirSync(DATA_DIR)
    .filter((file) => file.endsWith(SUFFIX))
    .map((file) => file.slice(0, -SUFFIX.length))
    .sort();

const readText = (name: string): string =>
  gunzipSync(readFileSync(join(DATA_DIR, name + SUFFIX))).toString('utf8');

export const readData = <T>(name: string): T => JSON.parse(readText(name)) as T;

/** Rows as they are stored: the names once, an empty cell (null) where a row does not have the field. */
export interface Table {
  columns: string[];
  rows: unknown[][];
}

export const rowsOf = ({ columns, rows }: Table): Record<string, unknown>[] =>
  rows.map((cells) =>
    Object.fromEntries(
      columns.map((name, i) => [name, cells[i] ?? null]).filter(([, value]) => value !== null),
    ),
  );

interface WalletList extends Table {
  chain: number;
  address: string;
  list: string;
}

/** All rows an explorer lists of a wallet on Ethereum. */
export function rowsOfWallet(address: string, list: string): Record<string, unknown>[] {
  const { lists } = readData<{ lists: WalletList[] }>('evm-wallets');
  const found = lists.find((one) => one.chain === 1 && one.address === address && one.list === list);
  if (!found) throw new Error(`no ${list} of ${address} was recorded`);
  return rowsOf(found);
}

interface ExplorerExport {
  wallet: string;
  kind: 'normal' | 'internal' | 'erc20' | 'beacon-deposit';
  lineEnd: string;
  columns: string[];
  lines: string[][];
}

/** A file an explorer's page gave: the text, byte by byte. */
export function explorerExport(wallet: string, kind: ExplorerExport['kind']): string {
  const found = readData<ExplorerExport[]>('explorer-exports').find(
    (one) => one.wallet === wallet && one.kind === kind,
  );
  if (!found) throw new Error(`no ${kind} export of ${wallet} was recorded`);
  const lineOf = (cells: string[]): string =>
    cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');
  return [found.columns, ...found.lines].map((cells) => lineOf(cells) + found.lineEnd).join('');
}
