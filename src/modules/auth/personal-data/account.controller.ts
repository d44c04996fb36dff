import { Body, Controller, Delete, Get, Req, Res, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { Principal } from '../../../domain/access/principal';
import { Caller, Heavy, SessionOnly } from '../../../http/auth/decorators';
import { Fails, Responds, type ResponseOptions } from '../../../http/openapi/documented';
import { Context, type RequestContext } from '../../../http/request-context';
import { AccountService } from './account.service';
import { DeleteAccountRequest } from './account.dto';

const ROW = { type: 'object', additionalProperties: true } as const;
const EXPORT = {
  headers: {
    'Content-Disposition': {
      description: 'attachment, with the name of the file',
      schema: { type: 'string' },
    },
  },
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['generated_at', 'account'],
        properties: { generated_at: { type: 'string' }, account: ROW },
        additionalProperties: { type: 'array', items: ROW },
      },
    },
  },
} as const satisfies ResponseOptions;

/** The account as a whole. */
@ApiTags('Authentication')
@Controller('api/v1/auth/me')
@SessionOnly()
export class AccountController {
  constructor(private readonly accounts: AccountService) {}

  /**
   * Export the data of the account
   *
   * @remarks A JSON file. `data` contains `generated_at`, `account` and one list for each kind of data: sessions, networks, API keys
   * (without the key), wallets, portfolios, webhooks (without their secret), jobs with results, manual entries, imported
   * rows, payments and requests. At most five exports in an hour.
   */
  @Get('export')
  @Heavy()
  @Responds(EXPORT)
  exportAccount(@Caller() caller: Principal, @Context() context: RequestContext): Promise<StreamableFile> {
    return this.accounts.export(caller, context);
  }

  /**
   * Delete the account
   *
   * @remarks Deletes the account and all its data at once. Requests in the audit log stay without the address, the user,
   * the key and the path; payments stay without the account. Needs a code where
   * the account has a second factor. This cannot be undone.
   */
  @Delete()
  @Fails('FORBIDDEN', 'OTP_REQUIRED', 'CONFLICT')
  deleteAccount(
    @Caller() caller: Principal,
    @Body() body: DeleteAccountRequest,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    return this.accounts.delete(caller, body, request, response);
  }
}
