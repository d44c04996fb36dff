import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Heavy, InSpace, UserNeeds } from '../../http/auth/decorators';
import { Responds } from '../../http/openapi/documented';
import { Context, RequestContext } from '../../http/request-context';
import { PathId } from '../../http/validation/fields';
import { DecidesTransfer } from './decides-transfer';
import { TransferMatchesService } from './transfer-matches.service';
import { RejectMatchRequest, TransferMatchesQuery, UnmatchedTransfersQuery } from './unified.dto';
import { DecidedMatchResponse, AccountMatchResponse, UnpairedTransferResponse } from './unified.shapes.dto';
import { Idempotent } from '../../http/idempotent';

const MatchId = () => PathId('match_id', 'RESOURCE_NOT_FOUND', 'transfer_match');

/** Transfers between the caller's wallets and exchange accounts. */
@ApiTags('Unified')
@Controller('api/v1/unified')
@InSpace('decision')
export class TransferMatchesController {
  constructor(private readonly matches: TransferMatchesService) {}

  /**
   * List transfers whose two ends were found
   *
   * @remarks Only a confirmed match moves lots: the units keep their basis and their date.
   */
  @Get('transfer-matches')
  @Heavy()
  @UserNeeds('read:transactions')
  @Responds([AccountMatchResponse], 'syncStatus', 'limit', 'covers')
  listTransferMatches(@Query() query: TransferMatchesQuery, @Context() context: RequestContext) {
    return this.matches.list(query, context);
  }

  /**
   * Confirm that two ends are one transfer
   *
   * @remarks Other matches with one of the ends are rejected. The decision remains when the rows are read again.
   */
  @Post('transfer-matches/:match_id/confirm')
  @Idempotent()
  @HttpCode(200)
  @DecidesTransfer()
  confirmTransferMatch(@MatchId() id: string, @Context() context: RequestContext) {
    return this.matches.decide(id, 'confirmed', {}, context);
  }

  /** Reject that two ends are one transfer */
  @Post('transfer-matches/:match_id/reject')
  @Idempotent()
  @HttpCode(200)
  @DecidesTransfer()
  rejectTransferMatch(
    @MatchId() id: string,
    @Body() { reason }: RejectMatchRequest,
    @Context() context: RequestContext,
  ): Promise<DecidedMatchResponse> {
    return this.matches.decide(id, 'rejected', { reason }, context);
  }

  /** Withdraw the decision about a match */
  @Post('transfer-matches/:match_id/undo')
  @Idempotent()
  @HttpCode(200)
  @DecidesTransfer()
  undoTransferMatch(@MatchId() id: string, @Context() context: RequestContext) {
    return this.matches.undo(id, context);
  }

  /** List transfers without a known other end */
  @Get('unmatched-transfers')
  @Heavy()
  @UserNeeds('read:transactions')
  @Responds([UnpairedTransferResponse], 'syncStatus', 'limit', 'covers')
  listUnmatchedTransfers(@Query() query: UnmatchedTransfersQuery, @Context() context: RequestContext) {
    return this.matches.unmatched(query, context);
  }
}
