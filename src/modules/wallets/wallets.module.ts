import { Module } from '@nestjs/common';
import { PipelineModule } from '../../pipeline/pipeline.module';
import { CallersBooks } from './callers-books.service';
import { LegacyPositionsController } from './legacy-positions.controller';
import { LegacyTransactionsController } from './legacy-transactions.controller';
import { LotBodies } from './lot-bodies.service';
import { TransactionDetailService } from './transaction-detail.service';
import { TransactionsController } from './transactions.controller';
import { TransactionsService } from './transactions.service';
import { WalletsController } from './wallets.controller';
import { WalletsService } from './wallets.service';

@Module({
  imports: [PipelineModule],
  controllers: [
    WalletsController,
    TransactionsController,
    LegacyPositionsController,
    LegacyTransactionsController,
  ],
  providers: [WalletsService, CallersBooks, LotBodies, TransactionsService, TransactionDetailService],
})
export class WalletsModule {}
