import { Delete, Get, Query, type Type } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { ManualEntry } from '../../domain/overlays/manual-entry';
import { SessionOnly, UserNeeds } from '../../http/auth/decorators';
import { Fails } from '../../http/openapi/documented';
import { PathId } from '../../http/validation/fields';
import { Context, RequestContext } from '../../http/request-context';
import type { StoredEntry } from '../../ports/storage/overlays';
import { ManualEntriesQuery } from './manual-entries.dto';
import type { ManualEntriesService } from './manual-entries.service';
import { DeactivatedResponse } from './manual-entries.shapes.dto';

type EntryOf<K extends ManualEntry['kind']> = StoredEntry & { entry: Extract<ManualEntry, { kind: K }> };

/** NOUNS: singular and plural of each kind of entry, in operation ids. */
const NOUNS = {
  basis_assignment: ['BasisAssignment', 'BasisAssignments'],
  disposal_entry: ['DisposalEntry', 'DisposalEntries'],
  trade_completion: ['TradeCompletion', 'TradeCompletions'],
  lot_selection: ['LotSelection', 'LotSelections'],
} as const satisfies Partial<Record<ManualEntry['kind'], readonly [string, string]>>;

/**
 * Routes that every kind of entry has: list and deactivate. Their summaries are explicit, because the build reads only
 * comments of controller files.
 */
export function entryRoutes<K extends keyof typeof NOUNS, T extends object>(
  kind: K,
  shape: Type<T>,
  show: (stored: EntryOf<K>) => T,
) {
  const [singular, plural] = NOUNS[kind];
  abstract class EntryRoutes {
    protected abstract readonly entries: ManualEntriesService;

    @Get()
    @ApiOperation({ operationId: `list${plural}`, summary: 'List entries, oldest first' })
    @UserNeeds('read:lots')
    @ApiOkResponse({ type: shape, isArray: true })
    @Fails('INVALID_ADDRESS')
    list(@Query() query: ManualEntriesQuery, @Context() context: RequestContext) {
      return this.entries.list(kind, show, query, context);
    }

    @Delete(':entry_id')
    @ApiOperation({
      operationId: `deactivate${singular}`,
      summary: 'Deactivate an entry',
      description: 'The entry is kept and no longer applies.',
    })
    @SessionOnly()
    @ApiOkResponse({ type: DeactivatedResponse })
    @Fails('CONFLICT')
    deactivate(
      @PathId('entry_id', 'RESOURCE_NOT_FOUND', 'manual_entry') entryId: string,
      @Context() context: RequestContext,
    ) {
      return this.entries.deactivate(kind, entryId, context);
    }
  }
  return EntryRoutes;
}
