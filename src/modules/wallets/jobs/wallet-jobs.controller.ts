import { Body, Controller, Delete, HttpCode, Post, Query } from '@nestjs/common';
import { ApiAcceptedResponse, ApiExtraModels, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Address } from '../../../domain/kernel/address';
import { Needs } from '../../../http/auth/decorators';
import { WalletAddress } from '../../../http/validation/fields';
import { toJob } from '../../../presenters/job.presenter';
import { JobResponse } from '../../../presenters/jobs.shapes.dto';
import { Context, RequestContext } from '../../../http/request-context';
import { CacheService } from './cache.service';
import { PrecomputeService } from './precompute.service';
import { TrackingService } from './tracking.service';
import { CacheQuery, PrecomputeRequest, TrackRequest } from './wallet-jobs.dto';
import {
  CacheClearedResponse,
  PrecomputeResultResponse,
  TrackResultResponse,
} from './wallet-jobs.shapes.dto';

/** Work on one wallet in the background, and forgetting what came of it. */
@ApiTags('wallets')
@ApiExtraModels(TrackResultResponse, PrecomputeResultResponse)
@Controller('api/v1/wallets/:address')
export class WalletJobsController {
  constructor(
    private readonly tracking: TrackingService,
    private readonly precomputing: PrecomputeService,
    private readonly cache: CacheService,
  ) {}

  /** Indexes a wallet now and watches it for thirty days; neither links it nor counts to a plan. */
  @Post('track')
  @HttpCode(202)
  @Needs('read:holdings')
  @ApiAcceptedResponse({ type: JobResponse })
  async track(
    @WalletAddress() address: Address,
    @Body() body: TrackRequest,
    @Context() context: RequestContext,
  ) {
    return toJob(await this.tracking.track(address, body, context));
  }

  /** Works the books out and keeps the lineage of lots; unchanged since the last time, it has nothing to do. */
  @Post('precompute')
  @HttpCode(202)
  @Needs('read:lots')
  @ApiAcceptedResponse({ type: JobResponse })
  async precompute(
    @WalletAddress() address: Address,
    @Body() body: PrecomputeRequest,
    @Context() context: RequestContext,
  ) {
    return toJob(await this.precomputing.start(address, body, context));
  }

  /** Forgets what is remembered of a wallet; six times a minute at most. */
  @Delete('cache')
  @Needs('read:holdings')
  @ApiOkResponse({ type: CacheClearedResponse })
  clear(@WalletAddress() address: Address, @Query() query: CacheQuery, @Context() context: RequestContext) {
    return this.cache.clear(address, query, context);
  }
}
