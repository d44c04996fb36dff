import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PipelineModule } from '../../pipeline/pipeline.module';
import { BatchHoldingsController } from './batch-holdings.controller';
import { BatchHoldingsService } from './batch-holdings.service';
import { CacheService } from './cache.service';
import { CallersBooks } from './callers-books.service';
import { HoldingDetailController } from './holding-detail.controller';
import { HoldingDetailService } from './holding-detail.service';
import { LegacyPositionsController } from './legacy-positions.controller';
import { LegacyTransactionsController } from './legacy-transactions.controller';
import { LotBodies } from './lot-bodies.service';
import { LotsController } from './lots.controller';
import { LotsService } from './lots.service';
import { PrecomputeService } from './precompute.service';
import { TrackedWallet } from './tracked-wallet.entity';
import { TrackedWalletRepository } from './tracked-wallet.repository';
import { TrackingService } from './tracking.service';
import { TransactionDetailService } from './transaction-detail.service';
import { TransactionsController } from './transactions.controller';
import { TransactionsService } from './transactions.service';
import { WalletJobsController } from './wallet-jobs.controller';
import { WalletsController } from './wallets.controller';
import { WalletsService } from './wallets.service';

@Module({
  imports: [PipelineModule, TypeOrmModule.forFeature([TrackedWallet])],
  controllers: [
    WalletsController,
    HoldingDetailController,
    TransactionsController,
    LotsController,
    WalletJobsController,
    LegacyPositionsController,
    LegacyTransactionsController,
    BatchHoldingsController,
  ],
  providers: [
    WalletsService,
    BatchHoldingsService,
    CacheService,
    CallersBooks,
    HoldingDetailService,
    LotBodies,
    LotsService,
    PrecomputeService,
    TrackedWalletRepository,
    TrackingService,
    TransactionsService,
    TransactionDetailService,
  ],
})
export class WalletsModule {}
