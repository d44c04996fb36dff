import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Heavy, SessionOnly } from '../../http/auth/decorators';
import { Fails } from '../../http/openapi/documented';
import { Context, RequestContext } from '../../http/request-context';
import { CompletionsService } from './completions.service';
import { entryRoutes } from './entry-routes';
import { TradeCompletionInput } from './manual-entries.dto';
import { toTradeCompletion } from './manual-entries.presenter';
import { ManualEntriesService } from './manual-entries.service';
import { TradeCompletionShape, type CreatedTradeCompletionResponse } from './manual-entries.shapes.dto';

/** Off-chain sides of trades that the owner records. */
@ApiTags('Manual entries')
@Controller('api/v1/manual-entries/trade-completions')
export class TradeCompletionsController extends entryRoutes(
  'trade_completion',
  TradeCompletionShape,
  toTradeCompletion,
) {
  constructor(
    protected readonly entries: ManualEntriesService,
    private readonly completions: CompletionsService,
  ) {
    super();
  }

  /**
   * Record the off-chain side of a trade
   *
   * @remarks Adds what was paid or received outside the chain for units that moved on the chain.
   */
  @Post()
  @Heavy()
  @SessionOnly()
  @Fails('WALLET_NOT_FOUND', 'RESOURCE_NOT_FOUND', 'CONFLICT', 'INVALID_ADDRESS')
  createTradeCompletion(
    @Body() body: TradeCompletionInput,
    @Context() context: RequestContext,
  ): Promise<CreatedTradeCompletionResponse> {
    return this.completions.create(body, context);
  }
}
