import { type ChainName, isNativeAlias } from '../../../../domain/kernel/chain';
import { isDelegated } from '../evm.calls';
import { type EvmList, type EvmRow, rowSchema } from '../evm.schema';
import type { PortalBlock, PortalLog, PortalTrace, PortalTransaction } from './portal.schema';
import { TRANSFER, TRANSFER_BATCH, TRANSFER_SINGLE } from './portal.query';

export const PORTAL_LISTS = ['txlist', 'txlistinternal', 'tokentx', 'tokennfttx', 'token1155tx'] as const;
type PortalList = (typeof PORTAL_LISTS)[number];
export type PortalRows = Record<PortalList, EvmRow[]>;

interface Reading {
  chain: ChainName;
  /** In lower case. */
  wallet: string;
  /** Payments inside of calls are rows: logs of the native coin would count them twice. */
  listsPayments: boolean;
}

/** The answer does not fit together: a transaction or a caller is missing. */
export class TornBlock extends Error {}

type Given = Record<string, string>;

/**
 * Rows of the lists of an explorer from one block, in their order.
 * @throws TornBlock
 */
export function rowsOfBlock(reading: Reading, block: PortalBlock): PortalRows {
  const at = { blockNumber: String(block.header.number), timeStamp: String(block.header.timestamp) };
  const transactions = new Map(block.transactions.map((one) => [one.transactionIndex, one]));
  const parse = <L extends PortalList>(list: L, rows: readonly Given[]): EvmRow[] =>
    rows.map((row) => rowSchema(list as EvmList).parse({ ...row, ...at }));
  const own = [...transactions.values()].filter((one) => isOwn(reading.wallet, one)).sort(inOrder);
  const logs = [...block.logs]
    .sort((a, b) => a.logIndex - b.logIndex)
    .filter(({ address }) => !(reading.listsPayments && isNativeAlias(reading.chain, address)))
    .flatMap((log) => transfersOf(log, transactions.get(log.transactionIndex)));
  const listed = (list: PortalList) => logs.filter((one) => one.list === list).map(({ row }) => row);
  return {
    txlist: parse(
      'txlist',
      own.map((one) => transactionRow(one, rootOf(block, one.transactionIndex))),
    ),
    txlistinternal: parse('txlistinternal', innerRows(block, transactions)),
    tokentx: parse('tokentx', listed('tokentx')),
    tokennfttx: parse('tokennfttx', listed('tokennfttx')),
    token1155tx: parse('token1155tx', listed('token1155tx')),
  };
}

const isOwn = (wallet: string, { from, to, contractAddress }: PortalTransaction): boolean =>
  [from, to, contractAddress].includes(wallet);

const inOrder = (a: { transactionIndex: number }, b: { transactionIndex: number }): number =>
  a.transactionIndex - b.transactionIndex;

const rootOf = (block: PortalBlock, index: number): PortalTrace | undefined =>
  block.traces.find((trace) => trace.transactionIndex === index && trace.traceAddress.length === 0);

const text = (value: bigint | null): string => (value === null ? '' : String(value));

function transactionRow(one: PortalTransaction, root: PortalTrace | undefined): Given {
  // Receipts before Byzantium have no status.
  const hasFailed = one.status === 0 || (typeof one.status !== 'number' && Boolean(root?.error));
  return {
    hash: one.hash,
    transactionIndex: String(one.transactionIndex),
    from: one.from,
    to: one.to ?? '',
    value: text(one.value),
    gasPrice: text(one.effectiveGasPrice ?? one.gasPrice),
    gasUsed: text(one.gasUsed),
    l1Fee: text(one.l1Fee),
    isError: hasFailed ? '1' : '0',
    txreceipt_status: typeof one.status === 'number' ? String(one.status) : '',
    input: one.input ?? '',
    contractAddress: one.contractAddress ?? '',
    methodId: methodOf(one),
    functionName: '',
  };
}

const methodOf = (one: PortalTransaction | undefined): string => one?.input?.slice(0, 10) ?? '';

/**
 * Calls with a value, creations and self-destructions inside of transactions. The root of a transaction is the
 * transaction itself. A delegated call repeats the value of its caller. Below a call that failed nothing moved,
 * although the calls there state no error.
 */
