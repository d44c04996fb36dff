import { Body, Controller, Get, HttpCode, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { Principal } from '../../../domain/access/principal';
import { clientNetwork } from '../../../http/rate-limit/client-network';
import { CurrentPrincipal, OptionalPartner, Public, SessionOnly } from '../../../http/auth/decorators';
import { Fails } from '../../../http/openapi/documented';
import { SameSiteGuard } from '../../../http/auth/same-site.guard';
import { AuthService } from './auth.service';
import {
  EmailResponse,
  LoginRequest,
  MagicLinkRequest,
  ResetPasswordResponse,
  SignupRequest,
  TokenResponse,
} from './auth.dto';
import {
  Identity,
  LogoutResponse,
  MagicLinkResponse,
  MagicSessionUser,
  MessageResponse,
  RefreshResponse,
  ResendResponse,
  ResetResponse,
  SessionUser,
  SignupResponse,
  VerifiedResponse,
} from './auth.shapes.dto';

/** Accounts and their sessions. */
@ApiTags('Authentication')
@Controller('api/v1/auth')
export class AuthController {
  constructor(private readonly auth: AuthService) {}

  /** Sign up; a mail with a link follows. The answer is the same for an address that has an account. */
  @Post('signup')
  @Public()
  signup(@Body() body: SignupRequest, @Req() request: Request): Promise<SignupResponse> {
    return this.auth.signups.signup(body, clientNetwork(request.ip));
  }

  /** Verify an e-mail address with the token of the mail. */
  @Post('verify-email')
  @HttpCode(200)
  @Public()
  @Fails('INVALID_TOKEN')
  verify(@Body() { token }: TokenResponse): Promise<VerifiedResponse> {
    return this.auth.signups.verify(token);
  }

  /** Send the verification mail of this account again. */
  @Post('resend-verification')
  @HttpCode(200)
  @SessionOnly()
  resend(@CurrentPrincipal() principal: Principal): Promise<ResendResponse> {
    return this.auth.signups.resend(principal);
  }

  /** Send a verification mail again. The answer is the same for any address. */
  @Post('resend-verification/public')
  @HttpCode(200)
  @Public()
  resendPublic(@Body() { email }: EmailResponse): Promise<MessageResponse> {
    return this.auth.signups.resendPublic(email);
  }

  /** Log in: tokens in the body and as cookies. */
  @Post('login')
  @HttpCode(200)
  @Public()
  @ApiOkResponse({ type: SessionUser })
  @Fails('UNAUTHORIZED', 'EMAIL_NOT_VERIFIED')
  login(
    @Body() body: LoginRequest,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SessionUser> {
    return this.auth.login(body, request, response);
  }

  /** A new access token for the refresh cookie; a body is not read. */
  @Post('refresh')
  @HttpCode(200)
  @Public()
  @UseGuards(SameSiteGuard)
  @ApiOkResponse({ type: RefreshResponse })
  @Fails('UNAUTHORIZED', 'FORBIDDEN')
  refresh(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<RefreshResponse> {
    return this.auth.refresh(request, response);
  }

  /** Who this session belongs to. */
  @Get('me')
  @SessionOnly()
  me(@CurrentPrincipal() principal: Principal): Promise<Identity> {
    return this.auth.logins.identity(principal);
  }

  /** End the session of the access token or the refresh cookie. Again is fine. */
  @Post('logout')
  @HttpCode(200)
  @Public()
  @UseGuards(SameSiteGuard)
  @ApiOkResponse({ type: LogoutResponse })
  @Fails('FORBIDDEN')
  logout(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<LogoutResponse> {
    return this.auth.logout(request, response);
  }

  /** Ask for a link to choose a new password. The answer is the same for any address. */
  @Post('forgot-password')
  @HttpCode(200)
  @Public()
  forgot(@Body() { email }: EmailResponse): Promise<MessageResponse> {
    return this.auth.recoveries.forgot(email);
  }

  /** Choose a new password; all sessions end. */
  @Post('reset-password')
  @HttpCode(200)
  @Public()
  @Fails('INVALID_TOKEN')
  reset(@Body() { token, password }: ResetPasswordResponse): Promise<ResetResponse> {
    return this.auth.recoveries.reset(token, password);
  }

  /** Ask for a sign-in link. A partner gets it in the answer for accounts it made, and makes them by asking. */
  @Post('magic-link')
  @HttpCode(200)
  @OptionalPartner()
  @Fails('UNAUTHORIZED')
  magicLink(
    @Body() body: MagicLinkRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<MagicLinkResponse> {
    return this.auth.magicLinks.generate(body, principal);
  }

  /** Sign in with the token of a link: tokens in the body and as cookies. */
  @Post('magic-link/verify')
  @HttpCode(200)
  @Public()
  @ApiOkResponse({ type: MagicSessionUser })
  @Fails('INVALID_TOKEN')
  redeem(
    @Body() { token }: TokenResponse,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MagicSessionUser> {
    return this.auth.redeem(token, request, response);
  }
}
