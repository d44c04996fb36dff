import { z } from 'zod';
import type { Patience, UpstreamClient } from '../../upstream/upstream-client';
import { UpstreamFailure } from '../../upstream/upstream-failure';
import { isLost, solanaFailure, rpcError } from './solana.failures';
import { TOKEN_PROGRAMS } from './solana.programs';
import {
  rpcEpoch,
  type RpcReward,
  rpcReward,
  rpcTime,
  type RpcTransaction,
  rpcTransaction,
} from './solana.schema';
import type { SolanaEndpoint } from './solana.upstreams';

/** Signatures per call: the maximum. */
export const SIGNATURE_PAGE = 1_000;

const amount = z.string().regex(/^\d{1,20}$/);
const signatures = z.array(z.object({ signature: z.string(), err: z.unknown() }));
export type Signature = { signature: string; isFailed: boolean };

const tokenAccounts = z.object({
  value: z.array(
    z.object({
      pubkey: z.string(),
      account: z.object({
        lamports: amount,
        data: z.object({
          parsed: z.object({ info: z.object({ mint: z.string(), tokenAmount: z.object({ amount }) }) }),
        }),
      }),
    }),
  ),
});

export interface TokenAccount {
  address: string;
  mint: string;
  amount: bigint;
  lamports: bigint;
}

/** One validated call to one node. The reader decides what to fetch. */
export class SolanaClient {
  constructor(private readonly upstream: UpstreamClient) {}

  /** Newest first, between `until` (newer than) and `before` (older than). @throws UpstreamFailure */
  async signatures(
    endpoint: SolanaEndpoint,
    address: string,
    range: { before: string | null; until: string | null },
    signal: AbortSignal,
  ): Promise<Signature[]> {
    const { before, until } = range;
    const options = {
      limit: SIGNATURE_PAGE,
      commitment: 'finalized',
      ...(before === null ? {} : { before }),
      ...(until === null ? {} : { until }),
    };
    const params = [address, options];
    const found = await this.call(
      endpoint,
      'getSignaturesForAddress',
      params,
      signatures,
      'background',
      signal,
    );
    if (before !== null && found.some(({ signature }) => signature === before))
      throw new UpstreamFailure(endpoint.provider, 'malformed', 'the same signatures again and again');
    return found.map(({ signature, err }) => ({ signature, isFailed: err !== null && err !== undefined }));
  }

  /** Null when the node has lost the transaction or its balances. @throws UpstreamFailure */
  async transaction(
    endpoint: SolanaEndpoint,
    signature: string,
    signal: AbortSignal,
  ): Promise<RpcTransaction | null> {
    const options = { encoding: 'jsonParsed', maxSupportedTransactionVersion: 0, commitment: 'finalized' };
    // A node can keep an old transaction without its balances.
    const schema = z.preprocess((tx) => (hasBalances(tx) ? tx : null), rpcTransaction.nullable());
    return this.call(endpoint, 'getTransaction', [signature, options], schema, 'background', signal, null);
  }

  /** Open accounts of both token programs. @throws UpstreamFailure */
  async tokenAccounts(
    endpoint: SolanaEndpoint,
    owner: string,
    patience: Patience,
    signal: AbortSignal,
  ): Promise<TokenAccount[]> {
    const ask = (programId: string) =>
      this.call(
        endpoint,
        'getTokenAccountsByOwner',
        [owner, { programId }, { encoding: 'jsonParsed', commitment: 'finalized' }],
        tokenAccounts,
        patience,
        signal,
      );
    const answers = await Promise.all(TOKEN_PROGRAMS.map(ask));
    return answers.flatMap(({ value }) =>
      value.map(({ pubkey, account: { lamports, data } }) => ({
        address: pubkey,
        mint: data.parsed.info.mint,
        amount: BigInt(data.parsed.info.tokenAmount.amount),
        lamports: BigInt(lamports),
      })),
    );
  }

  /** @throws UpstreamFailure */
  async epoch(endpoint: SolanaEndpoint, signal: AbortSignal): Promise<number> {
    const params = [{ commitment: 'finalized' }];
    return (await this.call(endpoint, 'getEpochInfo', params, rpcEpoch, 'background', signal)).epoch;
  }

  /**
   * Rewards in a completed epoch, in the order of the accounts. Null when the node has lost them.
   * @throws UpstreamFailure
   */
  async rewards(
    endpoint: SolanaEndpoint,
    accounts: readonly string[],
    epoch: number,
    signal: AbortSignal,
  ): Promise<RpcReward[] | null> {
    const params = [accounts, { epoch, commitment: 'finalized' }];
    const schema = z.array(rpcReward).nullable();
    const found = await this.call(endpoint, 'getInflationReward', params, schema, 'background', signal, null);
    if (found === null || found.length === accounts.length) return found;
    throw new UpstreamFailure(endpoint.provider, 'malformed', 'rewards of other accounts than asked about');
  }

  /** Seconds UTC. Null when the node has lost the time. @throws UpstreamFailure */
  async blockTime(endpoint: SolanaEndpoint, slot: number, signal: AbortSignal): Promise<number | null> {
    return this.call(endpoint, 'getBlockTime', [slot], rpcTime, 'background', signal, null);
  }

  /** Lamports of the address itself. @throws UpstreamFailure */
  async lamports(endpoint: SolanaEndpoint, address: string, signal: AbortSignal): Promise<bigint> {
    const params = [address, { commitment: 'finalized' }];
    const schema = z.object({ value: amount });
    const { value } = await this.call(endpoint, 'getBalance', params, schema, 'request', signal);
    return BigInt(value);
  }

  /** @param lost result when the node has lost the data; without it the loss is a failure */
  private async call<T>(
    { provider, url, rate }: SolanaEndpoint,
    method: string,
    params: unknown[],
    schema: z.ZodType<T>,
    patience: Patience,
    signal: AbortSignal,
    lost?: T,
  ): Promise<T> {
    const answer = await this.upstream.send({
      provider,
      url,
      method: 'POST',
      body: { jsonrpc: '2.0', id: 1, method, params },
      // Lamports exceed the safe range of JavaScript numbers.
      numbers: 'text',
      schema: z.union([z.object({ error: rpcError }), z.object({ result: schema })]),
      failureOf: solanaFailure,
      patience,
      signal,
      rate,
    });
    if ('result' in answer) return answer.result;
    if (lost !== undefined && isLost(answer.error)) return lost;
    throw new UpstreamFailure(
      provider,
      'rejected',
      `${method}: ${answer.error.code} ${answer.error.message}`,
    );
  }
}

const hasBalances = (tx: unknown): boolean =>
  typeof tx !== 'object' || tx === null || !('meta' in tx) || tx.meta !== null;
