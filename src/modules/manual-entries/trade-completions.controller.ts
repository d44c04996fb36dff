import { Body, Controller, Inject, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { InSpace } from '../../http/auth/decorators';
import { Context, RequestContext } from '../../http/request-context';
import { CompletionsService } from './completions.service';
import { CreatesEntry, entryRoutes } from './entry-routes';
import { TradeCompletionInput } from './manual-entries.dto';
import { toTradeCompletion } from './manual-entries.presenter';
import { TradeCompletionShape, CreatedTradeCompletionResponse } from './manual-entries.shapes.dto';

/** Off-chain sides of trades that the owner records. */
@ApiTags('Manual entries')
@Controller('api/v1/manual-entries/trade-completions')
@InSpace('decision')
export class TradeCompletionsController extends entryRoutes(
  'trade_completion',
  TradeCompletionShape,
  toTradeCompletion,
) {
  @Inject() private readonly completions!: CompletionsService;

  /**
   * Record the off-chain side of a trade
   *
   * @remarks Adds what was paid or received outside the chain for units that moved on the chain.
   */
  @Post()
  @CreatesEntry(CreatedTradeCompletionResponse, 'RESOURCE_NOT_FOUND')
  createTradeCompletion(@Body() body: TradeCompletionInput, @Context() context: RequestContext) {
    return this.completions.create(body, context);
  }
}
