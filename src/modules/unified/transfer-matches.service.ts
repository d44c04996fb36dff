import { Injectable } from '@nestjs/common';
import { Config } from '../../config/env';
import { userOf } from '../../domain/access/principal';
import { AppError } from '../../domain/kernel/errors';
import { paginate } from '../../domain/kernel/page';
import type { TransferLeg } from '../../domain/matching';
import { impactOf } from '../../domain/overlays/impact';
import type { ManualEntry, TransferPairing } from '../../domain/overlays/manual-entry';
import { accountMatches, pairingOf } from '../../domain/overlays/transfer-matches';
import { pairDecisions } from '../../domain/overlays/transfer-pairings';
import type { RequestContext } from '../../http/request-context';
import { reply } from '../../http/reply';
import { wholeBudget } from '../../pipeline/budget';
import type { ReadyWalletLedger } from '../../pipeline/ledger/wallet-ledger';
import { WalletLedgerService } from '../../pipeline/ledger/wallet-ledger.service';
import { whole } from '../../pipeline/ledger/whole-ledger';
import { toImpact } from '../../presenters/transactions/impact.presenter';
import { toSyncStatus } from '../../presenters/sync-status.presenter';
import { Clock } from '../../ports/clock';
import { Overlays } from '../../ports/storage/overlays';
import type { TransferMatchesQuery, UnmatchedTransfersQuery } from './unified.dto';
import { toTransferMatch, toUnmatchedTransfer } from './unified.presenter';
import { UnifiedLedgers, type UnifiedLedger } from './unified-ledgers.service';
import type { DecidedMatchResponse } from './unified.shapes.dto';

const MOST_CANDIDATES = 5;
/** Larger than the number of decisions that anyone makes by hand. */
const MAX_ENTRIES = 100_000;

