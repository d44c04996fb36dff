import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { type LocalUpstream, sendJson, startLocalUpstream } from './local-upstream';

type Item = Record<string, unknown>;
/** A whole block of a chain, whoever its payments concern. */
export interface SqdBlock {
  header: { number: number; timestamp: number };
  transactions?: Item[];
  logs?: Item[];
  traces?: Item[];
  stateDiffs?: Item[];
}
type Query = Item & { fromBlock: number; toBlock: number; fields: Record<string, Item> };
/** Answers in place of the service. `lines` is what it would send. */
export type SqdFault = (response: ServerResponse, lines: string) => void;

/**
 * A Portal of SQD over blocks made by the test, and a node of the same chain: filters are applied, the first and the
 * last block of an answer are always stated, and an answer ends after so many bytes.
 */
export interface Sqd extends LocalUpstream {
  blocks: SqdBlock[];
  /** The last final block. */
  head: number;
  /** The replica that streams has blocks up to this one. */
  served: number;
  /** The first block of the data set. */
  start: number;
  bytes: number;
  /** Tables and columns that the data set lacks, as `traces`, `transactions.l1Fee`. */
  lacks: string[];
  /** Each one answers one stream request, in order. */
  faults: SqdFault[];
  /** Of the node, by contract. */
  tokens: Record<string, { name: string; symbol: string; decimals: number }>;
  isNodeAway: boolean;
  /** Ranges asked for. */
  asked: [number, number][];
  env: Record<string, string>;
}

export async function startSqd(): Promise<Sqd> {
  const local = await startLocalUpstream((url, response, request) => {
    void bodyOf(request).then((body) => {
      if (url.pathname.startsWith('/node/')) answerCalls(sqd, body as Item[], response);
      else if (url.pathname.endsWith('/finalized-head')) sendJson(response, { number: sqd.head, hash: '0x' });
      else stream(sqd, body as Query, response);
    });
  });
  const sqd: Sqd = Object.assign(local, {
    ...{ blocks: [], head: 0, served: Infinity, start: 0, bytes: 1_000_000, lacks: [], faults: [] },
    ...{ tokens: {}, isNodeAway: false, asked: [] },
    env: { SQD_BASE_URL: `${local.url}/sqd`, EVM_NODE_URL: `${local.url}/node` },
  });
  return sqd;
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  return parts.length === 0 ? null : JSON.parse(Buffer.concat(parts).toString('utf8'));
}

const refuse = (response: ServerResponse, text: string, status = 400, headers = {}): void => {
  response.writeHead(status, { 'content-type': 'text/plain', ...headers });
  response.end(text);
};

function stream(sqd: Sqd, query: Query, response: ServerResponse): void {
  sqd.asked.push([query.fromBlock, query.toBlock]);
  const lines = linesOf(sqd, query);
  const fault = sqd.faults.shift();
  if (fault) return fault(response, lines);
  if (query.fromBlock < sqd.start) return refuse(response, `dataset starts at block ${sqd.start}`);
  for (const lacked of sqd.lacks) {
    const [table = '', column] = lacked.split('.');
    const snake = column?.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    if (column && query.fields.transaction?.[column])
      return refuse(response, `couldn't parse request: column '${snake}' is not found in '${table}'`);
    if (!column && query[table]) return refuse(response, `table '${table}' does not exist`);
  }
  if (query.fromBlock > sqd.served) return refuse(response, '', 204);
  response.writeHead(200, { 'content-type': 'application/jsonl', 'content-encoding': 'gzip' });
  response.end(gzipSync(lines));
}

function linesOf(sqd: Sqd, query: Query): string {
  const end = Math.min(query.toBlock, sqd.served);
  const lines: string[] = [];
  let size = 0;
  let last = query.fromBlock - 1;
  const put = (block: SqdBlock): void => {
    lines.push(JSON.stringify(block));
    size += lines.at(-1)?.length ?? 0;
    last = block.header.number;
  };
  const boundary = (number: number): void => {
    const header = sqd.blocks.find((one) => one.header.number === number)?.header;
    put({ header: header ?? { number, timestamp: 1_600_000_000 + number } });
  };
  for (const block of sqd.blocks) {
    const { number } = block.header;
    if (number < query.fromBlock || number > end) continue;
    const found = filtered(block, query);
    if (!found) continue;
    if (lines.length === 0 && number > query.fromBlock) boundary(query.fromBlock);
    put(found);
    if (size > sqd.bytes) return `${lines.join('\n')}\n`;
  }
  if (lines.length === 0 && query.fromBlock <= end) boundary(query.fromBlock);
  if (last < end) boundary(end);
  return `${lines.join('\n')}\n`;
}

