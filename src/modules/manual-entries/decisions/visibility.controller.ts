import { Body, Controller, Delete, Param, Put, Query } from '@nestjs/common';
import { ApiOkResponse, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Address } from '../../../domain/kernel/address';
import { Heavy, SessionOnly } from '../../../http/auth/decorators';
import { Fails } from '../../../http/openapi/documented';
import { WalletAddress } from '../../../http/validation/fields';
import { Context, RequestContext } from '../../../http/request-context';
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
  @Heavy()
  @SessionOnly()
  @TokenKey
  @ApiOkResponse({ type: VisibilityResponse })
  @Fails('WALLET_NOT_FOUND', 'RESOURCE_NOT_FOUND')
  setTokenVisibility(
    @WalletAddress() address: Address,
    @Param('token_key') tokenKey: string,
    @Body() body: VisibilityInput,
    @Query() query: PreviewQuery,
    @Context() context: RequestContext,
  ): Promise<VisibilityResponse> {
    return this.visibility.set(address, tokenKey, body, query, context);
  }

  /**
   * Remove the decision about a token
   *
   * @remarks The rules decide again whether the token is spam. The entry is kept and no longer applies. Returns
   * the effect of the removal.
   */
  @Delete()
  @Heavy()
  @SessionOnly()
  @TokenKey
  @ApiOkResponse({ type: RemovedVisibilityResponse })
  @Fails('WALLET_NOT_FOUND', 'RESOURCE_NOT_FOUND')
  removeTokenVisibility(
    @WalletAddress() address: Address,
    @Param('token_key') tokenKey: string,
    @Query() query: RemoveVisibilityQuery,
    @Context() context: RequestContext,
  ): Promise<RemovedVisibilityResponse> {
    return this.visibility.remove(address, tokenKey, query, context);
  }
}
