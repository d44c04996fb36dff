import { Injectable } from '@nestjs/common';
import type { ElectionEntry, ManualEntry } from '../../../domain/overlays/manual-entry';
import type { RequestContext } from '../../../http/request-context';
import { Clock } from '../../../ports/clock';
import type { StoredEntry } from '../../../ports/storage/overlays';
import { EntryLedgers } from '../entry-ledgers.service';
import { toImpact } from '../../../presenters/transactions/impact.presenter';
import { toEntryHead, toEntryState } from '../manual-entries.presenter';
import type { ElectionInput } from './elections.dto';
import { orderTimes } from './order-times';
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
      ...orderTimes(body, this.clock.now()),
    };
    const isSame = (other: ManualEntry) =>
      other.kind === 'method_election' &&
      other.wallet === entry.wallet &&
      other.from === entry.from &&
      other.until === undefined;
    const { impact } = await this.entryLedgers.supposing(walletLedger, [entry], context, {
      replaced: isSame,
    });
    const shown = { given: address.given, note: body.note };
    const stored = await this.entryLedgers.keep(entry, shown, context);
    return { ...toElection(stored), impact: toImpact(impact) };
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
