import { Body, Controller, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiTags } from '@nestjs/swagger';
import { Heavy, SessionOnly } from '../../../http/auth/decorators';
import { Fails } from '../../../http/openapi/documented';
import { Context, RequestContext } from '../../../http/request-context';
import { entryRoutes } from '../entry-routes';
import { ManualEntriesService } from '../manual-entries.service';
import { LotSelectionInput } from './selections.dto';
import { SelectionsService, toLotSelection } from './selections.service';
import { CreatedLotSelectionResponse, LotSelectionShape } from './selections.shapes.dto';

/** Lots that the owner selects for disposals of the chain. */
@ApiTags('Manual entries')
@Controller('api/v1/manual-entries/lot-selections')
export class LotSelectionsController extends entryRoutes('lot_selection', LotSelectionShape, toLotSelection) {
  constructor(
    protected readonly entries: ManualEntriesService,
    private readonly selections: SelectionsService,
  ) {
    super();
  }

  /**
   * Select the lots of a disposal
   *
   * @remarks Also of a trade. A selection that was made after the disposal is refused; `selected_at` states when your own
   * records identified the lots.
   */
  @Post()
  @Heavy()
  @SessionOnly()
  @ApiCreatedResponse({ type: CreatedLotSelectionResponse })
  @Fails('WALLET_NOT_FOUND', 'RESOURCE_NOT_FOUND', 'CONFLICT', 'INVALID_ADDRESS')
  createLotSelection(@Body() body: LotSelectionInput, @Context() context: RequestContext) {
    return this.selections.create(body, context);
  }
}
