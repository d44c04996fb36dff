import { Body, Controller, Delete, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { InSpace } from '../../http/auth/decorators';
import { Idempotent } from '../../http/idempotent';
import { Context, RequestContext } from '../../http/request-context';
import { PathId } from '../../http/validation/fields';
import { DecidesTransfer } from './decides-transfer';
import { ExternalTransfersService } from './external-transfers.service';
import { ExternalTransferRequest } from './unified.dto';
import { ExternalTransferResponse } from './unified.shapes.dto';

const TransactionId = () => PathId('transaction_id', 'RESOURCE_NOT_FOUND', 'unmatched_transfer');

/** Outflows whose other end is not the owner's. */
@ApiTags('Unified')
@Controller('api/v1/unified/unmatched-transfers/:transaction_id/external')
@InSpace('decision')
export class ExternalTransfersController {
  constructor(private readonly external: ExternalTransfersService) {}

  /**
   * State that a transfer left the owner's control
   *
   * @remarks The outflow becomes a disposal of the stated type. A later statement replaces it.
   */
  @Post()
  @Idempotent()
  @HttpCode(200)
  @DecidesTransfer()
  markTransferExternal(
    @TransactionId() id: string,
    @Body() body: ExternalTransferRequest,
    @Context() context: RequestContext,
  ): Promise<ExternalTransferResponse> {
    return this.external.set(id, body, context);
  }

  /** Withdraw the statement that a transfer is external */
  @Delete()
  @DecidesTransfer()
  unmarkTransferExternal(@TransactionId() id: string, @Context() context: RequestContext) {
    return this.external.remove(id, context);
  }
}
