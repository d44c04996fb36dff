import { Body, Controller, Delete, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { InSpace } from '../../../http/auth/decorators';
import { Responds } from '../../../http/openapi/documented';
import type { WalletPartRequest } from '../../../http/validation/fields';
import { ChangesLedger } from '../entry-routes';
import { PreviewQuery } from '../manual-entries.dto';
import { RemoveVisibilityQuery, TokenOfWallet, VisibilityInput } from './decisions.dto';
import { RemovedVisibilityResponse, VisibilityResponse } from './decisions.shapes.dto';
import { VisibilityService } from './visibility.service';

/** Tokens that the rules take for spam, or do not. */
@ApiTags('Wallets')
@Controller('api/v1/wallets/:address/tokens/:token_key/visibility')
@InSpace('decision')
export class VisibilityController {
  constructor(private readonly visibility: VisibilityService) {}

  /**
   * Hide or show a token of a wallet
   *
   * @remarks A token called spam is in no holding, sum, form or event. It applies only to the results of the
   * caller. A token that the wallet traded cannot be hidden.
   */
  @Put()
  @ChangesLedger(Responds(VisibilityResponse), 'RESOURCE_NOT_FOUND')
  setTokenVisibility(
    @TokenOfWallet() target: WalletPartRequest,
    @Body() body: VisibilityInput,
    @Query() query: PreviewQuery,
  ) {
    return this.visibility.set(target, body, query);
  }

  /**
   * Remove the decision about a token
   *
   * @remarks The rules decide again whether the token is spam. The entry is kept and no longer applies. Returns
   * the effect of the removal.
   */
  @Delete()
  @ChangesLedger(Responds(RemovedVisibilityResponse), 'RESOURCE_NOT_FOUND')
  removeTokenVisibility(@TokenOfWallet() target: WalletPartRequest, @Query() query: RemoveVisibilityQuery) {
    return this.visibility.remove(target, query);
  }
}
