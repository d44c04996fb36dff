import type { ChainName } from '../../../../domain/kernel/chain';
import { mayPass, UpstreamFailure } from '../../../upstream/upstream-failure';
import type { EvmClient } from '../evm.client';
import type { EvmRow, EvmRows } from '../evm.schema';
import { chargesForData, type EvmEndpoint } from '../evm.upstreams';

/** Pages of fifty transactions. A larger wallet is not a person's, and its data fees stay unknown. */
const MAX_PAGES = 400;

interface Known {
  fees: Map<string, string>;
  /** Every transaction above this block is known. */
  downTo: number;
  next: Readonly<Record<string, string>> | null;
  pages: number;
  isOver: boolean;
  hasFailed: boolean;
}

export interface Detailed {
  rows: EvmRow[];
  /** Block of the first row whose details an outage left out. Null: none. */
  missingFrom: number | null;
}

/** Part of the fee of this rollup is not stated. A transaction without gas price was not charged. */
export const lacksDataFee = (chain: ChainName, wallet: string, row: EvmRows['txlist']): boolean =>
  chargesForData(chain) && row.from === wallet && row.l1Fee === '' && BigInt(row.gasPrice || 0) > 0n;

/**
 * Adds the L1 data fee that the list omits, when the explorer has it elsewhere. Otherwise the row stays unchanged: an
 * empty `l1Fee` means unknown.
 * @source providers.md 2.6
 */
export class DataFees {
  private readonly known = new Map<string, Known>();

  constructor(
    private readonly client: EvmClient,
    private readonly address: string,
    private readonly signal: AbortSignal,
  ) {}

  /** @param rows of `txlist`, ascending by block */
  async completed(endpoint: EvmEndpoint, rows: readonly EvmRow[]): Promise<Detailed> {
    const { feesUrl } = endpoint;
    const open = (rows as EvmRows['txlist'][]).filter(({ from, l1Fee }) => from === this.address && !l1Fee);
    const [first] = open;
    if (!feesUrl || !first) return { rows: [...rows], missingFrom: null };
    const { fees, hasFailed } = await this.readDown({ ...endpoint, feesUrl }, Number(first.blockNumber));
    const missing = hasFailed ? open.find(({ hash }) => !fees.has(hash)) : undefined;
    return {
      rows: (rows as EvmRows['txlist'][]).map((row) =>
        row.l1Fee || row.from !== this.address ? row : { ...row, l1Fee: fees.get(row.hash) ?? '' },
      ),
      missingFrom: missing ? Number(missing.blockNumber) : null,
    };
  }

  private async readDown(endpoint: EvmEndpoint & { feesUrl: string }, block: number): Promise<Known> {
    const known = this.known.get(endpoint.feesUrl) ?? {
      fees: new Map<string, string>(),
      downTo: Infinity,
      next: null,
      pages: 0,
      isOver: false,
      hasFailed: false,
    };
    this.known.set(endpoint.feesUrl, known);
    while (!known.isOver && known.downTo >= block) await this.readPage(endpoint, known);
    return known;
  }

  private async readPage(endpoint: EvmEndpoint & { feesUrl: string }, known: Known): Promise<void> {
    try {
      const page = await this.client.dataFees(endpoint, this.address, known.next, this.signal);
      for (const { hash, block, dataFee } of page.items) {
        if (dataFee !== null) known.fees.set(hash, dataFee);
        if (block !== null) known.downTo = Math.min(known.downTo, block);
      }
      known.pages += 1;
      known.isOver = page.next === null || page.items.length === 0 || known.pages >= MAX_PAGES;
      known.next = page.next;
    } catch (error) {
      this.signal.throwIfAborted();
      if (!(error instanceof UpstreamFailure)) throw error;
      // The history is useful without data fees. Transactions mark the missing fee.
      known.isOver = true;
      known.hasFailed = mayPass(error);
    }
  }
}
