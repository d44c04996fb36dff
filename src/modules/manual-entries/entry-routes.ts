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

/**
 * What entries of every kind have in common: they are listed, and withdrawn. Their summaries are written out: the build
 * reads comments of controllers alone.
 */
export function entryRoutes<K extends ManualEntry['kind'], T extends object>(
  kind: K,
  shape: Type<T>,
  show: (stored: EntryOf<K>) => T,
) {
  abstract class EntryRoutes {
    protected abstract readonly entries: ManualEntriesService;

    @Get()
    @ApiOperation({ summary: 'What was said so far, oldest first.' })
    @UserNeeds('read:lots')
    @ApiOkResponse({ type: shape, isArray: true })
    @Fails('INVALID_ADDRESS')
    list(@Query() query: ManualEntriesQuery, @Context() context: RequestContext) {
      return this.entries.list(kind, show, query, context);
    }

    @Delete(':entry_id')
    @ApiOperation({ summary: 'Withdraw an entry; it is kept, and counts no longer.' })
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
