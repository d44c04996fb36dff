import { Body, Controller, Inject, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { InSpace } from '../../../http/auth/decorators';
import { Context, RequestContext } from '../../../http/request-context';
import { BrokerNoticeInput } from '../broker/broker-notice.dto';
import { BrokerNoticesService } from '../broker/broker-notices.service';
import { CreatesEntry, EntryId, entryRoutes, RecordsNotice } from '../entry-routes';
import { PreviewQuery } from '../manual-entries.dto';
import { LotSelectionInput } from './selections.dto';
import { SelectionsService, toLotSelection } from './selections.service';
import { CreatedLotSelectionResponse, LotSelectionShape } from './selections.shapes.dto';

/** Lots that the owner selects for disposals and own transfers of the chain. */
@ApiTags('Manual entries')
@Controller('api/v1/manual-entries/lot-selections')
@InSpace('decision')
export class LotSelectionsController extends entryRoutes('lot_selection', LotSelectionShape, toLotSelection) {
  @Inject() private readonly selections!: SelectionsService;
  @Inject() private readonly notices!: BrokerNoticesService;

  /**
   * Select the lots of a disposal or an own transfer
   *
   * @remarks Also of a trade. A selection that was made after the disposal is refused; `selected_at` states when your own
   * records identified the lots. A standing selection names lots before the sale.
   */
  @Post()
  @CreatesEntry(CreatedLotSelectionResponse, 'RESOURCE_NOT_FOUND')
  createLotSelection(
    @Body() body: LotSelectionInput,
    @Query() { preview }: PreviewQuery,
    @Context() context: RequestContext,
  ) {
    return this.selections.create(body, preview, context);
  }

  /**
   * Record when the broker was told of a lot selection
   *
   * @remarks Adds the notice to the stored entry, or replaces the one that it has. The entry as it was stays in the list of
   * inactive ones. The rules are those of a notice at the entry: a past time needs evidence.
   */
  @Put(':entry_id/broker-notice')
  @RecordsNotice(CreatedLotSelectionResponse)
  async recordLotSelectionNotice(
    @EntryId() entryId: string,
    @Body() body: BrokerNoticeInput,
    @Context() context: RequestContext,
  ) {
    const { stored, impact } = await this.notices.record('lot_selection', entryId, body, context);
    return { ...toLotSelection(stored), stored: true, impact };
  }
}
