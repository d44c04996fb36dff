import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import { Heavy, SessionOnly } from '../../http/auth/decorators';
import { Fails } from '../../http/openapi/documented';
import { Context, RequestContext } from '../../http/request-context';
import { ExchangeImportsService } from './exchange-imports.service';
import { ExchangeImportRequest } from './imports.dto';
import { Idempotent } from '../../http/idempotent';

/** History of exchange accounts from files. */
@ApiTags('Exchange accounts')
@Controller('api/v1/exchange-accounts')
export class ExchangeImportsController {
  constructor(private readonly imports: ExchangeImportsService) {}

  /**
   * Import files of an exchange
   *
   * @remarks Without `account_id` the import makes an account of `exchange`. The same rows imported again change
   * nothing. Every row is accepted, known, or rejected with a reason.
   */
  @Post('import')
  @Idempotent()
  @HttpCode(200)
  @Heavy()
  @SessionOnly()
  @ApiConsumes('multipart/form-data')
  @Fails('FORBIDDEN', 'EXCHANGE_NOT_SUPPORTED', 'WALLET_LIMIT_EXCEEDED', 'RESOURCE_NOT_FOUND')
  importExchangeFiles(@Body() body: ExchangeImportRequest, @Context() context: RequestContext) {
    return this.imports.import(body, context);
  }
}
