import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { StoredAnswer } from '../../../http/stored-answer';
import { Heavy, InSpace, Needs, UserNeeds } from '../../../http/auth/decorators';
import { Fails, Responds } from '../../../http/openapi/documented';
import { PathId, Wallet, type WalletRequest } from '../../../http/validation/fields';
import { LotResponse } from '../../../presenters/shapes.dto';
import { LineageQuery, LotsQuery, NeedsBasisQuery } from './lots.dto';
import { LotsService } from './lots.service';
import { LineageResponse, NeedsBasisResponse } from './lots.shapes.dto';

/**
 * Lots of one wallet as they are stored; a wallet that is not indexed is not found. The first request for a long
 * history computes the ledger, so these routes have the longer timeout.
 */
@ApiTags('Wallets')
@Controller('api/v1/wallets/:address/lots')
@InSpace()
@Heavy()
export class LotsController {
  constructor(private readonly lots: LotsService) {}

  /** List the open and closed lots of a wallet */
  @Get()
  @StoredAnswer('stored')
  @Needs('read:lots')
  @Responds([LotResponse], 'syncStatus', 'limit', 'deposits')
  @Fails('WALLET_NOT_FOUND')
  listLots(@Wallet() wallet: WalletRequest, @Query() query: LotsQuery) {
    return this.lots.list(wallet.address, query, wallet.context);
  }

  /**
   * List lots with an unknown cost basis
   *
   * @remarks Only the owner knows the basis of these lots. Lots with the largest effect on gains come first.
   */
  @Get('needs-basis')
  @UserNeeds('read:lots')
  @Responds([NeedsBasisResponse], 'syncStatus', 'limit')
  @Fails('WALLET_NOT_FOUND')
  listLotsNeedingBasis(@Wallet() wallet: WalletRequest, @Query() query: NeedsBasisQuery) {
    return this.lots.needsBasis(wallet.address, query, wallet.context);
  }

  /**
   * Trace the origin and use of a lot
   *
   * @remarks Follows the units through all wallets of the owner.
   */
  @Get(':lot_id/lineage')
  @Needs('read:lots')
  @Responds(LineageResponse, 'syncStatus', 'limit')
  @Fails('WALLET_NOT_FOUND')
  getLotLineage(
    @Wallet() wallet: WalletRequest,
    @PathId('lot_id', 'LOT_NOT_FOUND') lotId: string,
    @Query() query: LineageQuery,
  ) {
    return this.lots.lineage(wallet.address, lotId, query, wallet.context);
  }
}
