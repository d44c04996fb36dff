import { BalanceObservations, type StoredObservation } from '../../src/ports/storage/balance-observations';
import type { FakeRawHistoryStore } from './fake-raw-history-store';

const dayOf = (at: number): number => Math.floor(at / 86_400_000);

/** Observations in memory: the first of a day stays, and the ledger of the wallet changes with it. */
export class FakeBalanceObservations extends BalanceObservations {
  private readonly kept = new Map<string, StoredObservation>();

  constructor(private readonly store: FakeRawHistoryStore) {
    super();
  }

  override async of(address: string): Promise<StoredObservation[]> {
    return [...this.kept.values()]
      .filter((one) => one.address === address)
      .sort((a, b) => a.at - b.at || (a.assetId < b.assetId ? -1 : 1));
  }

  override async save(observations: readonly StoredObservation[]): Promise<number> {
    let added = 0;
    for (const one of observations) {
      const key = `${one.chain}|${one.address}|${one.assetId}|${dayOf(one.at)}`;
      if (this.kept.has(key)) continue;
      this.kept.set(key, one);
      added += 1;
    }
    const [first] = observations;
    if (first && added > 0) this.store.touch(first.chain, first.address);
    return added;
  }
}
