import { Module } from '@nestjs/common';
import { PipelineModule } from '../../pipeline/pipeline.module';
import { CallersBooks } from './callers-books.service';
import { HoldingDetailController } from './holding-detail.controller';
import { HoldingDetailService } from './holding-detail.service';
import { LegacyPositionsController } from './legacy-positions.controller';
import { LegacyTransactionsController } from './legacy-transactions.controller';
import { LotBodies } from './lot-bodies.service';
import { LotsController } from './lots.controller';
import { LotsService } from './lots.service';
import { TransactionDetailService } from './transaction-detail.service';
import { TransactionsController } from './transactions.controller';
import { TransactionsService } from './transactions.service';
import { WalletsController } from './wallets.controller';
import { WalletsService } from './wallets.service';

@Module({
  imports: [PipelineModule],
  controllers: [
    WalletsController,
    HoldingDetailController,
    TransactionsController,
    LotsController,
    LegacyPositionsController,
    LegacyTransactionsController,
  ],
  providers: [
    WalletsService,
    CallersBooks,
    HoldingDetailService,
    LotBodies,
    LotsService,
    TransactionsService,
    TransactionDetailService,
  ],
})
export class WalletsModule {}