function filtered(block: SqdBlock, query: Query): SqdBlock | null {
  const rules = (name: string): Item[] => (query[name] as Item[] | undefined) ?? [];
  const joined = new Set<unknown>();
  const pick = (items: Item[] = [], name: string, value: (item: Item, key: string) => unknown): Item[] =>
    items.filter((item) => {
      const rule = rules(name).find((one) =>
        Object.entries(one).every(
          ([key, wanted]) => !Array.isArray(wanted) || (wanted as unknown[]).includes(value(item, key)),
        ),
      );
      if (rule?.transaction) joined.add(item.transactionIndex);
      return rule !== undefined;
    });
  const logs = pick(block.logs, 'logs', ({ topics }, key) => (topics as string[])[Number(key.slice(5))]);
  const found = pick(block.traces, 'traces', traceValue);
  const path = (item: Item): string => [item.transactionIndex, ...(item.traceAddress as number[])].join('.');
  const paths = found.map(path);
  const traces = (block.traces ?? []).filter((item) =>
    paths.some((one) => one === path(item) || one.startsWith(`${path(item)}.`)),
  );
  const stateDiffs = pick(block.stateDiffs, 'stateDiffs', (item, key) => item[key]);
  const own = pick(block.transactions, 'transactions', (item, key) => item[key]);
  const transactions = (block.transactions ?? []).filter(
    (item) => own.includes(item) || joined.has(item.transactionIndex),
  );
  const lists = Object.entries({ transactions, logs, traces, stateDiffs }).filter(([, of]) => of.length > 0);
  return lists.length === 0 ? null : { header: block.header, ...Object.fromEntries(lists) };
}

function traceValue({ type, action }: Item, key: string): unknown {
  const { from, to, refundAddress } = action as Item;
  const values: Record<string, unknown> = {
    ...{ type, callFrom: from, callTo: to, createFrom: from, suicideRefundAddress: refundAddress },
  };
  return values[key];
}

function answerCalls(sqd: Sqd, calls: Item[], response: ServerResponse): void {
  if (sqd.isNodeAway) return refuse(response, 'away', 503);
  const word = (value: number): string => value.toString(16).padStart(64, '0');
  const text = (value: string): string => {
    const bytes = Buffer.from(value).toString('hex');
    return `0x${word(32)}${word(bytes.length / 2)}${bytes.padEnd(Math.ceil(bytes.length / 64) * 64, '0')}`;
  };
  sendJson(
    response,
    calls.map(({ id, method, params }) => {
      if (method === 'eth_getBalance') return { jsonrpc: '2.0', id, result: '0x2a' };
      const { to, data } = (params as [{ to: string; data: string }])[0];
      const token = sqd.tokens[to];
      if (!token) return { jsonrpc: '2.0', id, error: { code: 3, message: 'execution reverted' } };
      if (data.startsWith('0x70a08231')) return { jsonrpc: '2.0', id, result: `0x${word(7)}` };
      const result =
        data === '0x313ce567'
          ? `0x${word(token.decimals)}`
          : text(data === '0x06fdde03' ? token.name : token.symbol);
      return { jsonrpc: '2.0', id, result };
    }),
  );
}

const send = (response: ServerResponse, body: string | Buffer, headers = {}): void => {
  response.writeHead(200, headers);
  response.end(body);
};

/** What the service was seen to do, or can do. */
export const SQD_FAULTS = {
  'a replica that is behind (204)': (response) => refuse(response, '', 204),
  'an empty answer (200)': (response) => send(response, ''),
  'a last line that is cut': (response, lines) => send(response, lines.slice(0, -12)),
  'a line that is no JSON': (response, lines) =>
    send(response, lines.replace(/\n(?=[^\n]+\n$)/, '\n{"header":{"num\n')),
  'a gzip body that is cut': (response, lines) =>
    send(response, gzipSync(lines).subarray(0, -20), { 'content-encoding': 'gzip' }),
  'a connection that breaks in a line': (response, lines) => {
    response.writeHead(200, { 'content-type': 'application/jsonl' });
    response.write(lines.slice(0, -12), () => setImmediate(() => response.destroy()));
  },
  'too many calls (429, seconds)': (response) => refuse(response, 'slow down', 429, { 'retry-after': '1' }),
  'too many calls (429, date)': (response) =>
    refuse(response, 'slow down', 429, { 'retry-after': new Date(0).toUTCString() }),
  'overload (529)': (response) =>
    sendJson(response, { error: { type: 'rate_limit_error', message: 'overloaded' } }, 529, {
      'retry-after': '1',
    }),
  'no workers (503)': (response) => sendJson(response, { error: { message: 'no workers' } }, 503),
  'a fork, newest block first (409)': (response) =>
    sendJson(
      response,
      {
        previousBlocks: [
          { number: 12, hash: '0x1' },
          { number: 11, hash: '0x2' },
        ],
      },
      409,
    ),
  'a fork, oldest block first (409)': (response) =>
    sendJson(
      response,
      {
        previousBlocks: [
          { number: 11, hash: '0x2' },
          { number: 12, hash: '0x1' },
        ],
      },
      409,
    ),
} as const satisfies Record<string, SqdFault>;

