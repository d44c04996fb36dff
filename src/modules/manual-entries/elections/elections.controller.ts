import { Body, Controller, Inject, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Context, RequestContext } from '../../../http/request-context';
import { CreatesEntry, orderRoutes } from '../entry-routes';
import { ElectionInput } from './elections.dto';
import { ElectionsService, toElection } from './elections.service';
import { CreatedElectionResponse, ElectionEntryShape } from './elections.shapes.dto';

/** Standing orders for the cost-basis method of a wallet, or of all. */
@ApiTags('Manual entries')
@Controller('api/v1/method-elections')
export class ElectionsController extends orderRoutes('method_election', ElectionEntryShape, toElection) {
  @Inject() private readonly elections!: ElectionsService;

  /**
   * Elect a cost-basis method for a wallet, an account, or all
   *
   * @remarks Disposals and transfers from that time on consume lots by it, in every answer, form and file of the caller.
   * Earlier ones do not change. While an order for a wallet is in force, it comes before one for all.
   */
  @Post()
  @CreatesEntry(CreatedElectionResponse)
  createMethodElection(@Body() body: ElectionInput, @Context() context: RequestContext) {
    return this.elections.create(body, context);
  }
}
