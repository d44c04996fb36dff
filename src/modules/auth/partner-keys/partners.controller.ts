import { Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Principal } from '../../../domain/access/principal';
import { Caller, PartnerOnly } from '../../../http/auth/decorators';
import { toPartnerValidation } from './partners.presenter';
import type { PartnerValidation } from './partners.dto';

@ApiTags('Partners')
@Controller('api/v1/partners')
export class PartnersController {
  /**
   * Validate a partner key
   *
   * @remarks Returns the partner and the permissions of the key.
   */
  @Post('validate')
  @HttpCode(200)
  @PartnerOnly()
  validatePartnerKey(@Caller() caller: Principal): PartnerValidation {
    return toPartnerValidation(caller);
  }
}
