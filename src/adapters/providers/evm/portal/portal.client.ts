import { z } from 'zod';
import type { FailureRule } from '../../../upstream/answer';
import type { Rate } from '../../../upstream/rate-gate';
import type { UpstreamClient } from '../../../upstream/upstream-client';
import { UpstreamFailure } from '../../../upstream/upstream-failure';
import { type PortalBlock, portalBlocks, portalHead } from './portal.schema';
import { walletQuery } from './portal.query';

export interface PortalEndpoint {
  provider: string;
  /** Of the data set. */
  url: string;
  rate: Rate;
  /** The first block with inner calls. Null: none. */
  tracesFrom: number | null;
  hasDiffs: boolean;
  /** Logs show every payment of native coin. */
  logsPayments: boolean;
  hasDataFee: boolean;
}

export interface PortalBatch {
  from: number;
  /** The last block that was read. */
  covered: number;
  blocks: PortalBlock[];
  hasTraces: boolean;
  /** Payments inside of calls are known. */
  showsPayments: boolean;
  /** The data set begins after `from`. Rows of the blocks before are not known. */
  lacksBlocks: boolean;
}

/** Block 0 has no transactions. */
const FIRST_BLOCK = 1;

/** Absent in old blocks of some chains. Without the others a row would be wrong. */
const MAY_BE_ABSENT: ReadonlySet<string> = new Set(['l1Fee', 'gasPrice']);
const REFUSED = {
  column: /column '(\w+)' is not found in '\w+'/,
  traces: /table '?traces'? does not exist/,
  diffs: /table '?state_?diffs'? does not exist/i,
  start: /(?:dataset starts at|from) block:? (\d{1,12})/,
  fork: /fork, last block in common below (\d{1,12})/,
} as const;
/** One for each refusal that can be met by asking differently, and some forks. */
const MOST_CHANGES = 8;

const forked = z.object({ previousBlocks: z.array(z.object({ number: z.number().int() })).min(1) });

/**
 * Status 204 means that the replica which answers has not reached the range, never that the range is empty: an empty
 * range still states its first and its last block.
 */
const portalFailure: FailureRule = ({ status, json }) => {
  const lines = Array.isArray(json) ? (json as unknown[]) : [];
  if (status === 204) return { kind: 'transient', text: 'the blocks are not served yet' };
  if (status === 200 && lines.length === 0)
    return { kind: 'transient', text: 'the answer broke off before its first block' };
  if (status !== 409) return null;
  const { data } = forked.safeParse(lines[0]);
  // In ascending or in descending order.
  const first = Math.min(...(data?.previousBlocks ?? []).map((block) => block.number));
  return Number.isFinite(first)
    ? { kind: 'rejected', text: `fork, last block in common below ${first}` }
    : { kind: 'transient', text: 'fork' };
};

/** The stream of one data set of an SQD Portal. Only final blocks are read. */
export class PortalClient {
  private readonly without: Set<string>;
  private hasDiffs: boolean;
  private tracesFrom: number;

  constructor(
    private readonly upstream: UpstreamClient,
    private readonly endpoint: PortalEndpoint,
  ) {
    this.without = new Set(endpoint.hasDataFee ? [] : ['l1Fee']);
    this.hasDiffs = endpoint.hasDiffs;
    this.tracesFrom = endpoint.tracesFrom ?? Infinity;
  }

  get provider(): string {
    return this.endpoint.provider;
  }

  /** The newest final block. @throws UpstreamFailure */
  async head(signal: AbortSignal): Promise<number> {
    const { provider, url, rate } = this.endpoint;
    const head = await this.upstream.send({
      ...{ provider, url: `${url}/finalized-head`, schema: portalHead, signal, rate },
      patience: 'background',
    });
    if (head) return head.number;
    throw new UpstreamFailure(provider, 'transient', 'no final block is known');
  }

  /**
   * As many blocks from `from` on as one answer has, at least one. An answer may end anywhere: the next call starts
   * after `covered`.
   * @throws UpstreamFailure
   */
  async blocks(wallet: string, from: number, to: number, signal: AbortSignal): Promise<PortalBatch> {
    let start = from;
    for (let changes = 0; ; changes++) {
      try {
        const lacksBlocks = start > Math.max(from, FIRST_BLOCK);
        return { ...(await this.ask(wallet, start, to, signal)), from: Math.min(from, start), lacksBlocks };
      } catch (error) {
        if (!(error instanceof UpstreamFailure) || error.kind !== 'rejected' || changes >= MOST_CHANGES)
          throw error;
        start = this.startAfter(error, start);
        if (start > to)
          return { from, covered: to, blocks: [], hasTraces: true, showsPayments: true, lacksBlocks: true };
      }
    }
  }

  private async ask(wallet: string, from: number, end: number, signal: AbortSignal) {
    const { provider, url, rate } = this.endpoint;
    const hasTraces = from >= this.tracesFrom;
    const to = hasTraces ? end : Math.min(end, this.tracesFrom - 1);
    const showsPayments = hasTraces || this.endpoint.logsPayments;
    const { without, hasDiffs } = this;
    const blocks = await this.upstream.send({
      ...{ provider, url: `${url}/finalized-stream`, method: 'POST', isLines: true },
      body: walletQuery({ wallet, from, to, hasTraces, hasDiffs: hasTraces && hasDiffs, without }),
      ...{ schema: portalBlocks, failureOf: portalFailure, patience: 'background', signal, rate },
    });
    const numbers = blocks.map(({ header }) => header.number);
    const isInOrder = numbers.every(
      (block, i) => block >= from && block <= to && block > (numbers[i - 1] ?? -1),
    );
    if (!isInOrder)
      throw new UpstreamFailure(provider, 'malformed', 'blocks out of order or of another range');
    return { covered: numbers.at(-1) ?? from, blocks, hasTraces, showsPayments };
  }

  /** Asks for less, or from another block on. @throws the failure itself when nothing can be changed */
  private startAfter(failure: UpstreamFailure, start: number): number {
    const text = String(failure.details?.error);
    const column = camel(REFUSED.column.exec(text)?.[1] ?? '');
    const [, first] = REFUSED.start.exec(text) ?? [];
    const [, fork] = REFUSED.fork.exec(text) ?? [];
    if (MAY_BE_ABSENT.has(column) && !this.without.has(column)) this.without.add(column);
    else if (REFUSED.traces.test(text) && this.tracesFrom !== Infinity) this.tracesFrom = Infinity;
    else if (REFUSED.diffs.test(text) && this.hasDiffs) this.hasDiffs = false;
    else if (first && Number(first) > start) return Number(first);
    else if (fork) return Math.max(0, Math.min(start, Number(fork)) - 1);
    else throw failure;
    return start;
  }
}

const camel = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
