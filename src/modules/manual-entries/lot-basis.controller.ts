import { Body, Controller, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Address } from '../../domain/kernel/address';
import { Heavy, UserNeeds } from '../../http/auth/decorators';
import { Fails } from '../../http/openapi/documented';
import { PathId, WalletAddress } from '../../http/validation/fields';
import { Context, RequestContext } from '../../http/request-context';
import { BasisService } from './basis.service';
import { LotBasisInput, PreviewQuery } from './manual-entries.dto';
import type { LotBasisResultResponse } from './manual-entries.shapes.dto';

@ApiTags('Wallets')
@Controller('api/v1/wallets/:address/lots')
export class LotBasisController {
  constructor(private readonly basis: BasisService) {}

  /**
   * Set the cost basis of a lot
   *
   * @remarks The basis applies only to the results of the caller. It replaces an earlier assignment.
   */
  @Put(':lot_id/cost-basis')
  @Heavy()
  @UserNeeds('write:portfolios')
  @Fails('WALLET_NOT_FOUND')
  setLotBasis(
    @WalletAddress() address: Address,
    @PathId('lot_id', 'LOT_NOT_FOUND') lotId: string,
    @Body() body: LotBasisInput,
    @Query() { preview }: PreviewQuery,
    @Context() context: RequestContext,
  ): Promise<LotBasisResultResponse> {
    return this.basis.set(address, lotId, body, preview, context);
  }
}
