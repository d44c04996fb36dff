import { CHAINS, type ChainName } from '../../../../domain/kernel/chain';
import { parseDecimal } from '../../../../domain/kernel/decimal';
import { filterSliced, mapSliced, sortSliced, type Sliced } from '../../../../domain/kernel/slices';
import { hashKey } from '../../../../domain/kernel/transaction-hash';
import { formatUnits, toUnits } from '../../../../domain/kernel/units';
import type { FileReading } from '../../../../ports/upstream/history-files';
import type { RawRow } from '../../../../ports/upstream/history-source';
import { layoutOf, type ExportFormat } from './evm.export-layouts';
import { readTable } from '../../../files/text-table';
import { decimalsInFiles } from './export-decimals';
import { toRawRows } from '../evm.rows';
import { rowSchema, type EvmList, type EvmRow } from '../evm.schema';

/**
 * Files exported from explorers -> rows in the API format of the explorer. Missing values (gas split, selectors,
 * transaction index, decimals) stay empty or are set so that amounts are the same.
 * @source providers.md 5 point 7 (oddities of real exports)
 */
type Cells = (name: string) => string;
type Draft = { list: EvmList; body: Record<string, string> };

interface Context {
  native: string;
  /** Hashes of native rows so far: the first row is the outer transaction, later rows are internal. */
  outer: Set<string>;
}

const READERS: Readonly<Record<ExportFormat, (cells: Cells, context: Context) => Draft[]>> = {
  etherscan_internal: internalDrafts,
  etherscan_erc20: tokenDrafts,
  etherscan_normal: normalDrafts,
  generic: genericDrafts,
};

class Unreadable extends Error {}

/** @param now ms UTC @returns null for a table of unknown format @throws UnreadableFile */
export function readExport(chain: ChainName, wallet: string, text: string, now: number): FileReading | null {
  const [header, ...rows] = readTable(text);
  const layout = layoutOf(header?.cells ?? []);
  if (!layout) return null;
  const { format, columns } = layout;
  const read = READERS[format];
  const context: Context = {
    native: CHAINS[chain].native.symbol.toLowerCase(),
    outer: new Set<string>(),
  };
  const lists = new Map<EvmList, EvmRow[]>();
  const rejected: FileReading['rejected'] = [];
  for (const { line, cells } of rows)
    try {
      const cell: Cells = (name) => cells[columns.get(name) ?? -1] ?? '';
      const parsed = read(cell, context).map(({ list, body }) => ({
        list,
        row: checked(list, body, wallet, now),
      }));
      for (const { list, row } of parsed) listOf(lists, list).push(row);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      rejected.push({ line, reason: error.message });
    }
  return {
    format,
    rowsRead: rows.length,
    rows: [...lists].flatMap(([list, accepted]) => toRawRows(list, accepted)),
    rejected,
  };
}

function listOf(lists: Map<EvmList, EvmRow[]>, list: EvmList): EvmRow[] {
  const known = lists.get(list) ?? [];
  lists.set(list, known);
  return known;
}

function normalDrafts(cell: Cells): Draft[] {
  const status = statusOf(cell('status'));
  const body = {
    ...place(cell),
    ...coinMove(cell, cell('to')),
    gasPrice: '1',
    // The export states one total fee.
    gasUsed: base(cell('txnfee')),
    l1Fee: '0',
    ...status,
    ...methodOf(cell('method')),
  };
  return [{ list: 'txlist', body }];
}

const coinMove = (cell: Cells, to: string) => ({
  from: cell('from'),
  to,
  contractAddress: cell('contractaddress'),
  value: nonZero(base(cell('valuein')), base(cell('valueout'))),
});

function internalDrafts(cell: Cells): Draft[] {
  const hasFailed = !['', '0'].includes(cell('status')) || cell('errcode') !== '';
  const body = {
    ...place(cell),
    ...coinMove(cell, cell('txto')),
    type: cell('type'),
    isError: hasFailed ? '1' : '0',
  };
  return [{ list: 'txlistinternal', body }];
}

