import { Body, Controller, Delete, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Principal } from '../../../domain/access/principal';
import { Caller, SessionOnly } from '../../../http/auth/decorators';
import { Fails } from '../../../http/openapi/documented';
import { BeginTotpRequest, ConfirmTotpRequest, ProvenRequest } from './second-factor.dto';
import { SecondFactorService } from './second-factor.service';
import { TotpConfirmedResponse, TotpRemovedResponse, TotpStartedResponse } from './second-factor.shapes.dto';
import { Idempotent } from '../../../http/idempotent';

/** The optional second factor of an account. */
@ApiTags('Authentication')
@Controller('api/v1/auth/totp')
@SessionOnly()
export class SecondFactorController {
  constructor(private readonly factors: SecondFactorService) {}

  /**
   * Start a second factor
   *
   * @remarks Returns a secret for an authenticator app (RFC 6238: SHA-1, 6 digits, 30 seconds). It has no effect until
   * a first code is confirmed. Repeated calls replace the secret.
   */
  @Post()
  @Idempotent()
  @Fails('FORBIDDEN', 'CONFLICT')
  startTotp(@Caller() caller: Principal, @Body() body: BeginTotpRequest): Promise<TotpStartedResponse> {
    return this.factors.begin(caller, body);
  }

  /**
   * Confirm the second factor with a first code
   *
   * @remarks From now on a login needs `otp`. Returns ten recovery codes, which are shown once. Ends the other sessions
   * of the account.
   */
  @Post('confirm')
  @HttpCode(200)
  @Idempotent()
  @Fails('FORBIDDEN', 'CONFLICT')
  confirmTotp(@Caller() caller: Principal, @Body() body: ConfirmTotpRequest): Promise<TotpConfirmedResponse> {
    return this.factors.confirm(caller, body);
  }

  /**
   * Replace the recovery codes
   *
   * @remarks Needs the password and a code or recovery code. Returns ten new codes, this once; the codes before are not
   * valid any more.
   */
  @Post('recovery-codes')
  @Idempotent()
  @Fails('FORBIDDEN', 'OTP_REQUIRED', 'RESOURCE_NOT_FOUND', 'CONFLICT')
  renewRecoveryCodes(@Caller() caller: Principal, @Body() body: ProvenRequest) {
    return this.factors.renewRecoveryCodes(caller, body);
  }

  /**
   * Remove the second factor
   *
   * @remarks Needs the password and a code or recovery code. Deletes the unused recovery codes.
   */
  @Delete()
  @Fails('FORBIDDEN', 'OTP_REQUIRED', 'RESOURCE_NOT_FOUND', 'CONFLICT')
  removeTotp(@Caller() caller: Principal, @Body() body: ProvenRequest): Promise<TotpRemovedResponse> {
    return this.factors.remove(caller, body);
  }
}
