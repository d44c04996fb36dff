import { Injectable } from '@nestjs/common';
import { sha256Hex } from '../../domain/kernel/hash';
import type { ManualEntry } from '../../domain/overlays/manual-entry';
import { readingDecisions } from '../../domain/overlays/reading-decisions';
import { Clock } from '../../ports/clock';
import { priceQueryKey } from '../../ports/upstream/price-source';
import { Jobs } from '../../ports/work/jobs';
import { parseAddress } from '../../domain/kernel/address';
import { within, type Budget } from '../budget';
import { HistoryReader, type ValuedHistory } from './history-reader.service';
import type { WalletHistory } from './wallet-history';

/** The history of a user as it would be with other decisions. It runs the code of a real read and stores no decision. */
@Injectable()
export class SupposedHistory {
  constructor(
    private readonly reader: HistoryReader,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  /**
   * Reads the stored rows again only when the decisions change how they are classified. Prices that only these
   * decisions need are fetched first, within the budget.
   * @param entries every entry of the user that would apply
   */
  async with(
    { valued, wallets }: Pick<WalletHistory, 'valued' | 'wallets'>,
    entries: readonly ManualEntry[],
    budget: Budget,
  ): Promise<ValuedHistory> {
    const [now, then] = [valued.entries ?? [], entries].map((list) => JSON.stringify(readingDecisions(list)));
    if (now === then || budget.userId === undefined) return { ...valued, entries };
    const addresses = wallets.map(parseAddress);
    const additions = await this.reader.supposedAdditions(addresses, budget.userId, entries);
    const read = () => this.reader.read(valued.wallets ?? [], additions);
    const first = await read();
    const open = new Set(valued.open.map(priceQueryKey));
    if (first.open.every((query) => open.has(priceQueryKey(query)))) return first;
    await this.fetchPrices(wallets, budget.userId, entries, budget);
    return read();
  }

  private async fetchPrices(
    wallets: readonly string[],
    userId: string,
    entries: readonly ManualEntry[],
    budget: Budget,
  ): Promise<void> {
    const payload = { addresses: [...wallets], userId, supposed: readingDecisions(entries) };
    const name = `price_wallets:${sha256Hex(JSON.stringify(payload))}`;
    const { jobId } = await this.jobs.enqueue('price_wallets', name, payload);
    await within(this.clock, budget.deadline - this.clock.now(), budget.signal, (signal) =>
      this.jobs.outcome(jobId, signal),
    );
  }
}
