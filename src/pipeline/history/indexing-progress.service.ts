import { Injectable } from '@nestjs/common';
import type { Address } from '../../domain/kernel/address';
import type { IndexingProgress, SyncStatus } from '../../domain/portfolio/sync-status';
import { HistorySource } from '../../ports/upstream/history-source';
import { indexWalletKey, Jobs, type JobStanding } from '../../ports/work/jobs';
import { RawHistoryStore } from '../../ports/storage/raw-history-store';

/** Below this share, progress gives no reliable estimate. */
const LEAST_PERCENT = 3;

/** Progress of wallet indexing: rows and chains from the store, the rest from active jobs. */
@Injectable()
export class IndexingProgressService {
  constructor(
    private readonly store: RawHistoryStore,
    private readonly source: HistorySource,
    private readonly jobs: Jobs,
  ) {}

  /** Adds the progress to a status. Without an active job there is none: prices can be missing because no market answers. */
  async statedIn(status: SyncStatus, addresses: readonly Address[]): Promise<SyncStatus> {
    if (!status.historyPending && !status.pricesPending) return status;
    const progress = await this.of(addresses);
    return status.historyPending || progress.etaSeconds !== null ? { ...status, progress } : status;
  }

  async of(addresses: readonly Address[]): Promise<IndexingProgress> {
    const all = await Promise.all(addresses.map((address) => this.one(address)));
    const sum = (pick: (one: IndexingProgress) => number) => all.reduce((total, one) => total + pick(one), 0);
    const open = all.filter(
      ({ chainsDone, chainsTotal, etaSeconds }) => chainsDone < chainsTotal || etaSeconds,
    );
    const etas = open.map(({ etaSeconds }) => etaSeconds);
    return {
      rowsRead: sum(({ rowsRead }) => rowsRead),
      chainsDone: sum(({ chainsDone }) => chainsDone),
      chainsTotal: sum(({ chainsTotal }) => chainsTotal),
      chain: all.find(({ chain }) => chain !== null)?.chain ?? null,
      etaSeconds: etas.reduce(
        (most, eta) => (most === null || eta === null ? null : Math.max(most, eta)),
        etas[0] ?? null,
      ),
    };
  }

  private async one(address: Address): Promise<IndexingProgress> {
    const { readable } = this.source.chainsOf(address);
    const [states, standing] = await Promise.all([
      this.store.chainStates(address.value),
      this.jobs.standing('index_wallet', indexWalletKey(address.value)),
    ]);
    const known = states.filter(({ chain }) => readable.includes(chain));
    const done = new Set(
      known.filter(({ complete, errorCode }) => complete || errorCode !== null).map(({ chain }) => chain),
    );
    const rowsOf = (chain: string) => known.find((state) => state.chain === chain)?.rowCount ?? 0;
    const [longest = null] = readable
      .filter((chain) => !done.has(chain))
      .toSorted((a, b) => rowsOf(b) - rowsOf(a));
    return {
      rowsRead: known.reduce((rows, { rowCount }) => rows + rowCount, 0),
      chainsDone: done.size,
      chainsTotal: readable.length,
      chain: longest,
      etaSeconds: standing && etaOf(standing),
    };
  }
}

function etaOf({ percent, elapsedMs }: JobStanding): number | null {
  if (percent < LEAST_PERCENT) return null;
  return Math.max(1, Math.ceil((elapsedMs * (100 - percent)) / percent / 1_000));
}
