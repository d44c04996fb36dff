import { Body, Controller, Inject, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { InSpace } from '../../../http/auth/decorators';
import { Context, RequestContext } from '../../../http/request-context';
import { BrokerNoticeInput } from '../broker/broker-notice.dto';
import { BrokerNoticesService } from '../broker/broker-notices.service';
import { CreatesEntry, EntryId, orderRoutes, RecordsNotice } from '../entry-routes';
import { PreviewQuery } from '../manual-entries.dto';
import { StandingSelectionInput } from './standing-selections.dto';
import { StandingSelectionsService, toStandingSelection } from './standing-selections.service';
import { CreatedStandingSelectionResponse, StandingSelectionShape } from './standing-selections.shapes.dto';

/** Standing orders that name the lots of future sales. */
@ApiTags('Manual entries')
@Controller('api/v1/standing-selections')
@InSpace('decision')
export class StandingSelectionsController extends orderRoutes(
  'standing_selection',
  StandingSelectionShape,
  toStandingSelection,
) {
  @Inject() private readonly selections!: StandingSelectionsService;
  @Inject() private readonly notices!: BrokerNoticesService;

  /**
   * Name the lots of future sales of a token
   *
   * @remarks From that time on, sales of the token from this wallet take the named lots first, in the given order; the
   * method of the wallet takes the rest. A later order about the token replaces an earlier one from its own time on. A
   * selection for one transaction comes before it.
   */
  @Post()
  @CreatesEntry(CreatedStandingSelectionResponse, 'RESOURCE_NOT_FOUND')
  createStandingSelection(
    @Body() body: StandingSelectionInput,
    @Query() { preview }: PreviewQuery,
    @Context() context: RequestContext,
  ) {
    return this.selections.create(body, preview, context);
  }

  /**
   * Record when the broker was told of a standing selection
   *
   * @remarks Adds the notice to the stored entry, or replaces the one that it has. The entry as it was stays in the list of
   * inactive ones. The rules are those of a notice at the entry: a past time needs evidence.
   */
  @Put(':entry_id/broker-notice')
  @RecordsNotice(CreatedStandingSelectionResponse)
  async recordStandingSelectionNotice(
    @EntryId() entryId: string,
    @Body() body: BrokerNoticeInput,
    @Context() context: RequestContext,
  ) {
    const { stored, impact } = await this.notices.record('standing_selection', entryId, body, context);
    return { ...toStandingSelection(stored), stored: true, impact };
  }
}