/** Both ends of transfers, and the owner's decisions about them. */
@Injectable()
export class TransferMatchesService {
  constructor(
    private readonly unified: UnifiedLedgers,
    private readonly ledgers: WalletLedgerService,
    private readonly overlays: Overlays,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  async list(
    { status, min_score: least, page, per_page: perPage }: TransferMatchesQuery,
    context: RequestContext,
  ) {
    const unified = await this.open(context);
    const found = matchesOf(unified).matches.filter(
      (match) =>
        (status === 'all' || match.status === status) && (least === undefined || match.score.gte(least)),
    );
    const shown = paginate(found, page, perPage);
    return reply(
      shown.items.map((match) => toTransferMatch(match, unified.sources)),
      { pagination: shown, meta: toSyncStatus(unified.joint.history.syncStatus) },
    );
  }

  async unmatched(
    { direction, symbol, page, per_page: perPage }: UnmatchedTransfersQuery,
    context: RequestContext,
  ) {
    const unified = await this.open(context);
    const { matches, unmatched } = matchesOf(unified);
    const wanted = symbol?.toLowerCase();
    const found = unmatched.filter(
      (leg) =>
        (direction === undefined || leg.direction === direction) &&
        (wanted === undefined || leg.asset.symbol.toLowerCase() === wanted),
    );
    const { joint, sources } = unified;
    const byId = new Map(joint.history.valued.transactions.map((tx) => [tx.id, tx]));
    const tokenKeys = joint.wallets[0]?.tokenKeys ?? new Map<string, string>();
    const valueOf = ({ transactionId, direction: side, asset }: TransferLeg): bigint | null =>
      byId.get(transactionId)?.legs.find((leg) => leg.direction === side && leg.asset.id === asset.id)
        ?.valueUsd ?? null;
    const shown = paginate(found, page, perPage);
    return reply(
      shown.items.map((leg) => {
        const candidates = matches.filter(
          ({ status, out, in: into }) => status === 'suggested' && (out.id === leg.id || into.id === leg.id),
        );
        return toUnmatchedTransfer(leg, valueOf(leg), candidates.slice(0, MOST_CANDIDATES), {
          sources,
          tokenKeys,
        });
      }),
      { pagination: shown, meta: toSyncStatus(joint.history.syncStatus) },
    );
  }

  /**
   * A confirmed match replaces earlier confirmed matches with the same ends.
   * @throws AppError RESOURCE_NOT_FOUND; FORBIDDEN beyond the entries of the plan
   */
  async decide(
    id: string,
    status: TransferPairing['status'],
    shown: { reason?: string },
    context: RequestContext,
  ): Promise<DecidedMatchResponse> {
    const unified = await this.open(context);
    const match = matchesOf(unified).matches.find((one) => one.id === id);
    if (!match) throw missing();
    const byId = new Map(unified.joint.history.valued.transactions.map((tx) => [tx.id, tx]));
    const entry = pairingOf(match, byId, status, this.clock.now());
    const isReplaced = (other: ManualEntry): boolean => isRival(other, entry);
    return this.apply(unified, id, { added: [entry], isReplaced, shown }, context);
  }

  /** @throws AppError RESOURCE_NOT_FOUND without a decision */
  async undo(id: string, context: RequestContext): Promise<DecidedMatchResponse> {
    const unified = await this.open(context);
    const isReplaced = (other: ManualEntry): boolean =>
      other.kind === 'transfer_pairing' && other.matchId === id;
    if (!(unified.joint.history.valued.entries ?? []).some(isReplaced)) throw missing();
    return this.apply(unified, id, { added: [], isReplaced, shown: {} }, context);
  }

  private async apply(
    { joint, sources }: UnifiedLedger,
    id: string,
    {
      added,
      isReplaced,
      shown,
    }: { added: readonly TransferPairing[]; isReplaced: (other: ManualEntry) => boolean; shown: object },
    context: RequestContext,
  ): Promise<DecidedMatchResponse> {
    const { wallets, ledger } = whole(joint);
    const [first] = wallets;
    if (!first) throw missing();
    const before: ReadyWalletLedger = { ...first, ledger };
    const entries = [...(joint.history.valued.entries ?? []).filter((other) => !isReplaced(other)), ...added];
    const budget = wholeBudget(context, this.config.HEAVY_TIMEOUT_MS);
    const after = await this.ledgers.supposing(before, entries, budget);
    await this.store(added, isReplaced, shown, context);
    const decided = accountMatches(after.history.valued.transactions, pairDecisions(entries)).matches.find(
      (one) => one.id === id,
    );
    if (!decided) throw missing();
    return {
      ...toTransferMatch(decided, sources),
      impact: toImpact(impactOf(ledger, after.ledger, this.config.REPORT_TIMEZONE)),
    };
  }

  private async store(
    added: readonly TransferPairing[],
    isReplaced: (other: ManualEntry) => boolean,
    shown: object,
    { principal }: RequestContext,
  ): Promise<void> {
    const storer = userOf(principal);
    const { entries } = await this.overlays.entries(
      storer.userId,
      { kind: 'transfer_pairing', address: null, includeInactive: false },
      { skip: 0, take: MAX_ENTRIES },
    );
    const removed = entries.filter(({ entry }) => isReplaced(entry)).map(({ id }) => id);
    const now = new Date(this.clock.now());
    const drafts = added.map((entry) => ({
      id: this.clock.newId(),
      entry,
      shown: { ...shown },
      createdAt: now,
      deactivatedAt: null,
    }));
    await this.overlays.replaceEntries(storer, removed, drafts, now);
  }

  private open(context: RequestContext): Promise<UnifiedLedger> {
    return this.unified.open(context, wholeBudget(context, this.config.HEAVY_TIMEOUT_MS));
  }
}

const matchesOf = ({ joint }: UnifiedLedger) =>
  accountMatches(joint.history.valued.transactions, pairDecisions(joint.history.valued.entries ?? []));

/** The same match, or a confirmed one that shares an end with a confirmed one. */
function isRival(other: ManualEntry, { matchId, status, out, in: into }: TransferPairing): boolean {
  if (other.kind !== 'transfer_pairing') return false;
  if (other.matchId === matchId) return true;
  const legs: readonly string[] = [other.out.legId, other.in.legId];
  return (
    status === 'confirmed' &&
    other.status === 'confirmed' &&
    [out, into].some(({ legId }) => legs.includes(legId))
  );
}

const missing = (): AppError => new AppError('RESOURCE_NOT_FOUND', { resource: 'transfer_match' });