const digits = (value: unknown): string => BigInt((value || 0) as string | number).toString(16);
const hex = (value: unknown): string => `0x${digits(value)}`;
const padded = (value: unknown): string => `0x${digits(value).padStart(64, '0')}`;
const TOPICS = {
  tokentx: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  tokennfttx: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  token1155tx: '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
} as const;
const STRANGER = `0x${'5'.repeat(40)}`;

/** The blocks whose lists at an explorer are these rows. */
export function blocksOfRows(lists: Record<string, Record<string, string>[]>): SqdBlock[] {
  const blocks = new Map<string, Required<SqdBlock>>();
  const places = new Map<string, number>();
  const blockOf = ({ blockNumber = '0', timeStamp }: Record<string, string>): Required<SqdBlock> => {
    const known = blocks.get(blockNumber) ?? {
      header: { number: Number(blockNumber), timestamp: Number(timeStamp) },
      ...{ transactions: [], logs: [], traces: [], stateDiffs: [] },
    };
    blocks.set(blockNumber, known);
    return known;
  };
  const transactionOf = (row: Record<string, string>, own: Item | null): number => {
    const { hash = '' } = row;
    const known = places.get(hash);
    if (known !== undefined) return known;
    const block = blockOf(row);
    const transactionIndex = Number(row.transactionIndex || 1_000 + block.transactions.length);
    const stranger = { from: STRANGER, to: STRANGER, value: '0x0', input: '0x', status: 1, type: 2 };
    block.transactions.push({
      ...{ transactionIndex, hash, contractAddress: null, gasUsed: '0x1', effectiveGasPrice: '0x1' },
      ...(own ?? stranger),
    });
    const { from, to } = own ?? stranger;
    const action = { from, to, value: '0x0', callType: 'call' };
    const error = own?.status === 0 ? 'execution reverted' : null;
    block.traces.push({ transactionIndex, traceAddress: [], type: 'call', error, action, result: null });
    places.set(hash, transactionIndex);
    return transactionIndex;
  };
  for (const row of lists.txlist ?? [])
    transactionOf(row, {
      ...{
        from: row.from,
        to: row.to || null,
        value: hex(row.value),
        input: row.input?.startsWith('0x') ? row.input : '0x',
      },
      ...{ status: row.txreceipt_status === '' ? null : Number(row.txreceipt_status), type: 2 },
      ...{ gasUsed: hex(row.gasUsed), effectiveGasPrice: hex(row.gasPrice) },
      contractAddress: row.contractAddress || null,
    });
  for (const row of lists.txlistinternal ?? []) {
    const transactionIndex = transactionOf(row, null);
    const { traces } = blockOf(row);
    const place = traces.filter((one) => one.transactionIndex === transactionIndex).length - 1;
    const { from, to, contractAddress, value } = row;
    const isCreate = row.type?.startsWith('create');
    traces.push({
      ...{ transactionIndex, traceAddress: [place], type: isCreate ? 'create' : 'call' },
      error: row.isError === '1' ? 'out of gas' : null,
      action: { from, ...(!isCreate && { to, callType: 'call' }), value: hex(value) },
      result: isCreate ? { address: contractAddress } : null,
    });
  }
  for (const list of ['tokentx', 'tokennfttx', 'token1155tx'] as const)
    for (const row of lists[list] ?? []) {
      const transactionIndex = transactionOf(row, null);
      const { logs } = blockOf(row);
      const ends = [padded(row.from), padded(row.to)];
      logs.push({
        ...{
          transactionIndex,
          logIndex: logs.length,
          transactionHash: row.hash,
          address: row.contractAddress,
        },
        topics:
          list === 'token1155tx'
            ? [TOPICS[list], padded(0), ...ends]
            : [TOPICS[list], ...ends, ...(list === 'tokennfttx' ? [padded(row.tokenID)] : [])],
        data:
          list === 'token1155tx'
            ? `${padded(row.tokenID)}${padded(row.tokenValue).slice(2)}`
            : list === 'tokentx'
              ? padded(row.value)
              : '0x',
      });
    }
  return [...blocks.values()].sort((a, b) => a.header.number - b.header.number);
}
