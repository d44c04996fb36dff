import { Injectable } from '@nestjs/common';
import { inTurns } from '../../common/turns';
import { Config } from '../../config/env';
import { transactionCap, type PlanWindow } from '../../domain/access/plan-window';
import { AppError } from '../../domain/kernel/errors';
import { paginate } from '../../domain/kernel/page';
import type { TransferLeg } from '../../domain/matching';
import type { ManualEntry, TransferPairing } from '../../domain/overlays/manual-entry';
import {
  matchingAccounts,
  pairingOf,
  withoutExternal,
  type AccountMatches,
} from '../../domain/overlays/transfer-matches';
import { pairDecisions } from '../../domain/overlays/transfer-pairings';
import type { RequestContext } from '../../http/request-context';
import { reply } from '../../http/reply';
import { jointWindowOf } from '../../pipeline/ledger/plan-view';
import { wholeBudget } from '../../pipeline/budget';
import { toCovers, toLimit, toSyncStatus } from '../../presenters/sync-status.presenter';
import { Clock } from '../../ports/clock';
import type { TransferMatchesQuery, UnmatchedTransfersQuery } from './unified.dto';
import { toTransferMatch, toUnmatchedTransfer } from './unified.presenter';
import { UnifiedDecisions } from './unified-decisions.service';
import { UnifiedLedgers, type UnifiedLedger } from './unified-ledgers.service';
import type { DecidedMatchResponse } from './unified.shapes.dto';

const MOST_CANDIDATES = 5;

/** Both ends of transfers, and the owner's decisions about them. */
@Injectable()
export class TransferMatchesService {
  constructor(
    private readonly unified: UnifiedLedgers,
    private readonly decisions: UnifiedDecisions,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  async list(
    { status, min_score: least, page, per_page: perPage }: TransferMatchesQuery,
    context: RequestContext,
  ) {
    const unified = await this.open(context);
    const { matches, window } = await shownMatches(unified, context);
    const found = matches.filter(
      (match) =>
        (status === 'all' || match.status === status) && (least === undefined || match.score.gte(least)),
    );
    const shown = paginate(found, page, perPage);
    return reply(
      shown.items.map((match) => toTransferMatch(match, unified.sources)),
      { pagination: shown, meta: metaOf(unified, window) },
    );
  }

  async unmatched(
    { direction, symbol, page, per_page: perPage }: UnmatchedTransfersQuery,
    context: RequestContext,
  ) {
    const unified = await this.open(context);
    const { matches, unmatched, window } = await shownMatches(unified, context);
    const wanted = symbol?.toLowerCase();
    const { transactions, entries = [] } = unified.joint.history.valued;
    const byId = new Map(transactions.map((tx) => [tx.id, tx]));
    const found = withoutExternal(unmatched, transactions, entries).filter(
      (leg) =>
        (direction === undefined || leg.direction === direction) &&
        (wanted === undefined || leg.asset.symbol.toLowerCase() === wanted),
    );
    const { joint, sources } = unified;
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
      { pagination: shown, meta: metaOf(unified, window) },
    );
  }

  /**
   * A confirmed match replaces earlier confirmed matches with the same ends.
   * @throws AppError RESOURCE_NOT_FOUND, also for a match beyond the plan; FORBIDDEN beyond the entries of the plan
   */
  async decide(
    id: string,
    status: TransferPairing['status'],
    shown: { reason?: string },
    context: RequestContext,
  ): Promise<DecidedMatchResponse> {
    const unified = await this.open(context);
    const { matches } = await shownMatches(unified, context);
    const match = matches.find((one) => one.id === id);
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
    unified: UnifiedLedger,
    id: string,
    {
      added,
      isReplaced,
      shown,
    }: { added: readonly TransferPairing[]; isReplaced: (other: ManualEntry) => boolean; shown: object },
    context: RequestContext,
  ): Promise<DecidedMatchResponse> {
    const drafts = added.map((entry) => this.decisions.draft(entry, { ...shown }));
    const { after, entries, impact } = await this.decisions.replace(
      unified,
      { kind: 'transfer_pairing', added: drafts, isReplaced },
      context,
    );
    const { matches } = await inTurns(
      matchingAccounts(after.history.valued.transactions, pairDecisions(entries)),
      context.signal,
    );
    const decided = matches.find((one) => one.id === id);
    if (!decided) throw missing();
    return { ...toTransferMatch(decided, unified.sources), impact };
  }

  private open(context: RequestContext): Promise<UnifiedLedger> {
    return this.unified.open(context, wholeBudget(context, this.config.HEAVY_TIMEOUT_MS));
  }
}

/** What the plan shows. An owner may have 50,000 possible ends: other requests go on meanwhile. */
async function shownMatches(
  { joint }: UnifiedLedger,
  { principal, signal }: RequestContext,
): Promise<AccountMatches & { window: PlanWindow }> {
  const { transactions, entries = [] } = joint.history.valued;
  const found = await inTurns(matchingAccounts(transactions, pairDecisions(entries)), signal);
  const window = jointWindowOf(joint, transactionCap(principal));
  const isShown = ({ transactionId }: TransferLeg): boolean => window.shows(transactionId);
  return {
    matches: found.matches.filter((match) => isShown(match.out) && isShown(match.in)),
    unmatched: found.unmatched.filter(isShown),
    window,
  };
}

const metaOf = ({ joint }: UnifiedLedger, window: PlanWindow) => ({
  ...toSyncStatus(joint.history.syncStatus),
  ...toLimit(window),
  ...toCovers(joint.wallets.map(({ subject }) => subject)),
});

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