function tokenDrafts(cell: Cells): Draft[] {
  return [{ list: 'tokentx', body: tokenBody(cell, cell('tokenvalue'), cell('tokenname'), '') }];
}

/** One movement per line. The first native line is the transaction itself, whose sender pays the fee. */
function genericDrafts(cell: Cells, { outer, native }: Context): Draft[] {
  const hash = cell('hash').toLowerCase();
  const symbol = cell('symbol');
  const fee = cell('fee') === '' ? '0' : base(cell('fee'));
  const isNative = cell('contractaddress') === '';
  if (isNative && symbol !== '' && symbol.toLowerCase() !== native)
    throw new Unreadable('a token needs its contract_address');
  const whole = { ...place(cell), from: cell('from'), to: cell('to') };
  const outerRow = (value: string, from: string): Draft => ({
    list: 'txlist',
    body: {
      ...whole,
      from,
      value,
      gasPrice: '1',
      gasUsed: fee,
      l1Fee: '0',
      ...statusOf(cell('status')),
      ...methodOf(cell('method')),
    },
  });
  const isFirst = !outer.has(hash);
  if (isNative) {
    outer.add(hash);
    const value = base(cell('quantity'));
    return isFirst
      ? [outerRow(value, whole.from)]
      : [{ list: 'txlistinternal', body: { ...whole, value, type: 'call', isError: '0' } }];
  }
  const token = tokenBody(cell, cell('quantity'), cell('name'), cell('decimals'));
  if (fee === '0' || !isFirst) return [{ list: 'tokentx', body: token }];
  outer.add(hash);
  return [outerRow('0', whole.from), { list: 'tokentx', body: token }];
}

function tokenBody(cell: Cells, amount: string, name: string, decimals: string): Draft['body'] {
  const contractAddress = cell('contractaddress').toLowerCase();
  const places = plainAmount(amount).split('.')[1]?.length ?? 0;
  if (!/^\d{0,2}$/.test(decimals)) throw new Unreadable('decimals is not a small whole number');
  const tokenDecimal =
    decimals === '' ? Math.max(decimalsInFiles(contractAddress), places) : Number(decimals);
  return {
    ...place(cell),
    from: cell('from'),
    to: cell('to'),
    contractAddress,
    value: String(toUnits(plainAmount(amount), tokenDecimal)),
    tokenName: name,
    tokenSymbol: cell(cell('tokensymbol') === '' ? 'symbol' : 'tokensymbol'),
    tokenDecimal: String(tokenDecimal),
  };
}

const place = (cell: Cells): Record<'hash' | 'blockNumber' | 'timeStamp', string> => ({
  hash: cell('hash'),
  blockNumber: cell('block').replaceAll(',', '') || '0',
  timeStamp: secondsOf(cell('unixtimestamp') || cell('timestamp') || cell('datetime')),
});

/** Seconds UTC. Exports without the number state `YYYY-MM-DD hh:mm:ss` in UTC. */
function secondsOf(text: string): string {
  if (/^\d{9,11}$/.test(text)) return text;
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?)Z?$/.exec(text) ?? [];
  const at = Date.parse(`${day}T${time}Z`);
  if (Number.isNaN(at)) throw new Unreadable('the time is neither seconds nor YYYY-MM-DD hh:mm:ss in UTC');
  return String(Math.floor(at / 1000));
}

/** The digit of `Error(n)` is the receipt status: 1 means the transaction succeeded, even if an inner call failed. */
function statusOf(text: string): { isError: string; txreceipt_status: string } {
  const [, digit] = /^error\s*\((\d)\)/i.exec(text) ?? [];
  const hasFailed = digit === undefined ? /^(error|fail)/i.test(text) : digit === '0';
  return {
    isError: hasFailed || digit !== undefined ? '1' : '0',
    txreceipt_status: hasFailed ? '0' : '1',
  };
}

