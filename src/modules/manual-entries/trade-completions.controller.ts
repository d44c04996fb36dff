import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Heavy, SessionOnly, UserNeeds } from '../../http/decorators';
import { PathId } from '../../http/fields';
import { Context, RequestContext } from '../../http/request-context';
import { CompletionsService } from './completions.service';
import { TradeCompletionInput, ManualEntriesQuery } from './manual-entries.dto';
import { toTradeCompletion } from './manual-entries.presenter';
import { ManualEntriesService } from './manual-entries.service';
import {
  TradeCompletionShape,
  type CreatedTradeCompletionBody,
  type DeactivatedBody,
} from './manual-entries.shapes.dto';

/** The other half of trades, said by their owner. */
@ApiTags('manual entries')
@Controller('api/v1/manual-entries/trade-completions')
export class TradeCompletionsController {
  constructor(
    private readonly entries: ManualEntriesService,
    private readonly completions: CompletionsService,
  ) {}

  @Get()
  @UserNeeds('read:lots')
  @ApiOkResponse({ type: TradeCompletionShape, isArray: true })
  list(@Query() query: ManualEntriesQuery, @Context() context: RequestContext) {
    return this.entries.list('trade_completion', toTradeCompletion, query, context);
  }

  /** Say what was paid, or received, outside the chain for units that came or went on it. */
  @Post()
  @Heavy()
  @SessionOnly()
  create(
    @Body() body: TradeCompletionInput,
    @Context() context: RequestContext,
  ): Promise<CreatedTradeCompletionBody> {
    return this.completions.create(body, context);
  }

  /** Withdraw it; the row is kept. */
  @Delete(':entry_id')
  @SessionOnly()
  deactivate(
    @PathId('entry_id', 'RESOURCE_NOT_FOUND', 'manual_entry') entryId: string,
    @Context() context: RequestContext,
  ): Promise<DeactivatedBody> {
    return this.entries.deactivate('trade_completion', entryId, context);
  }
}
