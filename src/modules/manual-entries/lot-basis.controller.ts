import { Body, Controller, Put, Query, UseInterceptors } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Heavy, InSpace, UserNeeds } from '../../http/auth/decorators';
import { Fails } from '../../http/openapi/documented';
import { PathId, Wallet, type WalletRequest } from '../../http/validation/fields';
import { BasisService } from './basis.service';
import { LotBasisInput, PreviewQuery } from './manual-entries.dto';
import type { LotBasisResultResponse } from './manual-entries.shapes.dto';
import { TaxpayerZoneInterceptor } from './settings/taxpayer-zone.interceptor';

@ApiTags('Wallets')
@Controller('api/v1/wallets/:address/lots')
@InSpace('decision')
@UseInterceptors(TaxpayerZoneInterceptor)
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
    @Wallet() wallet: WalletRequest,
    @PathId('lot_id', 'LOT_NOT_FOUND') lotId: string,
    @Body() body: LotBasisInput,
    @Query() { preview }: PreviewQuery,
  ): Promise<LotBasisResultResponse> {
    return this.basis.set(wallet.address, lotId, body, preview, wallet.context);
  }
}
