import type { z } from 'zod';
import type { Patience, UpstreamClient } from '../../upstream/upstream-client';
import { UpstreamFailure } from '../../upstream/upstream-failure';
import { bitcoinFailure } from './bitcoin.failures';
import {
  type BitcoinRow,
  blockbookPage,
  blockbookStatus,
  esploraAddress,
  esploraPage,
  esploraTip,
} from './bitcoin.schema';
import type { BitcoinEndpoint } from './bitcoin.upstreams';

/** Blockbook transactions per page. Each can have thousands of outputs. */
const BLOCKBOOK_PAGE = 200;

export interface BitcoinPage {
  /** Confirmed only, newest first. */
  rows: (BitcoinRow & { block: number })[];
  /** In the format of this endpoint. Null: last page. */
  next: string | null;
}

export interface AddressTotals {
  /** Satoshi, confirmed. */
  balance: bigint;
  count: number;
}

/** One validated call to one endpoint. The reader handles fallbacks and paging. */
export class BitcoinClient {
  constructor(private readonly upstream: UpstreamClient) {}

  /** @throws UpstreamFailure */
  async page(
    endpoint: BitcoinEndpoint,
    address: string,
    position: string | null,
    signal: AbortSignal,
  ): Promise<BitcoinPage> {
    const page =
      endpoint.provider === 'esplora'
        ? await this.esploraPage(endpoint, address, position, signal)
        : await this.blockbookPage(endpoint, address, position, signal);
    const isNewestFirst = page.rows.every((row, i) => i === 0 || row.block <= (page.rows[i - 1]?.block ?? 0));
    if (isNewestFirst && (page.next === null || page.next !== position)) return page;
    throw new UpstreamFailure(
      endpoint.provider,
      'malformed',
      'transactions out of order, or the same page again',
    );
  }

  /** @throws UpstreamFailure */
  async totals(
    endpoint: BitcoinEndpoint,
    address: string,
    patience: Patience,
    signal: AbortSignal,
  ): Promise<AddressTotals> {
    if (endpoint.provider === 'esplora') {
      const path = `/address/${address}`;
      const { chain_stats: stats } = await this.get(endpoint, path, esploraAddress, patience, signal);
      return { balance: BigInt(stats.funded_txo_sum) - BigInt(stats.spent_txo_sum), count: stats.tx_count };
    }
    const path = `/api/v2/address/${address}?details=basic`;
    const { balance, txs } = await this.get(endpoint, path, blockbookPage, patience, signal);
    return { balance: BigInt(balance), count: txs };
  }

  /** @throws UpstreamFailure */
  async tip(endpoint: BitcoinEndpoint, signal: AbortSignal): Promise<number> {
    if (endpoint.provider === 'esplora')
      return this.get(endpoint, '/blocks/tip/height', esploraTip, 'background', signal);
    const { blockbook } = await this.get(endpoint, '/api/v2', blockbookStatus, 'background', signal);
    return blockbook.bestHeight;
  }

  /** The server decides the page size: only an empty page is the end. */
  private async esploraPage(
    endpoint: BitcoinEndpoint,
    address: string,
    position: string | null,
    signal: AbortSignal,
  ): Promise<BitcoinPage> {
    const path = `/address/${address}/txs/chain${position === null ? '' : `/${position}`}`;
    const all = await this.get(endpoint, path, esploraPage, 'background', signal);
    return { rows: confirmed(all), next: all.at(-1)?.txid ?? null };
  }

  private async blockbookPage(
    endpoint: BitcoinEndpoint,
    address: string,
    position: string | null,
    signal: AbortSignal,
  ): Promise<BitcoinPage> {
    const page = position ?? '1';
    const path = `/api/v2/address/${address}?details=txs&page=${page}&pageSize=${BLOCKBOOK_PAGE}`;
    const answer = await this.get(endpoint, path, blockbookPage, 'background', signal);
    const isLast = answer.page < Number(page) || Number(page) >= answer.totalPages;
    // Past the end the server returns the last page again.
    const all = answer.page === Number(page) ? (answer.transactions ?? []) : [];
    return { rows: confirmed(all), next: isLast ? null : String(Number(page) + 1) };
  }

  private get<T>(
    { provider, url, rate }: BitcoinEndpoint,
    path: string,
    schema: z.ZodType<T>,
    patience: Patience,
    signal: AbortSignal,
  ): Promise<T> {
    return this.upstream.send({
      provider,
      url: `${url}${path}`,
      schema,
      failureOf: bitcoinFailure,
      patience,
      signal,
      rate,
    });
  }
}

const confirmed = (rows: readonly BitcoinRow[]): BitcoinPage['rows'] =>
  rows.flatMap((row) => (row.block === null ? [] : [{ ...row, block: row.block }]));
