import { z } from 'zod';
import type { Rate } from '../../../upstream/rate-gate';
import type { Patience, UpstreamClient } from '../../../upstream/upstream-client';
import { UpstreamFailure } from '../../../upstream/upstream-failure';

export interface NodeEndpoint {
  provider: string;
  url: string;
  rate: Rate;
}

/** Empty: the contract does not state it. */
export interface TokenFacts {
  name: string;
  symbol: string;
  decimals: string;
}

const NAME = '0x06fdde03';
const SYMBOL = '0x95d89b41';
const DECIMALS = '0x313ce567';
const BALANCE_OF = '0x70a08231';

const answers = z.array(
  z.object({
    id: z.number().int(),
    result: z.string().nullish(),
    error: z.object({ message: z.string().default('') }).nullish(),
  }),
);
/** The contract refused the call. Another error is the node's own. */
const REVERTED = /revert|invalid opcode|out of gas|stack|jump|execution|vm /i;

/** Calls of contracts at a JSON-RPC node, several in one request. */
export class NodeClient {
  constructor(
    private readonly upstream: UpstreamClient,
    private readonly endpoint: NodeEndpoint,
  ) {}

  get provider(): string {
    return this.endpoint.provider;
  }

  /** In the order of the contracts. @throws UpstreamFailure */
  async tokens(contracts: readonly string[], signal: AbortSignal): Promise<TokenFacts[]> {
    const calls = contracts.flatMap((to) => [NAME, SYMBOL, DECIMALS].map((data) => ({ to, data })));
    const found = await this.callAll(calls, 'background', signal);
    return contracts.map((_, i) => ({
      name: textIn(found[3 * i]),
      symbol: textIn(found[3 * i + 1]),
      decimals: smallIn(found[3 * i + 2]),
    }));
  }

  /** In base units. @param contract null: the native coin. @throws UpstreamFailure */
  async balance(wallet: string, contract: string | null, signal: AbortSignal): Promise<bigint> {
    const data = `${BALANCE_OF}${wallet.slice(2).padStart(64, '0')}`;
    const [hex] = contract
      ? await this.callAll([{ to: contract, data }], 'request', signal)
      : await this.ask([{ method: 'eth_getBalance', params: [wallet, 'latest'] }], 'request', signal);
    if (hex && /^0x[0-9a-fA-F]{1,64}$/.test(hex)) return BigInt(hex);
    throw new UpstreamFailure(this.provider, 'rejected', 'no balance');
  }

  private callAll(
    calls: readonly { to: string; data: string }[],
    patience: Patience,
    signal: AbortSignal,
  ): Promise<(string | null)[]> {
    const asked = calls.map((call) => ({ method: 'eth_call', params: [call, 'latest'] }));
    return this.ask(asked, patience, signal);
  }

  private async ask(
    calls: readonly { method: string; params: unknown[] }[],
    patience: Patience,
    signal: AbortSignal,
  ): Promise<(string | null)[]> {
    const { provider, url, rate } = this.endpoint;
    const body = calls.map((call, id) => ({ jsonrpc: '2.0', id, ...call }));
    const given = await this.upstream.send({
      ...{ provider, url, method: 'POST', body, schema: answers, patience, signal, rate },
    });
    const byId = new Map(given.map((answer) => [answer.id, answer]));
    return calls.map((_, id) => {
      const answer = byId.get(id);
      if (answer?.error && REVERTED.test(answer.error.message)) return null;
      if (answer && !answer.error) return answer.result ?? null;
      throw new UpstreamFailure(provider, 'transient', answer?.error?.message ?? 'an answer is missing');
    });
  }
}

function smallIn(hex: string | null | undefined): string {
  if (!hex || !/^0x[0-9a-fA-F]{1,64}$/.test(hex)) return '';
  const value = BigInt(hex);
  return value <= 77n ? String(value) : '';
}

/** A string, or 32 bytes padded with zeros, as old tokens have. */
function textIn(hex: string | null | undefined): string {
  const bytes = Buffer.from(hex?.slice(2) ?? '', 'hex');
  if (bytes.length <= 32) return cut(bytes);
  const length = Number(BigInt(`0x${bytes.subarray(32, 64).toString('hex') || '0'}`));
  return cut(bytes.subarray(64, 64 + Math.min(length, 1_024)));
}

const cut = (bytes: Buffer): string => {
  const end = bytes.indexOf(0);
  return bytes
    .subarray(0, end < 0 ? bytes.length : end)
    .toString('utf8')
    .trim();
};
