import { applyDecorators, Delete, Get, Inject, Query, UseInterceptors, type Type } from '@nestjs/common';
import { ApiCreatedResponse, ApiOperation } from '@nestjs/swagger';
import type { Permission } from '../../domain/access/permissions';
import type { ErrorCode } from '../../domain/kernel/errors';
import type { ManualEntry, StandingOrder } from '../../domain/overlays/manual-entry';
import { Heavy, SessionOnly, UserNeeds } from '../../http/auth/decorators';
import { Idempotent } from '../../http/idempotent';
import { Fails, Responds } from '../../http/openapi/documented';
import { PathId } from '../../http/validation/fields';
import { Context, RequestContext } from '../../http/request-context';
import type { StoredEntry } from '../../ports/storage/overlays';
import { EndQuery, ManualEntriesQuery } from './manual-entries.dto';
import { ManualEntriesService } from './manual-entries.service';
import { DeactivatedResponse } from './manual-entries.shapes.dto';
import { TaxpayerZoneInterceptor } from './settings/taxpayer-zone.interceptor';

type EntryOf<K extends ManualEntry['kind']> = StoredEntry & { entry: Extract<ManualEntry, { kind: K }> };

/** @param response on success; it contains the effect on the ledger */
export const ChangesLedger = (response: MethodDecorator, ...failures: ErrorCode[]) =>
  applyDecorators(Heavy(), SessionOnly('write:portfolios'), response, Fails('WALLET_NOT_FOUND', ...failures));

export const CreatesEntry = (type: Type, ...failures: ErrorCode[]) =>
  applyDecorators(
    Idempotent(),
    ChangesLedger(ApiCreatedResponse({ type }), ...failures, 'CONFLICT', 'INVALID_ADDRESS'),
  );

interface EntryRoute {
  names: readonly [string, string];
  singular: string;
  plural: string;
  permission: Permission;
}
const ENTRY = { singular: 'an entry', plural: 'entries', permission: 'read:lots' } as const;

/** ROUTES: singular and plural of each kind of entry in operation ids, its word in summaries, who may list it. */
const ROUTES = {
  basis_assignment: { names: ['BasisAssignment', 'BasisAssignments'], ...ENTRY },
  disposal_entry: { names: ['DisposalEntry', 'DisposalEntries'], ...ENTRY },
  trade_completion: { names: ['TradeCompletion', 'TradeCompletions'], ...ENTRY },
  lot_selection: { names: ['LotSelection', 'LotSelections'], ...ENTRY },
  standing_selection: {
    names: ['StandingSelection', 'StandingSelections'],
    singular: 'a standing selection',
    plural: 'standing selections',
    permission: 'read:lots',
  },
  method_election: {
    names: ['MethodElection', 'MethodElections'],
    singular: 'an election',
    plural: 'elections',
    permission: 'read:tax-reports',
  },
} as const satisfies Partial<Record<ManualEntry['kind'], EntryRoute>>;

/** `show` converts a stored entry to its class on the wire. */
type Listed<K extends ManualEntry['kind'], T> = [kind: K, shape: Type<T>, show: (stored: EntryOf<K>) => T];

/**
 * The summary is explicit, because the build reads only comments of controller files. Dates of the bodies are in the
 * zone of the taxpayer.
 */
function listRoute<K extends keyof typeof ROUTES, T extends object>(...[kind, shape, show]: Listed<K, T>) {
  const { names, plural, permission } = ROUTES[kind];
  @UseInterceptors(TaxpayerZoneInterceptor)
  abstract class ListRoute {
    @Inject() protected readonly entries!: ManualEntriesService;

    @Get()
    @ApiOperation({ operationId: `list${names[1]}`, summary: `List ${plural}, oldest first` })
    @UserNeeds(permission)
    @Responds([shape])
    @Fails('INVALID_ADDRESS')
    list(@Query() query: ManualEntriesQuery, @Context() context: RequestContext) {
      return this.entries.list(kind, show, query, context);
    }
  }
  return ListRoute;
}

export const EntryId = () => PathId('entry_id', 'RESOURCE_NOT_FOUND', 'manual_entry');

export const RecordsNotice = (type: Type) =>
  applyDecorators(Heavy(), SessionOnly(), Responds(type), Fails('CONFLICT'));

/** The row is kept. @param summary explicit, as in `listRoute` */
const DeactivatesEntry = (kind: keyof typeof ROUTES, summary: string, description: string) =>
  applyDecorators(
    ApiOperation({ operationId: `deactivate${ROUTES[kind].names[0]}`, summary, description }),
    SessionOnly('write:portfolios'),
    Responds(DeactivatedResponse),
    Fails('CONFLICT'),
  );

export function entryRoutes<K extends Exclude<keyof typeof ROUTES, StandingOrder['kind']>, T extends object>(
  ...listed: Listed<K, T>
) {
  const [kind] = listed;
  abstract class EntryRoutes extends listRoute(...listed) {
    @Delete(':entry_id')
    @DeactivatesEntry(kind, `Deactivate ${ROUTES[kind].singular}`, 'The entry is kept and no longer applies.')
    deactivate(@EntryId() entryId: string, @Context() context: RequestContext) {
      return this.entries.deactivate(kind, entryId, context);
    }
  }
  return EntryRoutes;
}

export function orderRoutes<K extends StandingOrder['kind'], T extends object>(...listed: Listed<K, T>) {
  const [kind] = listed;
  abstract class OrderRoutes extends listRoute(...listed) {
    @Delete(':entry_id')
    @DeactivatesEntry(
      kind,
      `End ${ROUTES[kind].singular}`,
      'The order holds no longer from now on; no disposal of the past changes. With `mistaken` it never held, also ' +
        'after it was ended: your own records did not have it.',
    )
    deactivate(
      @EntryId() entryId: string,
      @Query() { mistaken }: EndQuery,
      @Context() context: RequestContext,
    ) {
      return mistaken
        ? this.entries.void(kind, entryId, context)
        : this.entries.deactivate(kind, entryId, context);
    }
  }
  return OrderRoutes;
}
