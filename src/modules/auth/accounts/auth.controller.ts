import { Body, Controller, Get, HttpCode, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { Principal } from '../../../domain/access/principal';
import { Caller, OptionalPartner, Public, SessionOnly } from '../../../http/auth/decorators';
import { Fails } from '../../../http/openapi/documented';
import { isFromBrowser } from '../../../http/auth/same-site';
import { SameSiteGuard } from '../../../http/auth/same-site.guard';
import { originOf } from '../sessions/request-origin';
import { AuthService } from './auth.service';
import {
  ChangePasswordRequest,
  EmailResponse,
  LoginRequest,
  MagicLinkRequest,
  ResetPasswordResponse,
  SignupRequest,
  RedeemLinkRequest,
  VerifyRequest,
} from './auth.dto';
import {
  Identity,
  LogoutResponse,
  MessageResponse,
  ResendResponse,
  SignupResponse,
  VerifiedResponse,
} from './auth.shapes.dto';
import { Idempotent } from '../../../http/idempotent';
import { AnyBody } from '../../../http/validation/undeclared-input.guard';

/** Accounts and their sessions. */
@ApiTags('Authentication')
@Controller('api/v1/auth')
export class AuthController {
  constructor(private readonly auth: AuthService) {}

  /**
   * Create an account
   *
   * @remarks Sends a verification e-mail. The response is the same when the address already has an account.
   */
  @Post('signup')
  @Idempotent()
  @Public()
  signUp(@Body() body: SignupRequest, @Req() request: Request): Promise<SignupResponse> {
    return this.auth.signups.signup(body, originOf(request));
  }

  /**
   * Verify an e-mail address with a mailed token
   *
   * @remarks Opens the account. `password` becomes its password, in place of the one of the sign-up. A request of a
   * browser (with `Origin` or `Sec-Fetch-Site`) must send it; a program may send `token` alone, unless several sign-ups
   * with the address are open. Ends everything that a partner which created the account was granted.
   */
  @Post('verify-email')
  @HttpCode(200)
  @Public()
  @Fails('INVALID_TOKEN')
  verifyEmail(@Body() body: VerifyRequest, @Req() request: Request): Promise<VerifiedResponse> {
    return this.auth.signups.verify(body, isFromBrowser(request), originOf(request));
  }

  /** Resend the verification e-mail of the account */
  @Post('resend-verification')
  @Idempotent()
  @HttpCode(200)
  @SessionOnly()
  resendVerification(@Caller() caller: Principal): Promise<ResendResponse> {
    return this.auth.signups.resend(caller);
  }

  /**
   * Resend a verification e-mail without a session
   *
   * @remarks The response is the same for every address.
   */
  @Post('resend-verification/public')
  @Idempotent()
  @HttpCode(200)
  @Public()
  resendVerificationPublicly(@Body() { email }: EmailResponse, @Req() request: Request) {
    return this.auth.signups.resendPublic(email, originOf(request));
  }

  /**
   * Log in with e-mail and password
   *
   * @remarks Returns the tokens in the body and as cookies. An account with a second factor needs `otp`: a code of the
   * app, or a recovery code.
   */
  @Post('login')
  @HttpCode(200)
  @Public()
  @Fails('UNAUTHORIZED', 'EMAIL_NOT_VERIFIED', 'OTP_REQUIRED')
  logIn(@Body() body: LoginRequest, @Req() request: Request, @Res({ passthrough: true }) response: Response) {
    return this.auth.login(body, request, response);
  }

  /**
   * Refresh the access token
   *
   * @remarks Reads the refresh cookie. The request body is ignored.
   */
  @Post('refresh')
  @HttpCode(200)
  @Public()
  @AnyBody()
  @UseGuards(SameSiteGuard)
  @Fails('UNAUTHORIZED', 'FORBIDDEN')
  refreshSession(@Req() request: Request, @Res({ passthrough: true }) response: Response) {
    return this.auth.refresh(request, response);
  }

  /** Get the user of the session */
  @Get('me')
  @SessionOnly()
  getCurrentUser(@Caller() caller: Principal): Promise<Identity> {
    return this.auth.logins.identity(caller);
  }

  /**
   * End the session
   *
   * @remarks Ends the session of the access token or of the refresh cookie. Repeated calls succeed.
   */
  @Post('logout')
  @HttpCode(200)
  @Public()
  @UseGuards(SameSiteGuard)
  @Fails('UNAUTHORIZED', 'FORBIDDEN')
  logOut(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<LogoutResponse> {
    return this.auth.logout(request, response);
  }

  /**
   * Request a password reset e-mail
   *
   * @remarks The response is the same for every address.
   */
  @Post('forgot-password')
  @Idempotent()
  @HttpCode(200)
  @Public()
  requestPasswordReset(@Body() { email }: EmailResponse, @Req() request: Request): Promise<MessageResponse> {
    return this.auth.recoveries.forgot(email, originOf(request));
  }

  /**
   * Set a new password with a mailed token
   *
   * @remarks Ends all sessions of the account.
   */
  @Post('reset-password')
  @HttpCode(200)
  @Public()
  @Fails('INVALID_TOKEN')
  resetPassword(@Body() { token, password }: ResetPasswordResponse, @Req() request: Request) {
    return this.auth.recoveries.reset(token, password, originOf(request));
  }

  /**
   * Change the password
   *
   * @remarks Ends the other sessions of the account, and its mailed links. Five wrong passwords in 15 minutes are
   * answered with 429.
   */
  @Post('change-password')
  @HttpCode(200)
  @SessionOnly()
  @Fails('FORBIDDEN', 'CONFLICT')
  changePassword(@Caller() caller: Principal, @Body() body: ChangePasswordRequest, @Req() request: Request) {
    return this.auth.passwords.change(caller, body, originOf(request));
  }

  /**
   * Request a sign-in link
   *
   * @remarks The link is sent by e-mail. A partner key creates the account when there is none. The response contains
   * the link only for accounts that this partner created and whose owner has not proved the address.
   */
  @Post('magic-link')
  @Idempotent()
  @HttpCode(200)
  @OptionalPartner()
  @Fails('UNAUTHORIZED')
  requestMagicLink(@Body() body: MagicLinkRequest, @Caller() caller: Principal, @Req() request: Request) {
    return this.auth.magicLinks.generate(body, caller, originOf(request));
  }

  /**
   * Sign in with the token of a link
   *
   * @remarks Returns the tokens in the body and as cookies. An account with a second factor needs `otp`; a wrong code
   * does not use up the link.
   */
  @Post('magic-link/verify')
  @HttpCode(200)
  @Public()
  @Fails('INVALID_TOKEN', 'UNAUTHORIZED', 'OTP_REQUIRED')
  verifyMagicLink(
    @Body() body: RedeemLinkRequest,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    return this.auth.redeem(body, request, response);
  }
}
