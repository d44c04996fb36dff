import { Body, Controller, Delete, Param, Put, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { Responds } from '../../../http/openapi/documented';
import { Wallet, type WalletRequest } from '../../../http/validation/fields';
import { ChangesLedger } from '../entry-routes';
import { PreviewQuery } from '../manual-entries.dto';
import { RemoveVisibilityQuery, VisibilityInput } from './decisions.dto';
import { RemovedVisibilityResponse, VisibilityResponse } from './decisions.shapes.dto';
import { VisibilityService } from './visibility.service';

const TokenKey = ApiParam({
  name: 'token_key',
  description: '`chain:symbol`, or `chain:contract`, percent-encoded',
  schema: { type: 'string', example: 'ethereum:UNI' },
});

/** Tokens that the rules take for spam, or do not. */
@ApiTags('Wallets')
@Controller('api/v1/wallets/:address/tokens/:token_key/visibility')
export class VisibilityController {
  constructor(private readonly visibility: VisibilityService) {}

  /**
   * Hide or show a token of a wallet
   *
   * @remarks A token called spam is in no holding, sum, form or event. It applies only to the results of the
   * caller. A token that the wallet traded cannot be hidden.
   */
  @Put()
  @TokenKey
  @ChangesLedger(Responds(VisibilityResponse), 'RESOURCE_NOT_FOUND')
  setTokenVisibility(
    @Wallet() wallet: WalletRequest,
    @Param('token_key') tokenKey: string,
    @Body() body: VisibilityInput,
    @Query() query: PreviewQuery,
  ) {
    return this.visibility.set(wallet.address, tokenKey, body, query, wallet.context);
  }

  /**
   * Remove the decision about a token
   *
   * @remarks The rules decide again whether the token is spam. The entry is kept and no longer applies. Returns
   * the effect of the removal.
   */
  @Delete()
  @TokenKey
  @ChangesLedger(Responds(RemovedVisibilityResponse), 'RESOURCE_NOT_FOUND')
  removeTokenVisibility(
    @Wallet() wallet: WalletRequest,
    @Param('token_key') tokenKey: string,
    @Query() query: RemoveVisibilityQuery,
  ) {
    return this.visibility.remove(wallet.address, tokenKey, query, wallet.context);
  }
}
