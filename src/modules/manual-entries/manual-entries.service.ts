import { userOf } from '../../domain/access/principal';
import { Injectable } from '@nestjs/common';
import { AppError } from '../../domain/kernel/errors';
import type { ManualEntry, StandingOrder } from '../../domain/overlays/manual-entry';
import { reply, type Reply } from '../../http/reply';
import type { RequestContext } from '../../http/request-context';
import { Clock } from '../../ports/clock';
import { Overlays, type StoredEntry } from '../../ports/storage/overlays';
import type { PageQuery } from '../../http/validation/fields';
import type { ManualEntriesQuery } from './manual-entries.dto';
import type { DeactivatedResponse } from './manual-entries.shapes.dto';

@Injectable()
export class ManualEntriesService {
  constructor(
    private readonly overlays: Overlays,
    private readonly clock: Clock,
  ) {}

  async list<K extends ManualEntry['kind'], T>(
    kind: K,
    show: (stored: StoredEntry & { entry: Extract<ManualEntry, { kind: K }> }) => T,
    {
      address,
      include_inactive: includeInactive,
      page,
      per_page: perPage,
    }: PageQuery & Pick<ManualEntriesQuery, 'address' | 'include_inactive'>,
    context: RequestContext,
  ): Promise<Reply<T[]>> {
    const { entries, total } = await this.overlays.entries(
      userOf(context.principal).userId,
      { kind, address: address?.value ?? null, includeInactive },
      { skip: (page - 1) * perPage, take: perPage },
    );
    const isOfKind = (
      stored: StoredEntry,
    ): stored is StoredEntry & { entry: Extract<ManualEntry, { kind: K }> } => stored.entry.kind === kind;
    return reply(entries.filter(isOfKind).map(show), { pagination: { page, perPage, total } });
  }

  /** The row is kept. @throws AppError RESOURCE_NOT_FOUND; CONFLICT the second time */
  async deactivate(
    kind: ManualEntry['kind'],
    entryId: string,
    context: RequestContext,
  ): Promise<DeactivatedResponse> {
    return deactivated(entryId, await this.overlays.deactivate(...this.target(kind, entryId, context)));
  }

  /** For a standing order that never held. The row is kept. @throws AppError as `deactivate` */
  async void(
    kind: StandingOrder['kind'],
    entryId: string,
    context: RequestContext,
  ): Promise<DeactivatedResponse> {
    return deactivated(entryId, await this.overlays.void(...this.target(kind, entryId, context)));
  }

  private target<K extends ManualEntry['kind']>(kind: K, entryId: string, { principal }: RequestContext) {
    return [userOf(principal).userId, kind, entryId, new Date(this.clock.now())] as const;
  }
}

function deactivated(entryId: string, wasActive: boolean | null): DeactivatedResponse {
  if (wasActive === null) throw new AppError('RESOURCE_NOT_FOUND', { resource: 'manual_entry' });
  if (!wasActive) throw new AppError('CONFLICT', { resource: 'manual_entry' });
  return { deactivated: true, entry_id: entryId };
}
