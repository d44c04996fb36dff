import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Heavy, SessionOnly, UserNeeds } from '../../http/decorators';
import { PathId } from '../../http/fields';
import { Context, RequestContext } from '../../http/request-context';
import { DisposalsService } from './disposals.service';
import { DisposalEntryInput, ManualEntriesQuery } from './manual-entries.dto';
import { toDisposalEntry } from './manual-entries.presenter';
import { ManualEntriesService } from './manual-entries.service';
import {
  DisposalEntryShape,
  type CreatedDisposalEntryBody,
  type DeactivatedBody,
} from './manual-entries.shapes.dto';

/** How units left, said by their owner. */
@ApiTags('manual entries')
@Controller('api/v1/manual-entries/disposal-entries')
export class DisposalEntriesController {
  constructor(
    private readonly entries: ManualEntriesService,
    private readonly disposals: DisposalsService,
  ) {}

  @Get()
  @UserNeeds('read:lots')
  @ApiOkResponse({ type: DisposalEntryShape, isArray: true })
  list(@Query() query: ManualEntriesQuery, @Context() context: RequestContext) {
    return this.entries.list('disposal_entry', toDisposalEntry, query, context);
  }

  /** Say how units left: by a transaction that is told anew, or by one no chain knows of. */
  @Post()
  @Heavy()
  @SessionOnly()
  create(
    @Body() body: DisposalEntryInput,
    @Context() context: RequestContext,
  ): Promise<CreatedDisposalEntryBody> {
    return this.disposals.create(body, context);
  }

  /** Withdraw it; the row is kept. */
  @Delete(':entry_id')
  @SessionOnly()
  deactivate(
    @PathId('entry_id', 'RESOURCE_NOT_FOUND', 'manual_entry') entryId: string,
    @Context() context: RequestContext,
  ): Promise<DeactivatedBody> {
    return this.entries.deactivate('disposal_entry', entryId, context);
  }
}
