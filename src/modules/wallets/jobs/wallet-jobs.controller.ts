import { Body, Controller, Delete, HttpCode, Post, Query } from '@nestjs/common';
import { ApiExtraModels, ApiTags } from '@nestjs/swagger';
import { InSpace, Needs } from '../../../http/auth/decorators';
import { StartsJob } from '../../../http/starts-job';
import { Wallet, type WalletRequest } from '../../../http/validation/fields';
import { toJob } from '../../../presenters/job.presenter';
import { CacheService } from './cache.service';
import { PrecomputeService } from './precompute.service';
import { TrackingService } from './tracking.service';
import { CacheQuery, PrecomputeRequest, TrackRequest } from './wallet-jobs.dto';
import { PrecomputeResultResponse, TrackResultResponse } from './wallet-jobs.shapes.dto';

/** Background work on one wallet, and clearing of its cache. */
@ApiTags('Wallets')
@ApiExtraModels(TrackResultResponse, PrecomputeResultResponse)
@Controller('api/v1/wallets/:address')
@InSpace('report')
export class WalletJobsController {
  constructor(
    private readonly tracking: TrackingService,
    private readonly precomputing: PrecomputeService,
    private readonly cache: CacheService,
  ) {}

  /**
   * Index a wallet and watch it for thirty days
   *
   * @remarks Does not link the wallet and does not count toward the wallet limit of the plan.
   */
  @Post('track')
  @HttpCode(202)
  @StartsJob()
  @Needs('read:holdings')
  async trackWallet(@Wallet() wallet: WalletRequest, @Body() body: TrackRequest) {
    return toJob(await this.tracking.track(wallet.address, body, wallet.context));
  }

  /**
   * Precompute the ledger of a wallet
   *
   * @remarks Computes the ledger and stores the lineage of lots. When nothing changed since the last run, the job has
   * nothing to do.
   */
  @Post('precompute')
  @HttpCode(202)
  @StartsJob()
  @Needs('read:lots')
  async precomputeWallet(@Wallet() wallet: WalletRequest, @Body() body: PrecomputeRequest) {
    return toJob(await this.precomputing.start(wallet.address, body, wallet.context));
  }

  /**
   * Clear the cached data of a wallet
   *
   * @remarks At most six requests per minute. Fetched history of a wallet that other users watch stays, except for an
   * operator: its transactions are 0 then. The history of one wallet is cleared 24 times a day at most.
   */
  @Delete('cache')
  @Needs('read:holdings')
  clearWalletCache(@Wallet() wallet: WalletRequest, @Query() query: CacheQuery) {
    return this.cache.clear(wallet.address, query, wallet.context);
  }
}
