import { Body, Controller, HttpCode, Post, Query } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import { Heavy, InSpace, Needs } from '../../../http/auth/decorators';
import { Responds } from '../../../http/openapi/documented';
import { ToolComparisonRequest } from '../../../http/queries/tool-comparison-query';
import { Wallet, type WalletRequest } from '../../../http/validation/fields';
import { ToolComparisonResponse } from '../../../presenters/filing/tool-comparison.shapes.dto';
import { WalletToolComparisonQuery } from './tool-comparison.dto';
import { ToolComparisonService } from './tool-comparison.service';

/** The exports of other tools beside the own figures. */
@ApiTags('Tax reports')
@Controller('api/v1/tax-reports/:address')
@InSpace()
@Heavy()
export class ToolComparisonController {
  constructor(private readonly comparisons: ToolComparisonService) {}

  /**
   * Compare a wallet with the export of another tool
   *
   * @remarks Every sale and receipt of the files beside the own ones, with a reason for each difference: the amounts of the
   * reasons add up to it. For files of several wallets use the route of the portfolio. Nothing is stored.
   */
  @Post('tool-comparison')
  @HttpCode(200)
  @Needs('read:tax-reports')
  @ApiConsumes('multipart/form-data')
  @Responds(ToolComparisonResponse, 'syncStatus')
  compareTool(
    @Wallet() wallet: WalletRequest,
    @Query() query: WalletToolComparisonQuery,
    @Body() body: ToolComparisonRequest,
  ) {
    return this.comparisons.of(wallet.address, query, body, wallet.context);
  }
}
