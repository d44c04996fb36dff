import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiExtraModels, ApiTags } from '@nestjs/swagger';
import { Heavy, InSpace, Needs } from '../../../http/auth/decorators';
import { StartsJob } from '../../../http/starts-job';
import { Wallet, type WalletRequest } from '../../../http/validation/fields';
import { toJob } from '../../../presenters/job.presenter';
import { GenerateReportRequest } from './generate.dto';
import { GenerateService } from './generate.service';
import { FrozenReport } from './generate.shapes.dto';

/** Reports of one wallet and year that are stored as they are. */
@ApiTags('Tax reports')
@ApiExtraModels(FrozenReport)
@Controller('api/v1/tax-reports/:address')
@InSpace('report')
@Heavy()
@Needs('read:tax-reports')
export class GenerateController {
  constructor(private readonly generating: GenerateService) {}

  /**
   * Generate a complete tax report in the background
   *
   * @remarks The result of the job is stored as it is: a later run does not change it. With `method` it is a comparison, as
   * JSON only, and cannot be bound as a filed year.
   */
  @Post('generate')
  @HttpCode(202)
  @StartsJob()
  async generateTaxReport(@Wallet() wallet: WalletRequest, @Body() body: GenerateReportRequest) {
    return toJob(await this.generating.start(wallet.address, body, wallet.context));
  }
}
