import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { InSpace } from '../../http/auth/decorators';
import { Wallet, type WalletRequest } from '../../http/validation/fields';
import { ImportRequest } from './imports.dto';
import { ImportsFiles } from './imports-files';
import { ImportsService } from './imports.service';
import { ImportResultResponse } from './imports.shapes.dto';

/** History imported from files. */
@ApiTags('Wallets')
@Controller('api/v1/wallets/:address')
@InSpace('ownership')
export class ImportsController {
  constructor(private readonly imports: ImportsService) {}

  /**
   * Import transaction history from a file
   *
   * @remarks The rows apply only to the results of the caller. The same rows imported again change nothing.
   */
  @Post('import')
  @HttpCode(200)
  @ImportsFiles()
  importHistory(@Wallet() wallet: WalletRequest, @Body() body: ImportRequest): Promise<ImportResultResponse> {
    return this.imports.import(wallet.address, body, wallet.context);
  }
}
