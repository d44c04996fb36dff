import type { ServerResponse } from 'node:http';
import { type LocalUpstream, sendJson, startLocalUpstream } from './local-upstream';

export type ExplorerRow = Record<string, string>;
export interface ExplorerLog {
  address: string;
  topics: (string | null)[];
  data: string;
  blockNumber: string;
  logIndex: string;
  transactionHash: string;
}

/** An explorer of Etherscan's shape over rows made by the test: ranges, pages and their window are honoured. */
export interface Explorer extends LocalUpstream {
  /** By list; ascending by block. */
  rows: Record<string, ExplorerRow[]>;
  /** Event logs, of all contracts. */
  logs: ExplorerLog[];
  /** Called before each answer; true: it has answered itself. */
  intercept: (params: URLSearchParams, response: ServerResponse, path: string) => boolean;
  /** Answers from `rows`, whatever `intercept` holds. */
  answer: (params: URLSearchParams, response: ServerResponse) => void;
  /** Lists asked for, as `txlist@startblock/page`. */
  asked: () => string[];
}

const NOTHING = { status: '0', message: 'No transactions found', result: [] };

export async function startExplorer(): Promise<Explorer> {
  const local = await startLocalUpstream((url, response) => {
    const params = url.searchParams;
    if (explorer.intercept(params, response, url.pathname)) return;
    explorer.answer(params, response);
  });
  const explorer: Explorer = Object.assign(local, {
    rows: {},
    logs: [],
    intercept: () => false,
    answer: (params: URLSearchParams, response: ServerResponse) =>
      sendJson(
        response,
        params.get('module') === 'logs' ? answerLogs(explorer.logs, params) : answer(explorer.rows, params),
      ),
    asked: () =>
      local.requests.map(
        ({ searchParams: p }) => `${p.get('action')}@${p.get('startblock')}/${p.get('page')}`,
      ),
  });
  return explorer;
}

function answer(rows: Record<string, ExplorerRow[]>, params: URLSearchParams): unknown {
  const number = (name: string, fallback: number) => Number(params.get(name) ?? fallback);
  const [page, offset] = [number('page', 1), number('offset', 10_000)];
  if (page * offset > 10_000) return { status: '0', message: 'Result window is too large', result: null };
  const [start, end] = [number('startblock', 0), number('endblock', Infinity)];
  const address = params.get('address')?.toLowerCase();
  const found = (rows[params.get('action') ?? ''] ?? []).filter(
    ({ blockNumber, from, to }) =>
      Number(blockNumber) >= start && Number(blockNumber) <= end && (from === address || to === address),
  );
  const result = found.slice((page - 1) * offset, page * offset);
  return result.length === 0 ? NOTHING : { status: '1', message: 'OK', result };
}

function answerLogs(logs: readonly ExplorerLog[], params: URLSearchParams): unknown {
  const result = logs.filter(
    ({ address, topics }) => address === params.get('address') && topics[1] === params.get('topic1'),
  );
  return result.length === 0
    ? { status: '0', message: 'No records found', result: [] }
    : { status: '1', message: 'OK', result };
}

const hex = (n: number, digits: number): string => `0x${n.toString(16).padStart(digits, '0')}`;
export const WALLET = hex(0xa11ce, 40);
const OTHER = hex(0xb0b, 40);

/** An incoming payment of `n` wei; its hash is `n`. */
export const payment = (n: number, block: number): ExplorerRow => ({
  blockNumber: String(block),
  timeStamp: String(1_600_000_000 + block),
  hash: hex(n, 64),
  transactionIndex: '0',
  from: OTHER,
  to: WALLET,
  value: String(n),
  gas: '21000',
  gasPrice: '1',
  gasUsed: '21000',
  isError: '0',
  txreceipt_status: '1',
  input: '0x',
  contractAddress: '',
  methodId: '0x',
  functionName: '',
});

/** A transfer of one unit of a token inside transaction `n`; equal ones look alike. */
export const tokenTransfer = (n: number, block: number): ExplorerRow => ({
  blockNumber: String(block),
  timeStamp: String(1_600_000_000 + block),
  hash: hex(n, 64),
  transactionIndex: '0',
  from: OTHER,
  to: WALLET,
  value: '1',
  contractAddress: hex(0x70ce, 40),
  tokenName: 'Token',
  tokenSymbol: 'TKN',
  tokenDecimal: '0',
});