/** Exports state the method name, or the selector when the name is unknown. */
const methodOf = (text: string): { methodId: string; functionName: string } =>
  /^0x[0-9a-f]{8}$/i.test(text) ? { methodId: text, functionName: '' } : { methodId: '', functionName: text };

/** Removes thousands separators and a unit after the number (`31 ETH`). */
function plainAmount(text: string): string {
  const [number = ''] = text.replaceAll(',', '').split(' ');
  const value = parseDecimal(number);
  if (!value || value.isNegative()) throw new Unreadable(`"${text.slice(0, 40)}" is not an amount`);
  return value.toFixed();
}

const base = (text: string): string => String(toUnits(plainAmount(text === '' ? '0' : text), 18));
const nonZero = (a: string, b: string): string => (a === '0' ? b : a);

/** @throws Unreadable for a row that the API cannot return for this wallet */
function checked(list: EvmList, body: Record<string, string>, wallet: string, now: number): EvmRow {
  const parsed = rowSchema(list).safeParse(body);
  if (!parsed.success)
    throw new Unreadable(`${parsed.error.issues[0]?.path.join('.') ?? 'the row'} is not readable`);
  const row = parsed.data as EvmRow & { from: string; to: string; contractAddress: string };
  if (![row.from, row.to, list === 'tokentx' ? '' : row.contractAddress].includes(wallet))
    throw new Unreadable('the row does not name the wallet');
  if (Number(row.timeStamp) * 1000 > now) throw new Unreadable('the time lies ahead');
  return row;
}

/** Scales token amounts of files to the on-chain decimals of the token. */
function restated(row: RawRow, decimals: ReadonlyMap<string, number>): RawRow {
  const { contractAddress, tokenDecimal, value } = row.body as Record<string, string>;
  const known = row.list === 'tokentx' ? decimals.get(contractAddress ?? '') : undefined;
  const given = Number(tokenDecimal);
  if (known === undefined || known === given) return row;
  const units = toUnits(formatUnits(BigInt(value ?? '0'), given), known);
  return { ...row, body: { ...row.body, value: String(units), tokenDecimal: String(known) } };
}

/** The first on-chain row decides. Among files, the one with most digits decides. */
function* readingDecimals(
  onChain: readonly RawRow[],
  imported: readonly RawRow[],
): Sliced<Map<string, number>> {
  const known = new Map<string, number>();
  const seen = new Map<string, number>();
  const visitTokens = (rows: readonly RawRow[], visit: (contract: string, decimals: number) => void) =>
    mapSliced(rows, ({ list, body }) => {
      const { contractAddress, tokenDecimal } = body as Record<string, string>;
      if (list === 'tokentx' && contractAddress && /^\d{1,2}$/.test(tokenDecimal ?? ''))
        visit(contractAddress, Number(tokenDecimal));
    });
  yield* visitTokens(imported, (contract, decimals) => {
    seen.set(contract, Math.max(decimals, seen.get(contract) ?? 0));
  });
  yield* visitTokens(onChain, (contract, decimals) => {
    known.set(contract, known.get(contract) ?? decimals);
  });
  return new Map([...seen, ...known]);
}

/**
 * On-chain rows win for transactions that both contain.
 * @param others rows of the owner's other wallets, so that a token has the same decimals in all of them
 */
export function* mergingExports(
  stored: readonly RawRow[],
  imported: readonly RawRow[],
  others: { stored: readonly RawRow[]; imported: readonly RawRow[] },
): Sliced<RawRow[]> {
  const identityOf = ({ list, body }: RawRow): string => `${list} ${hashKey(String(body.hash))}`;
  const listed = new Set(yield* mapSliced(stored, identityOf));
  const decimals = yield* readingDecimals([...stored, ...others.stored], [...imported, ...others.imported]);
  const added = yield* filterSliced(imported, (row) => !listed.has(identityOf(row)));
  const scaled = yield* mapSliced(added, (row) => restated(row, decimals));
  return yield* sortSliced([...stored, ...scaled], (a, b) => a.block - b.block);
}
