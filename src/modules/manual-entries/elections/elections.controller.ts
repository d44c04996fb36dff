import { Body, Controller, Inject, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { InSpace } from '../../../http/auth/decorators';
import { Context, RequestContext } from '../../../http/request-context';
import { BrokerNoticeInput } from '../broker/broker-notice.dto';
import { BrokerNoticesService } from '../broker/broker-notices.service';
import { CreatesEntry, EntryId, orderRoutes, RecordsNotice } from '../entry-routes';
import { ElectionInput } from './elections.dto';
import { ElectionsService, toElection } from './elections.service';
import { CreatedElectionResponse, ElectionEntryShape } from './elections.shapes.dto';

/** Standing orders for the cost-basis method of a wallet, or of all. */
@ApiTags('Manual entries')
@Controller('api/v1/method-elections')
@InSpace('decision')
export class ElectionsController extends orderRoutes('method_election', ElectionEntryShape, toElection) {
  @Inject() private readonly elections!: ElectionsService;
  @Inject() private readonly notices!: BrokerNoticesService;

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

  /**
   * Record when the broker was told of an election
   *
   * @remarks Adds the notice to the stored entry, or replaces the one that it has. The entry as it was stays in the list of
   * inactive ones. The rules are those of a notice at the entry: a past time needs evidence.
   */
  @Put(':entry_id/broker-notice')
  @RecordsNotice(CreatedElectionResponse)
  async recordMethodElectionNotice(
    @EntryId() entryId: string,
    @Body() body: BrokerNoticeInput,
    @Context() context: RequestContext,
  ) {
    const { stored, impact } = await this.notices.record('method_election', entryId, body, context);
    return { ...toElection(stored), impact };
  }
}
