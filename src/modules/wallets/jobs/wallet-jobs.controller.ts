import { Body, Controller, Delete, HttpCode, Post, Query } from '@nestjs/common';
import { ApiAcceptedResponse, ApiExtraModels, ApiTags } from '@nestjs/swagger';
import { Needs } from '../../../http/auth/decorators';
import { Wallet, type WalletRequest } from '../../../http/validation/fields';
import { toJob } from '../../../presenters/job.presenter';
import { JobResponse } from '../../../presenters/jobs.shapes.dto';
import { CacheService } from './cache.service';
import { PrecomputeService } from './precompute.service';
import { TrackingService } from './tracking.service';
import { CacheQuery, PrecomputeRequest, TrackRequest } from './wallet-jobs.dto';
import { PrecomputeResultResponse, TrackResultResponse } from './wallet-jobs.shapes.dto';
import { Idempotent } from '../../../http/idempotent';

/** Background work on one wallet, and clearing of its cache. */
@ApiTags('Wallets')
@ApiExtraModels(TrackResultResponse, PrecomputeResultResponse)
@Controller('api/v1/wallets/:address')
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
  @Idempotent()
  @HttpCode(202)
  @Needs('read:holdings')
  @ApiAcceptedResponse({ type: JobResponse })
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
  @Idempotent()
  @HttpCode(202)
  @Needs('read:lots')
  @ApiAcceptedResponse({ type: JobResponse })
  async precomputeWallet(@Wallet() wallet: WalletRequest, @Body() body: PrecomputeRequest) {
    return toJob(await this.precomputing.start(wallet.address, body, wallet.context));
  }

  /**
   * Clear the cached data of a wallet
   *
   * @remarks At most six requests per minute.
   */
  @Delete('cache')
  @Needs('read:holdings')
  clearWalletCache(@Wallet() wallet: WalletRequest, @Query() query: CacheQuery) {
    return this.cache.clear(wallet.address, query, wallet.context);
  }
}
