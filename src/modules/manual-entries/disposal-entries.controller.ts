import { Body, Controller, Inject, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { InSpace } from '../../http/auth/decorators';
import { Context, RequestContext } from '../../http/request-context';
import { DisposalsService } from './disposals.service';
import { CreatesEntry, entryRoutes } from './entry-routes';
import { DisposalEntryInput } from './manual-entries.dto';
import { toDisposalEntry } from './manual-entries.presenter';
import { DisposalEntryShape, CreatedDisposalEntryResponse } from './manual-entries.shapes.dto';

/** Disposals that the owner records. */
@ApiTags('Manual entries')
@Controller('api/v1/manual-entries/disposal-entries')
@InSpace('decision')
export class DisposalEntriesController extends entryRoutes(
  'disposal_entry',
  DisposalEntryShape,
  toDisposalEntry,
) {
  @Inject() private readonly disposals!: DisposalsService;

  /**
   * Record a disposal
   *
   * @remarks Reclassifies a transfer of the chain (`tx_hash`), or adds a disposal that is not on any chain.
   */
  @Post()
  @CreatesEntry(CreatedDisposalEntryResponse, 'RESOURCE_NOT_FOUND')
  createDisposalEntry(@Body() body: DisposalEntryInput, @Context() context: RequestContext) {
    return this.disposals.create(body, context);
  }
}
