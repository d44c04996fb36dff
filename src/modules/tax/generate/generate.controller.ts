import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiAcceptedResponse, ApiExtraModels, ApiTags } from '@nestjs/swagger';
import { Idempotent } from '../../../http/idempotent';
import { Heavy, Needs } from '../../../http/auth/decorators';
import { Wallet, type WalletRequest } from '../../../http/validation/fields';
import { toJob } from '../../../presenters/job.presenter';
import { JobResponse } from '../../../presenters/jobs.shapes.dto';
import { GenerateReportRequest } from './generate.dto';
import { GenerateService } from './generate.service';
import { FrozenReport } from './generate.shapes.dto';

/** Reports of one wallet and year that are stored as they are. */
@ApiTags('Tax reports')
@ApiExtraModels(FrozenReport)
@Controller('api/v1/tax-reports/:address')
@Heavy()
@Needs('read:tax-reports')
export class GenerateController {
  constructor(private readonly generating: GenerateService) {}

  /**
   * Generate a complete tax report in the background
   *
   * @remarks The result of the job is stored as it is: a later run does not change it.
   */
  @Post('generate')
  @Idempotent()
  @HttpCode(202)
  @ApiAcceptedResponse({ type: JobResponse })
  async generateTaxReport(@Wallet() wallet: WalletRequest, @Body() body: GenerateReportRequest) {
    return toJob(await this.generating.start(wallet.address, body, wallet.context));
  }
}
