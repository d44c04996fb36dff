import type { ChainName } from '../../../../domain/kernel/chain';
import { logsDecreases, type PositionDecrease } from '../../../../domain/chain';
import { mayPass, UpstreamFailure } from '../../../upstream/upstream-failure';
import { DECREASE } from '../evm.calls';
import type { EvmClient } from '../evm.client';
import { callsOf } from '../evm.operations';
import type { Detailed } from './evm.data-fees';
import type { EventLog } from './evm.logs.schema';
import type { EvmRow, EvmRows } from '../evm.schema';
import type { EvmEndpoint } from '../evm.upstreams';

/** One call per position. A wallet with more decreases is not a person's: their fees stay estimates. */
const MAX_POSITIONS = 200;

/** `PositionDecrease` as stored with the row of its transaction: JSON has no integers of this size. */
export interface StoredDecrease {
  manager: string;
  tokenId: string;
  liquidity: string;
  removed: string;
  drawn: readonly [string, string];
}
export type RowWithDecreases = EvmRows['txlist'] & { decreases?: StoredDecrease[] };

/** Events of position managers by topic, with the word of the liquidity. */
const EVENTS: Readonly<Record<string, { sign: 1n | -1n; liquidity: number }>> = {
  // IncreaseLiquidity(uint256 indexed tokenId, uint128 liquidity, uint256 amount0, uint256 amount1)
  '0x3067048beee31b25b2f1681f88dac838c8bba36af25bfb2b7cf7473a5847e35f': { sign: 1n, liquidity: 0 },
  // The same of Algebra: (tokenId, liquidityDesired, actualLiquidity, amount0, amount1, pool)
  '0x8a82de7fe9b33e0e6bca0e26f5bd14a74f1164ffe236d50e0a36c3ea70f2b814': { sign: 1n, liquidity: 1 },
  // DecreaseLiquidity(uint256 indexed tokenId, uint128 liquidity, uint256 amount0, uint256 amount1)
  '0x26f6a048ee9138f2c0ce266f322cb99228e8d619ae2bff30c67f8dcf9d2377b4': { sign: -1n, liquidity: 0 },
};

/**
 * Adds the liquidity before a decrease and the units taken out, from the logs of the position manager. Account lists
 * show only collected units, principal and fees together. A row without these logs is an estimate, which its
 * transaction marks.
 * @source coverage.md 2.1
 */
export class PositionLogs {
  private readonly known = new Map<string, Promise<StoredDecreases>>();
  readonly unread = new Set<string>();
  private readonly failed = new Map<EvmEndpoint, boolean>();

  constructor(
    private readonly client: EvmClient,
    private readonly chain: ChainName,
    private readonly wallet: string,
    private readonly signal: AbortSignal,
  ) {}

  /** @param rows of `txlist`, ascending by block */
  async completed(endpoint: EvmEndpoint, rows: readonly EvmRow[]): Promise<Detailed> {
    const done: RowWithDecreases[] = [];
    let missingFrom: number | null = null;
    for (const row of rows as readonly EvmRows['txlist'][]) {
      const decreases: StoredDecrease[] = [];
      for (const { manager, tokenId } of this.decreasedIn(row)) {
        const found = (await this.decreasesOf(endpoint, manager, tokenId)).get(row.hash);
        if (found) {
          decreases.push(found);
          continue;
        }
        this.unread.add(row.hash);
        if (this.failed.get(endpoint) && !this.known.has(`${manager}#${tokenId}`))
          missingFrom ??= Number(row.blockNumber);
      }
      done.push(decreases.length > 0 ? { ...row, decreases } : row);
    }
    return { rows: done, missingFrom };
  }

  private decreasedIn(row: EvmRows['txlist']): { manager: string; tokenId: string }[] {
    const found = new Map<string, { manager: string; tokenId: string }>();
    if (row.isError === '1' || row.txreceipt_status === '0') return [];
    for (const { id, to, tokenId } of callsOf(row, this.wallet)) {
      const manager = to ?? row.to;
      if (id === DECREASE && tokenId !== undefined && logsDecreases(this.chain, manager))
        found.set(`${manager}#${tokenId}`, { manager, tokenId });
    }
    return [...found.values()];
  }

  private async decreasesOf(
    endpoint: EvmEndpoint,
    manager: string,
    tokenId: string,
  ): Promise<StoredDecreases> {
    const key = `${manager}#${tokenId}`;
    const known = this.known.get(key);
    if (known) return known;
    if (this.failed.has(endpoint) || this.known.size >= MAX_POSITIONS) return NONE;
    try {
      const logs = await this.client.logsOf(endpoint, manager, BigInt(tokenId), this.signal);
      const read = Promise.resolve(decreasesIn(logs, manager, tokenId));
      this.known.set(key, read);
      return await read;
    } catch (error) {
      this.signal.throwIfAborted();
      if (!(error instanceof UpstreamFailure)) throw error;
      // The history is useful without logs. Transactions mark the estimate.
      this.failed.set(endpoint, mayPass(error));
      return NONE;
    }
  }
}

type StoredDecreases = ReadonlyMap<string, StoredDecrease>;
const NONE: StoredDecreases = new Map();

/** @param logs of one position. A list with gaps states no decrease */
function decreasesIn(logs: readonly EventLog[], manager: string, tokenId: string): StoredDecreases {
  const found = new Map<string, PositionDecrease>();
  let liquidity = 0n;
  for (const { topics, words, hash } of [...logs].sort((a, b) => a.block - b.block || a.index - b.index)) {
    const event = EVENTS[topics[0] ?? ''];
    const amount = event && words[event.liquidity];
    if (!event || amount === undefined) continue;
    if (event.sign < 0n) {
      if (amount > liquidity) return NONE;
      const before = found.get(hash) ?? { manager, tokenId, liquidity, removed: 0n, drawn: [0n, 0n] };
      const [first, second] = [words[1] ?? 0n, words[2] ?? 0n];
      found.set(hash, {
        ...before,
        removed: before.removed + amount,
        drawn: [before.drawn[0] + first, before.drawn[1] + second],
      });
    }
    liquidity += event.sign * amount;
  }
  return new Map([...found].map(([hash, decrease]) => [hash, stored(decrease)]));
}

const stored = ({ liquidity, removed, drawn, ...rest }: PositionDecrease): StoredDecrease => ({
  ...rest,
  liquidity: String(liquidity),
  removed: String(removed),
  drawn: [String(drawn[0]), String(drawn[1])],
});

export const decreasesOfRow = ({ decreases = [] }: RowWithDecreases): PositionDecrease[] =>
  decreases.map(({ liquidity, removed, drawn, ...rest }) => ({
    ...rest,
    liquidity: BigInt(liquidity),
    removed: BigInt(removed),
    drawn: [BigInt(drawn[0]), BigInt(drawn[1])],
  }));
