import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { InSpace } from '../../http/auth/decorators';
import { Context, RequestContext } from '../../http/request-context';
import { ExchangeImportsService } from './exchange-imports.service';
import { ExchangeImportRequest } from './imports.dto';
import { ImportsFiles } from './imports-files';

/** History of exchange accounts from files. */
@ApiTags('Exchange accounts')
@Controller('api/v1/exchange-accounts')
@InSpace('ownership')
export class ExchangeImportsController {
  constructor(private readonly imports: ExchangeImportsService) {}

  /**
   * Import files of an exchange
   *
   * @remarks Without `account_id` the rows go to the account of `exchange` that has rows of the files already, else the
   * import makes one. With `account_id`, rows that another account has are refused (`CONFLICT`). The same rows imported
   * again change nothing. Every row is accepted, known, or rejected with a reason.
   */
  @Post('import')
  @HttpCode(200)
  @ImportsFiles('EXCHANGE_NOT_SUPPORTED', 'WALLET_LIMIT_EXCEEDED', 'RESOURCE_NOT_FOUND', 'CONFLICT')
  importExchangeFiles(@Body() body: ExchangeImportRequest, @Context() context: RequestContext) {
    return this.imports.import(body, context);
  }
}
