import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PipelineModule } from '../../pipeline/pipeline.module';
import { BatchHoldingsController } from './holdings/batch-holdings.controller';
import { CurrentHoldings } from './holdings/current-holdings.service';
import { BatchHoldingsService } from './holdings/batch-holdings.service';
import { CacheService } from './jobs/cache.service';
import { CallerLedgers } from './caller-ledgers.service';
import { HoldingDetailController } from './holdings/holding-detail.controller';
import { HoldingDetailService } from './holdings/holding-detail.service';
import { PastHoldings } from './holdings/past-holdings.service';
import { SpamHoldings } from './holdings/spam-holdings.service';
import { ValueHistoryController } from './holdings/value-history.controller';
import { ValueHistoryService } from './holdings/value-history.service';
import { IssuesController } from './issues/issues.controller';
import { IssuesService } from './issues/issues.service';
import { LegacyWalletsController } from './legacy-wallets.controller';
import { LotsController } from './lots/lots.controller';
import { LotsService } from './lots/lots.service';
import { PrecomputeProcessor } from './jobs/precompute.processor';
import { PrecomputeService } from './jobs/precompute.service';
import { TrackedWalletEntity } from './jobs/tracked-wallet.entity';
import { TrackedWalletRepository } from './jobs/tracked-wallet.repository';
import { TrackingProcessor } from './jobs/tracking.processor';
import { TrackingService } from './jobs/tracking.service';
import { NeedsPriceService } from './transactions/needs-price.service';
import { TransactionDetailService } from './transactions/transaction-detail.service';
import { TransactionsController } from './transactions/transactions.controller';
import { TransactionsService } from './transactions/transactions.service';
import { WalletJobsController } from './jobs/wallet-jobs.controller';
import { WalletsController } from './wallets.controller';
import { WalletsService } from './wallets.service';

@Module({
  imports: [PipelineModule, TypeOrmModule.forFeature([TrackedWalletEntity])],
  controllers: [
    WalletsController,
    HoldingDetailController,
    ValueHistoryController,
    TransactionsController,
    LotsController,
    IssuesController,
    WalletJobsController,
    LegacyWalletsController,
    BatchHoldingsController,
  ],
  providers: [
    WalletsService,
    BatchHoldingsService,
    CurrentHoldings,
    CacheService,
    CallerLedgers,
    HoldingDetailService,
    IssuesService,
    LotsService,
    PastHoldings,
    PrecomputeProcessor,
    PrecomputeService,
    SpamHoldings,
    TrackedWalletRepository,
    TrackingProcessor,
    TrackingService,
    TransactionsService,
    NeedsPriceService,
    TransactionDetailService,
    ValueHistoryService,
  ],
})
export class WalletsModule {}
