import { Body, Controller, Inject, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Context, RequestContext } from '../../../http/request-context';
import { CreatesEntry, entryRoutes } from '../entry-routes';
import { PreviewQuery } from '../manual-entries.dto';
import { LotSelectionInput } from './selections.dto';
import { SelectionsService, toLotSelection } from './selections.service';
import { CreatedLotSelectionResponse, LotSelectionShape } from './selections.shapes.dto';

/** Lots that the owner selects for disposals and own transfers of the chain. */
@ApiTags('Manual entries')
@Controller('api/v1/manual-entries/lot-selections')
export class LotSelectionsController extends entryRoutes('lot_selection', LotSelectionShape, toLotSelection) {
  @Inject() private readonly selections!: SelectionsService;

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
}
