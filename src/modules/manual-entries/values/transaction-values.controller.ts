import { Body, Controller, Delete, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { InSpace } from '../../../http/auth/decorators';
import { Responds } from '../../../http/openapi/documented';
import type { WalletPartRequest } from '../../../http/validation/fields';
import { ChangesLedger } from '../entry-routes';
import { DecisionQuery, RemoveDecisionQuery, TransactionOfWallet } from '../decisions/decisions.dto';
import { RemovedDecisionResponse } from '../decisions/decisions.shapes.dto';
import { TransactionValueInput } from './transaction-values.dto';
import { TransactionValuesService } from './transaction-values.service';
import { TransactionValueResponse } from './transaction-values.shapes.dto';

/** Values of transactions that no price source knows. */
@ApiTags('Wallets')
@Controller('api/v1/wallets/:address/transactions/:transaction_id/value')
@InSpace('decision')
export class TransactionValuesController {
  constructor(private readonly values: TransactionValuesService) {}

  /**
   * Set the value of a transaction
   *
   * @remarks The value is the fair value in USD of each side of a trade, or of the whole receipt, outflow or own transfer.
   * A fee in a coin of the transaction has the price that this gives. A fee in another coin without a market price has
   * `fee_value_usd`. Where no other units are booked at a value, `value_usd` is that of the fee. The values apply only to
   * the results of the caller and replace all earlier ones of the transaction: one that the body leaves out is removed.
   */
  @Put()
  @ChangesLedger(Responds(TransactionValueResponse), 'RESOURCE_NOT_FOUND')
  setTransactionValue(
    @TransactionOfWallet() target: WalletPartRequest,
    @Body() body: TransactionValueInput,
    @Query() query: DecisionQuery,
  ) {
    return this.values.set(target, body, query);
  }

  /**
   * Remove the value of a transaction
   *
   * @remarks The entry is kept and no longer applies. Returns the effect of the removal.
   */
  @Delete()
  @ChangesLedger(Responds(RemovedDecisionResponse), 'RESOURCE_NOT_FOUND')
  removeTransactionValue(
    @TransactionOfWallet() target: WalletPartRequest,
    @Query() query: RemoveDecisionQuery,
  ) {
    return this.values.remove(target, query);
  }
}
