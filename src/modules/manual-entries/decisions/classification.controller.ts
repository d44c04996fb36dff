import { Body, Controller, Delete, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { InSpace } from '../../../http/auth/decorators';
import { Responds } from '../../../http/openapi/documented';
import type { WalletPartRequest } from '../../../http/validation/fields';
import { ClassificationService } from './classification.service';
import { ChangesLedger } from '../entry-routes';
import {
  ClassificationInput,
  DecisionQuery,
  RemoveDecisionQuery,
  TransactionOfWallet,
} from './decisions.dto';
import { ClassificationResponse, RemovedDecisionResponse } from './decisions.shapes.dto';

/** Types of transactions, and ends of transfers, that the rules do not recognise. */
@ApiTags('Wallets')
@Controller('api/v1/wallets/:address/transactions/:transaction_id/classification')
@InSpace('decision')
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
    @TransactionOfWallet() target: WalletPartRequest,
    @Body() body: ClassificationInput,
    @Query() query: DecisionQuery,
  ) {
    return this.classifications.set(target, body, query);
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
    @TransactionOfWallet() target: WalletPartRequest,
    @Query() query: RemoveDecisionQuery,
  ) {
    return this.classifications.remove(target, query);
  }
}
