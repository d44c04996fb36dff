import { Injectable } from '@nestjs/common';
import { Config } from '../../config/env';
import { userOf } from '../../domain/access/principal';
import { AppError } from '../../domain/kernel/errors';
import { impactOf } from '../../domain/overlays/impact';
import type { ManualEntry } from '../../domain/overlays/manual-entry';
import type { RequestContext } from '../../http/request-context';
import { wholeBudget } from '../../pipeline/budget';
import type { ReadyWalletLedger } from '../../pipeline/ledger/wallet-ledger';
import { WalletLedgerService } from '../../pipeline/ledger/wallet-ledger.service';
import { whole } from '../../pipeline/ledger/whole-ledger';
import { Clock } from '../../ports/clock';
import { Overlays, type StoredEntry } from '../../ports/storage/overlays';
import { toImpact } from '../../presenters/transactions/impact.presenter';
import type { ImpactResponse } from '../../presenters/transactions/impact.shapes.dto';
import type { UnifiedLedger } from './unified-ledgers.service';

/** Larger than the number of decisions that anyone makes by hand. */
const MAX_ENTRIES = 100_000;

/** Decisions to store instead of others. */
export interface Replacement {
  kind: ManualEntry['kind'];
  added: readonly StoredEntry[];
  isReplaced: (other: ManualEntry) => boolean;
}

/** The owner's decisions over all wallets and accounts, with their effect. */
@Injectable()
export class UnifiedDecisions {
  constructor(
    private readonly ledgers: WalletLedgerService,
    private readonly overlays: Overlays,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** A decision as it is stored from now on. */
  draft(entry: ManualEntry, shown: Readonly<Record<string, unknown>>): StoredEntry {
    return {
      id: 'id' in entry ? entry.id : this.clock.newId(),
      entry,
      shown: { ...shown },
      createdAt: new Date(this.clock.now()),
      deactivatedAt: null,
    };
  }

  /** Active entries of one kind, of all wallets. */
  async stored(kind: ManualEntry['kind'], context: RequestContext): Promise<StoredEntry[]> {
    const { entries } = await this.overlays.entries(
      userOf(context.principal).userId,
      { kind, address: null, includeInactive: false },
      { skip: 0, take: MAX_ENTRIES },
    );
    return entries;
  }

  /** Computes the effect, then stores. @throws AppError FORBIDDEN beyond the entries of the plan */
  async replace(
    { joint }: UnifiedLedger,
    { kind, added, isReplaced }: Replacement,
    context: RequestContext,
  ): Promise<{ after: ReadyWalletLedger; entries: readonly ManualEntry[]; impact: ImpactResponse }> {
    const { wallets, ledger } = whole(joint);
    const [first] = wallets;
    if (!first) throw new AppError('RESOURCE_NOT_FOUND', { resource: 'wallet' });
    const before: ReadyWalletLedger = { ...first, ledger };
    const entries = [
      ...(joint.history.valued.entries ?? []).filter((other) => !isReplaced(other)),
      ...added.map(({ entry }) => entry),
    ];
    const budget = wholeBudget(context, this.config.HEAVY_TIMEOUT_MS);
    const after = await this.ledgers.supposing(before, entries, budget);
    const storer = userOf(context.principal);
    const stored = await this.stored(kind, context);
    const removed = stored.filter(({ entry }) => isReplaced(entry)).map(({ id }) => id);
    await this.overlays.replaceEntries(storer, removed, added, new Date(this.clock.now()));
    return {
      after,
      entries,
      impact: toImpact(impactOf(ledger, after.ledger, this.ledgers.rulesOf(after).timezone)),
    };
  }
}
