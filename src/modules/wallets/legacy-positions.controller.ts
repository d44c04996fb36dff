import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Address } from '../../domain/kernel/address';
import { Heavy, OptionalAuth } from '../../http/auth/decorators';
import { WithNotes } from '../../http/openapi/documented';
import { WalletAddress } from '../../http/validation/fields';
import { Context, RequestContext } from '../../http/request-context';
import { LegacyPositionsQuery } from './wallets.dto';
import { WalletsService } from './wallets.service';
import { LegacyPositionsResponse } from './wallets.shapes.dto';

/** The unversioned form of positions, without envelope. */
@ApiTags('Wallets')
@Controller('api/wallets/:address')
export class LegacyPositionsController {
  constructor(private readonly wallets: WalletsService) {}

  /**
   * List positions without an envelope
   *
   * @remarks Current positions with cost basis, paged by `limit`.
   */
  @Get('positions')
  @Heavy()
  @OptionalAuth('read:holdings')
  @ApiOkResponse({ type: LegacyPositionsResponse })
  @WithNotes('syncStatus', 'deposits')
  listLegacyPositions(
    @WalletAddress() address: Address,
    @Query() query: LegacyPositionsQuery,
    @Context() context: RequestContext,
  ) {
    return this.wallets.legacyPositions(address, query, context);
  }
}
