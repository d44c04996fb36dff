import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import { Heavy, SessionOnly } from '../../http/auth/decorators';
import { Fails } from '../../http/openapi/documented';
import { Wallet, type WalletRequest } from '../../http/validation/fields';
import { ImportRequest } from './imports.dto';
import { ImportsService } from './imports.service';
import { ImportResultResponse } from './imports.shapes.dto';
import { Idempotent } from '../../http/idempotent';

/** History imported from files. */
@ApiTags('Wallets')
@Controller('api/v1/wallets/:address')
export class ImportsController {
  constructor(private readonly imports: ImportsService) {}

  /**
   * Import transaction history from a file
   *
   * @remarks The rows apply only to the results of the caller. The same rows imported again change nothing.
   */
  @Post('import')
  @Idempotent()
  @HttpCode(200)
  @Heavy()
  @SessionOnly()
  @ApiConsumes('multipart/form-data')
  @Fails('FORBIDDEN')
  importHistory(@Wallet() wallet: WalletRequest, @Body() body: ImportRequest): Promise<ImportResultResponse> {
    return this.imports.import(wallet.address, body, wallet.context);
  }
}
