import { Injectable } from '@nestjs/common';
import { refuseMethod } from '../../../domain/custody';
import type { Address } from '../../../domain/kernel/address';
import type { Impact } from '../../../domain/overlays/impact';
import { TAXPAYER, type ElectionEntry, type ManualEntry } from '../../../domain/overlays/manual-entry';
import type { RequestContext } from '../../../http/request-context';
import { Clock } from '../../../ports/clock';
import type { StoredEntry } from '../../../ports/storage/overlays';
import { invalid } from '../basis-parts';
import { brokerOf, noticeOf, toNotice } from '../broker/broker-notice';
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
   * order, and for one that the broker of the account cannot have
   */
  async create(body: ElectionInput, context: RequestContext): Promise<CreatedElectionResponse> {
    const address = subjectOf(body);
    const walletLedger = address
      ? await this.entryLedgers.open(address, body.owned_wallets, context)
      : await this.entryLedgers.openEverything(context);
    const offer = walletLedger && address ? brokerOf(walletLedger) : undefined;
    const now = this.clock.now();
    const notice = noticeOf(body, offer, now);
    if (notice && offer) refuseMethod(body.method, offer);
    const entry: ElectionEntry = {
      kind: 'method_election',
      wallet: address?.value ?? TAXPAYER,
      method: body.method,
      ...orderTimes(body, now, notice),
    };
    const isSame = (other: ManualEntry) =>
      other.kind === 'method_election' &&
      other.wallet === entry.wallet &&
      other.from === entry.from &&
      other.until === undefined;
    const impact = walletLedger
      ? (await this.entryLedgers.supposing(walletLedger, [entry], context, { replaced: isSame })).impact
      : NO_IMPACT;
    const shown = { given: address?.given ?? null, note: body.note };
    const stored = await this.entryLedgers.keep(entry, shown, context);
    return { ...toElection(stored), impact: toImpact(impact) };
  }
}

/** Without a wallet an order changes nothing. */
const NO_IMPACT: Impact = { before: 0n, after: 0n, years: [] };

/** Undefined for an order for all wallets. @throws AppError VALIDATION_ERROR */
function subjectOf({ address, account_id: account }: ElectionInput): Address | undefined {
  if (account && account.family !== 'exchange')
    throw invalid('account_id', 'Input should be the id of an exchange account');
  if (account && address && account.value !== address.value)
    throw invalid('account_id', 'Send address or account_id');
  return address ?? account;
}

export function toElection(stored: StoredEntry & { entry: ElectionEntry }): ElectionEntryShape {
  const { entry } = stored;
  return {
    ...toEntryHead(stored),
    address: entry.wallet === TAXPAYER ? null : toEntryHead(stored).address,
    method: entry.method,
    effective_from: new Date(entry.from).toISOString(),
    stated_recorded_at: entry.recordedAt === null ? null : new Date(entry.recordedAt).toISOString(),
    ...toNotice(entry.communicated),
    ...toEntryState(stored),
  };
}
