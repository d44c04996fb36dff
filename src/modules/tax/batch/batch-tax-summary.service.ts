import { Injectable } from '@nestjs/common';
import type { StatedSummary } from '../../../domain/forms';
import type { Address } from '../../../domain/kernel/address';
import type { AppError } from '../../../domain/kernel/errors';
import { seenFrom, type SyncStatus } from '../../../domain/portfolio/sync-status';
import { jointSummary } from '../../../domain/portfolio/joint-summary';
import {
  batchEntries,
  countRows,
  rowMeta,
  settled,
  toBatchError,
  type BatchEntry,
} from '../../../http/validation/batch';
import { toHistoryGaps, toSyncStatus } from '../../../presenters/sync-status.presenter';
import { toTaxSummary } from '../../../presenters/tax-summary.presenter';
import type { RequestContext } from '../../../http/request-context';
import { inItsTime, type Budget } from '../../../pipeline/budget';
import { TaxSummaries } from '../../../pipeline/ledger/reader/tax-summaries.service';
import { unread } from '../../../pipeline/ledger/whole-ledger';
import { Clock } from '../../../ports/clock';
import type { BatchTaxSummaryInput } from './batch.dto';
import type { BatchTaxSummaryResponse, BatchTaxSummaryRowResponse } from './batch.shapes.dto';
import { TaxLedgerService } from '../tax-ledger.service';

/** What became of one address: its numbers, or why there are none. */
type Outcome = { summary: StatedSummary; syncStatus: SyncStatus } | { error: AppError };

/** Tax summaries of several wallets, each as its own route returns it. */
@Injectable()
export class BatchTaxSummaryService {
  constructor(
    private readonly taxLedgers: TaxLedgerService,
    private readonly summed: TaxSummaries,
    private readonly clock: Clock,
  ) {}

  async summaries(body: BatchTaxSummaryInput, context: RequestContext): Promise<BatchTaxSummaryResponse> {
    const { tax_year: year, combine } = body;
    const entries = batchEntries(body.addresses);
    const outcomes = combine
      ? await this.together(entries, year, this.taxLedgers.budget(context))
      : await this.apart(entries, year, context);
    const results = entries.map(({ given }, i) => rowOf(given, year, outcomes[i] ?? { error: unread() }));
    const summaries = outcomes.flatMap((outcome) => ('summary' in outcome ? [outcome.summary] : []));
    const combined = combine && summaries.length > 0 ? jointSummary(summaries) : null;
    return {
      results,
      ...countRows(results),
      combined: combined && toTaxSummary('combined', year ?? null, combined, gapsOf(outcomes, year)),
    };
  }

  /** Each with the wallets its caller has linked, as where no others are named. */
  private async apart(
    entries: readonly BatchEntry[],
    year: number | undefined,
    context: RequestContext,
  ): Promise<Outcome[]> {
    const budget = this.taxLedgers.budget(context);
    const owned = await this.taxLedgers.owned([], context);
    return Promise.all(
      entries.map((entry) =>
        outcomeOf(entry, (address) =>
          this.timely(budget, (own) => this.summed.of(address, owned, year, own)),
        ),
      ),
    );
  }

  /** As wallets of one taxpayer: their history is read as one, and a wallet that cannot be read fails alone. */
  private async together(
    entries: readonly BatchEntry[],
    year: number | undefined,
    budget: Budget,
  ): Promise<Outcome[]> {
    const addresses = entries.flatMap((entry) => ('address' in entry ? [entry.address] : []));
    const reading = this.timely(budget, (own) => this.summed.together(addresses, year, own));
    return Promise.all(
      entries.map((entry) =>
        outcomeOf(entry, async (address) => {
          const { summaries, syncStatus, failures } = await reading;
          const failure = failures.get(address.value);
          const found = summaries.find(({ subject }) => subject.value === address.value);
          if (failure ?? !found) throw failure ?? unread();
          return { summary: found.summary, syncStatus: seenFrom(syncStatus, address.given) };
        }),
      ),
    );
  }

  /** @throws AppError SERVICE_UNAVAILABLE past the deadline */
  private async timely<T>(budget: Budget, read: (own: Budget) => Promise<T>): Promise<T> {
    const result = await inItsTime(this.clock, budget, read);
    if (result === null) throw unread();
    return result;
  }
}

const outcomeOf = (entry: BatchEntry, work: (address: Address) => Promise<Outcome>): Promise<Outcome> =>
  settled(entry, work, (error) => ({ error }));

/** The history of the wallets that were read names the others. */
function gapsOf(outcomes: readonly Outcome[], year: number | undefined): string[] {
  const read = outcomes.flatMap((outcome) =>
    'error' in outcome ? [] : toHistoryGaps(outcome.syncStatus, year),
  );
  const isWhole = read.length > 0 || !outcomes.some((outcome) => 'error' in outcome);
  return isWhole ? [...new Set(read)] : ['A wallet could not be read.'];
}

function rowOf(given: string, year: number | undefined, outcome: Outcome): BatchTaxSummaryRowResponse {
  if ('error' in outcome)
    return { address: given, success: false, tax_summary: null, error: toBatchError(outcome.error) };
  return {
    address: given,
    success: true,
    tax_summary: toTaxSummary(given, year ?? null, outcome.summary, toHistoryGaps(outcome.syncStatus, year)),
    error: null,
    ...rowMeta(toSyncStatus(outcome.syncStatus)),
  };
}
