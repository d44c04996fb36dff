import { Controller, Get, Header } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../../../http/auth/decorators';
import { AnyQuery } from '../../../http/validation/undeclared-input.guard';
import { RawResponse } from '../../../http/reply';
import { MAIL_PAGES, PAGE_SCRIPT } from './mail-pages';

/** Pages behind mailed links. Opening one changes nothing: programs that scan mail open links too. */
@ApiExcludeController()
@Controller()
@Public()
@AnyQuery()
export class MailPagesController {
  @Get('verify-email')
  @Header('Content-Type', 'text/html; charset=utf-8')
  verify(): RawResponse {
    return new RawResponse(MAIL_PAGES.verify);
  }

  @Get('reset-password')
  @Header('Content-Type', 'text/html; charset=utf-8')
  reset(): RawResponse {
    return new RawResponse(MAIL_PAGES.reset);
  }

  @Get('magic-link')
  @Header('Content-Type', 'text/html; charset=utf-8')
  magic(): RawResponse {
    return new RawResponse(MAIL_PAGES.magic);
  }

  @Get('invitation')
  @Header('Content-Type', 'text/html; charset=utf-8')
  invitation(): RawResponse {
    return new RawResponse(MAIL_PAGES.invitation);
  }

  @Get('mail-link.js')
  @Header('Content-Type', 'text/javascript; charset=utf-8')
  script(): RawResponse {
    return new RawResponse(PAGE_SCRIPT);
  }
}
