import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Heavy, SessionOnly, UserNeeds } from '../../../http/auth/decorators';
import { Fails } from '../../../http/openapi/documented';
import { Context, RequestContext } from '../../../http/request-context';
import { PathId } from '../../../http/validation/fields';
import { ManualEntriesQuery } from '../manual-entries.dto';
import { ManualEntriesService } from '../manual-entries.service';
import { DeactivatedResponse } from '../manual-entries.shapes.dto';
import { ElectionInput } from './elections.dto';
import { ElectionsService, toElection } from './elections.service';
import { CreatedElectionResponse, ElectionEntryShape } from './elections.shapes.dto';

/** Standing orders for the cost-basis method of a wallet. */
@ApiTags('Manual entries')
@Controller('api/v1/method-elections')
export class ElectionsController {
  constructor(
    private readonly entries: ManualEntriesService,
    private readonly elections: ElectionsService,
  ) {}

  /** List elections, oldest first */
  @Get()
  @UserNeeds('read:tax-reports')
  @ApiOkResponse({ type: ElectionEntryShape, isArray: true })
  @Fails('INVALID_ADDRESS')
  listMethodElections(@Query() query: ManualEntriesQuery, @Context() context: RequestContext) {
    return this.entries.list('method_election', toElection, query, context);
  }

  /**
   * Elect a cost-basis method for a wallet
   *
   * @remarks Disposals and transfers from that time on consume lots by it, in every answer, form and file of the caller.
   * Earlier ones do not change.
   */
  @Post()
  @Heavy()
  @SessionOnly()
  @ApiCreatedResponse({ type: CreatedElectionResponse })
  @Fails('WALLET_NOT_FOUND', 'CONFLICT', 'INVALID_ADDRESS')
  createMethodElection(@Body() body: ElectionInput, @Context() context: RequestContext) {
    return this.elections.create(body, context);
  }

  /**
   * Deactivate an election
   *
   * @remarks The entry is kept and no longer applies.
   */
  @Delete(':entry_id')
  @SessionOnly()
  @ApiOkResponse({ type: DeactivatedResponse })
  @Fails('CONFLICT')
  deactivateMethodElection(
    @PathId('entry_id', 'RESOURCE_NOT_FOUND', 'manual_entry') entryId: string,
    @Context() context: RequestContext,
  ) {
    return this.entries.deactivate('method_election', entryId, context);
  }
}
