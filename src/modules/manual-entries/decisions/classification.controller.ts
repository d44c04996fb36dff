import { Body, Controller, Delete, Param, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Responds } from '../../../http/openapi/documented';
import { Wallet, type WalletRequest } from '../../../http/validation/fields';
import { ClassificationService } from './classification.service';
import { ChangesLedger } from '../entry-routes';
import { ClassificationInput, DecisionQuery, RemoveDecisionQuery } from './decisions.dto';
import { ClassificationResponse, RemovedDecisionResponse } from './decisions.shapes.dto';

/** Types of transactions, and ends of transfers, that the rules do not recognise. */
@ApiTags('Wallets')
@Controller('api/v1/wallets/:address/transactions/:transaction_id/classification')
export class ClassificationController {
  constructor(private readonly classifications: ClassificationService) {}

  /**
   * Classify a transaction
   *
   * @remarks States the type of a transaction, or that two transactions are, or are not, the ends of one
   * transfer. It applies only to the results of the caller and replaces an earlier decision.
   */
  @Put()
  @ChangesLedger(Responds(ClassificationResponse), 'RESOURCE_NOT_FOUND')
  classifyTransaction(
    @Wallet() wallet: WalletRequest,
    @Param('transaction_id') name: string,
    @Body() body: ClassificationInput,
    @Query() query: DecisionQuery,
  ) {
    return this.classifications.set(wallet.address, name, body, query, wallet.context);
  }

  /**
   * Remove the classification of a transaction
   *
   * @remarks Removes the stated type and every stated pair. The entries are kept and no longer apply. Returns
   * the effect of the removal.
   */
  @Delete()
  @ChangesLedger(Responds(RemovedDecisionResponse), 'RESOURCE_NOT_FOUND')
  removeClassification(
    @Wallet() wallet: WalletRequest,
    @Param('transaction_id') name: string,
    @Query() query: RemoveDecisionQuery,
  ) {
    return this.classifications.remove(wallet.address, name, query, wallet.context);
  }
}
