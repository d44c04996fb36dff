import { z } from 'zod';
import type { Patience, UpstreamClient } from '../../upstream/upstream-client';
import { UpstreamFailure } from '../../upstream/upstream-failure';
import { etherscanFailure } from './evm.failures';
import { type DataFeePage, dataFeePage } from './details/evm.fees.schema';
import { type EventLog, logsAnswer } from './details/evm.logs.schema';
import { type EvmList, type EvmRow, pageSchema } from './evm.schema';
import { isDoubled } from './evm.rows';
import type { EvmEndpoint } from './evm.upstreams';

/** Rows per call: the maximum of the free plans. */
export const PAGE_SIZE = 1_000;
export const WINDOW = 10_000;

export interface ListQuery {
  list: EvmList;
  address: string;
  startBlock: number;
  endBlock: number | null;
  page: number;
}

export interface ListPage {
  /** Ascending by block, within the requested range. */
  rows: EvmRow[];
  isFull: boolean;
  /** The upstream reports that it has not processed all data, or lists rows several times. */
  isIncomplete: boolean;
}

const amount = z.string().regex(/^\d{1,78}$/);
const amountAnswer = z.object({ result: amount });
/** Blockscout wraps the number in an object. */
const blockAnswer = z.object({ result: z.union([amount, z.object({ blockNumber: amount })]) });

function listSchema(list: EvmList) {
  const none = (result: unknown) => (result === null || result === undefined ? [] : result);
  return z.object({
    status: z.union([z.string(), z.number()]).transform(String),
    result: z.preprocess(none, pageSchema(list) as z.ZodType<EvmRow[]>),
  });
}

/** One validated call to one Etherscan-compatible endpoint. The reader handles fallbacks and paging. */
export class EvmClient {
  constructor(private readonly upstream: UpstreamClient) {}

  /** @throws UpstreamFailure */
  async list(endpoint: EvmEndpoint, query: ListQuery, signal: AbortSignal): Promise<ListPage> {
    const { list, address, startBlock, endBlock, page } = query;
    const answer = await this.account(endpoint, listSchema(list), 'background', signal, {
      action: list,
      address,
      startblock: String(startBlock),
      ...(endBlock === null ? {} : { endblock: String(endBlock) }),
      page: String(page),
      offset: String(PAGE_SIZE),
      sort: 'asc',
    });
    const { rows, isFull } = checked(endpoint.provider, query, answer.result);
    const isIncomplete = answer.status === '2' || endpoint.isPartial || isDoubled(list, rows);
    return { rows, isFull, isIncomplete };
  }

  /** In base units. @throws UpstreamFailure */
  async nativeBalance(endpoint: EvmEndpoint, address: string, signal: AbortSignal): Promise<bigint> {
    const params = { action: 'balance', address, tag: 'latest' };
    const { result } = await this.account(endpoint, amountAnswer, 'request', signal, params);
    return BigInt(result);
  }

  /** In base units. @throws UpstreamFailure */
  async tokenBalance(
    endpoint: EvmEndpoint,
    address: string,
    contract: string,
    signal: AbortSignal,
  ): Promise<bigint> {
    const params = { action: 'tokenbalance', address, contractaddress: contract, tag: 'latest' };
    const { result } = await this.account(endpoint, amountAnswer, 'request', signal, params);
    return BigInt(result);
  }

  /** The last block at or before the time. @throws UpstreamFailure */
  async blockAt(endpoint: EvmEndpoint, atMs: number, signal: AbortSignal): Promise<number> {
    const timestamp = String(Math.floor(atMs / 1000));
    const params = { module: 'block', action: 'getblocknobytime', timestamp, closest: 'before' };
    const { result } = await this.account(endpoint, blockAnswer, 'background', signal, params);
    return Number(typeof result === 'string' ? result : result.blockNumber);
  }

  /**
   * Of transactions sent by the wallet, newest first.
   * @param position `next` of the previous page; null: the top
   * @throws UpstreamFailure
   */
  async dataFees(
    endpoint: EvmEndpoint & { feesUrl: string },
    address: string,
    position: Readonly<Record<string, string>> | null,
    signal: AbortSignal,
  ): Promise<DataFeePage> {
    const { provider, feesUrl, params, rate } = endpoint;
    const query = new URLSearchParams({ filter: 'from', ...position, ...params });
    const url = `${feesUrl}/addresses/${address}/transactions?${query.toString()}`;
    const patience = 'background';
    return this.upstream.send({ provider, url, schema: dataFeePage, patience, signal, rate });
  }

  /**
   * Logs of a contract about one token: the first indexed value is the token id.
   * @throws UpstreamFailure, also when the list can be cut
   */
  async logsOf(
    endpoint: EvmEndpoint,
    contract: string,
    tokenId: bigint,
    signal: AbortSignal,
  ): Promise<EventLog[]> {
    const topic1 = `0x${tokenId.toString(16).padStart(64, '0')}`;
    const { result } = await this.account(endpoint, logsAnswer, 'background', signal, {
      ...{ module: 'logs', action: 'getLogs' },
      ...{ address: contract, topic1, fromBlock: '0', toBlock: 'latest' },
    });
    const isOther = result.some(({ topics }) => topics[1] !== topic1);
    if (!isOther && result.length < PAGE_SIZE) return result;
    const text = isOther ? 'getLogs: logs of another token' : 'getLogs: too many logs of one token';
    throw new UpstreamFailure(endpoint.provider, 'rejected', text);
  }

  private account<T>(
    endpoint: EvmEndpoint,
    schema: z.ZodType<T>,
    patience: Patience,
    signal: AbortSignal,
    params: Record<string, string>,
  ): Promise<T> {
    const { provider, url, rate } = endpoint;
    const query = new URLSearchParams({ module: 'account', ...params, ...endpoint.params });
    const separator = url.includes('?') ? '&' : '?';
    return this.upstream.send({
      provider,
      url: `${url}${separator}${query.toString()}`,
      schema,
      failureOf: etherscanFailure,
      patience,
      signal,
      rate,
    });
  }
}

/** Caps are round numbers: a page with a multiple of a hundred rows can be truncated. */
const mayBeCut = (rows: number): boolean => rows >= PAGE_SIZE || (rows > 0 && rows % 100 === 0);

/** Rejects a page that would make paging loop or skip rows: rows before the range, or a full page out of order. */
function checked(provider: string, query: ListQuery, rows: EvmRow[]): Omit<ListPage, 'isIncomplete'> {
  const isFull = mayBeCut(rows.length);
  const blocks = rows.map((row) => Number(row.blockNumber));
  const isInside = blocks.every(
    (block) => block >= query.startBlock && block <= (query.endBlock ?? Infinity),
  );
  const isSorted = blocks.every((block, i) => i === 0 || block >= (blocks[i - 1] ?? 0));
  if (isFull && !(isInside && isSorted)) {
    throw new UpstreamFailure(
      provider,
      'malformed',
      `${query.list}: rows out of order or outside the range asked for`,
    );
  }
  if (isInside && isSorted) return { rows, isFull };
  const wanted = rows.filter(
    (_, i) => (blocks[i] ?? 0) >= query.startBlock && (blocks[i] ?? 0) <= (query.endBlock ?? Infinity),
  );
  return { rows: wanted.sort((a, b) => Number(a.blockNumber) - Number(b.blockNumber)), isFull };
}