function innerRows(block: PortalBlock, transactions: ReadonlyMap<number, PortalTransaction>): Given[] {
  const placeOf = (index: number, path: readonly number[]): string => `${index}:${path.join('.')}`;
  const places = new Map(block.traces.map((one) => [placeOf(one.transactionIndex, one.traceAddress), one]));
  const hasFailed = ({ transactionIndex, traceAddress, error }: PortalTrace): boolean => {
    if (error || transactions.get(transactionIndex)?.status === 0) return true;
    return traceAddress.some((_, depth) => {
      const caller = places.get(placeOf(transactionIndex, traceAddress.slice(0, depth)));
      if (!caller) throw new TornBlock(`block ${block.header.number}: an inner call without its callers`);
      return Boolean(caller.error);
    });
  };
  return [...places.values()].sort(byPlace).flatMap((trace) => {
    const row = trace.traceAddress.length === 0 ? null : innerRow(trace);
    if (!row) return [];
    const hash = transactions.get(trace.transactionIndex)?.hash;
    if (!hash) throw new TornBlock(`block ${block.header.number}: an inner call without its transaction`);
    return [{ ...row, hash, isError: hasFailed(trace) ? '1' : '0' }];
  });
}

function byPlace(a: PortalTrace, b: PortalTrace): number {
  const [first, second] = [
    [a.transactionIndex, ...a.traceAddress],
    [b.transactionIndex, ...b.traceAddress],
  ];
  const at = first.findIndex((step, i) => step !== second[i]);
  return at < 0 ? first.length - second.length : (first[at] ?? 0) - (second[at] ?? -1);
}

function innerRow({ type, action, result }: PortalTrace): Given | null {
  if (!action) return null;
  const { from, to, value, callType, address, refundAddress, balance } = action;
  const base = { contractAddress: '', value: text(value) };
  if (type === 'call' && value && !isDelegated(callType ?? 'call'))
    return { ...base, from: from ?? '', to: to ?? '', type: callType ?? 'call' };
  if (type === 'create' && value)
    return { ...base, from: from ?? '', to: '', contractAddress: result?.address ?? '', type };
  if (type === 'suicide' && balance)
    return { ...base, from: address ?? '', to: refundAddress ?? '', value: text(balance), type };
  return null;
}

interface Transfer {
  list: PortalList;
  row: Given;
}

function transfersOf(log: PortalLog, transaction: PortalTransaction | undefined): Transfer[] {
  const [event, first, second, third] = log.topics;
  const base = {
    hash: log.transactionHash,
    transactionIndex: String(log.transactionIndex),
    contractAddress: log.address,
    ...{ tokenName: '', tokenSymbol: '', tokenDecimal: '' },
    ...{ methodId: methodOf(transaction), functionName: '' },
  };
  const words = wordsOf(log.data);
  if (event === TRANSFER && first && second) {
    const ends = { from: addressIn(first), to: addressIn(second) };
    return third
      ? [{ list: 'tokennfttx', row: { ...base, ...ends, tokenID: String(BigInt(third)) } }]
      : [{ list: 'tokentx', row: { ...base, ...ends, value: String(words[0] ?? 0n) } }];
  }
  if (!second || !third) return [];
  const ends = { from: addressIn(second), to: addressIn(third) };
  const piece = (tokenID: bigint, value: bigint): Transfer => ({
    list: 'token1155tx',
    row: { ...base, ...ends, tokenID: String(tokenID), tokenValue: String(value) },
  });
  if (event === TRANSFER_SINGLE) return [piece(words[0] ?? 0n, words[1] ?? 0n)];
  if (event !== TRANSFER_BATCH) return [];
  const [ids, values] = [arrayAt(words, 0), arrayAt(words, 1)];
  return ids.map((id, i) => piece(id, values[i] ?? 0n));
}

const addressIn = (topic: string): string => `0x${topic.slice(26)}`;

const wordsOf = (data: string): bigint[] =>
  (data.slice(2).match(/[0-9a-fA-F]{64}/g) ?? []).map((word) => BigInt(`0x${word}`));

/** The integers of an array whose offset is in that word, as far as the data has them. */
function arrayAt(words: readonly bigint[], word: number): bigint[] {
  const at = Number((words[word] ?? 0n) / 32n);
  return words.slice(at + 1, at + 1 + Number(words[at] ?? 0n));
}
