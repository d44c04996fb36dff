import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Heavy, InSpace, Needs } from '../../../http/auth/decorators';
import { Responds } from '../../../http/openapi/documented';
import { Wallet, type WalletRequest } from '../../../http/validation/fields';
import { LawComparisonResponse } from '../../../presenters/filing/law.shapes.dto';
import { LawComparisonService } from './law-comparison.service';
import { WalletLawComparisonInput } from './law.dto';

/** What bills would change. */
@ApiTags('Tax reports')
@Controller('api/v1/tax-reports/:address')
@InSpace()
@Heavy()
export class LawComparisonController {
  constructor(private readonly comparisons: LawComparisonService) {}

  /**
   * Compare the figures of a wallet with bills
   *
   * @remarks Each bill by itself, by year and by row. Nothing is stored, and no form has these figures. Values that were not
   * read in the text of the bill are named; `parameters` replace them.
   */
  @Post('law-comparison')
  @HttpCode(200)
  @Needs('read:tax-reports')
  @Responds(LawComparisonResponse, 'syncStatus')
  compareLaw(@Wallet() wallet: WalletRequest, @Body() body: WalletLawComparisonInput) {
    return this.comparisons.of(wallet.address, body, wallet.context);
  }
}
