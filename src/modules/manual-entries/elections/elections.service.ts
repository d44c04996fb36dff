import { Injectable } from '@nestjs/common';
import type { ElectionEntry, ManualEntry } from '../../../domain/overlays/manual-entry';
import type { RequestContext } from '../../../http/request-context';
import { Clock } from '../../../ports/clock';
import type { StoredEntry } from '../../../ports/storage/overlays';
import { invalid } from '../basis-parts';
import { EntryLedgers } from '../entry-ledgers.service';
import { toImpact } from '../../../presenters/transactions/impact.presenter';
import { toEntryHead, toEntryState } from '../manual-entries.presenter';
import type { ElectionInput } from './elections.dto';
import type { CreatedElectionResponse, ElectionEntryShape } from './elections.shapes.dto';

/** Standing orders: how the lots of a wallet are consumed from a time on. */
@Injectable()
export class ElectionsService {
  constructor(
    private readonly entryLedgers: EntryLedgers,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws AppError WALLET_NOT_FOUND; CONFLICT for an order of the same wallet and time; VALIDATION_ERROR for a late
   *   order
   */
  async create(body: ElectionInput, context: RequestContext): Promise<CreatedElectionResponse> {
    const { address } = body;
    const walletLedger = await this.entryLedgers.open(address, body.owned_wallets, context);
    const entry: ElectionEntry = {
      kind: 'method_election',
      wallet: address.value,
      method: body.method,
      ...this.timesOf(body),
    };
    const isSame = (other: ManualEntry) =>
      other.kind === 'method_election' && other.wallet === entry.wallet && other.from === entry.from;
    const { impact } = await this.entryLedgers.supposing(walletLedger, [entry], context, {
      replaced: isSame,
    });
    const shown = { given: address.given, note: body.note };
    const stored = await this.entryLedgers.keep(entry, shown, context);
    return { ...toElection(stored), impact: toImpact(impact) };
  }

  /** A standing order holds for sales after it was recorded. @source 26 CFR 1.1012-1(j) */
  private timesOf({ effective_from: given, stated_recorded_at: stated }: ElectionInput) {
    const now = this.clock.now();
    const from = given ?? now;
    if (stated !== undefined && stated > from)
      throw invalid('stated_recorded_at', 'Input should not be after effective_from');
    if (from < now && stated === undefined)
      throw invalid(
        'effective_from',
        'An order holds from its entry on. State in stated_recorded_at when your own records held it',
      );
    return { from, recordedAt: stated ?? null };
  }
}

export function toElection(stored: StoredEntry & { entry: ElectionEntry }): ElectionEntryShape {
  const { entry } = stored;
  return {
    ...toEntryHead(stored),
    method: entry.method,
    effective_from: new Date(entry.from).toISOString(),
    stated_recorded_at: entry.recordedAt === null ? null : new Date(entry.recordedAt).toISOString(),
    ...toEntryState(stored),
  };
}
