import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AppError } from '../../../domain/kernel/errors';
import { originOf } from '../sessions/request-origin';
import type { LoginRequest, RedeemLinkRequest } from './auth.dto';
import type { LogoutResponse, MagicSessionUser, RefreshResponse, SessionUser } from './auth.shapes.dto';
import { LoginService } from './login.service';
import { MagicLinkService } from './magic-link.service';
import { RecoveryService } from './recovery.service';
import { SessionCookies } from '../sessions/session-cookies';
import { SessionsService } from '../sessions/sessions.service';
import { TOKEN_SECONDS } from '../sessions/session-tokens';
import { PasswordService } from './password.service';
import { SignupService } from './signup.service';

@Injectable()
export class AuthService {
  constructor(
    readonly signups: SignupService,
    readonly logins: LoginService,
    readonly recoveries: RecoveryService,
    readonly magicLinks: MagicLinkService,
    readonly passwords: PasswordService,
    private readonly sessions: SessionsService,
    private readonly cookies: SessionCookies,
  ) {}

  async login(body: LoginRequest, request: Request, response: Response): Promise<SessionUser> {
    return this.signedIn(await this.logins.login(body, originOf(request)), request, response);
  }

  async redeem(body: RedeemLinkRequest, request: Request, response: Response): Promise<MagicSessionUser> {
    return this.signedIn(await this.magicLinks.redeem(body, originOf(request)), request, response);
  }

  /** A refused refresh leaves the cookies: of two simultaneous calls, the winner keeps what it got. */
  async refresh(request: Request, response: Response): Promise<RefreshResponse> {
    const { accessToken, refreshToken } = await this.sessions.refresh(this.cookies.read('refresh', request));
    this.cookies.set('access', accessToken, request, response);
    if (refreshToken !== null) this.cookies.set('refresh', refreshToken, request, response);
    return { access_token: accessToken, token_type: 'Bearer', expires_in: TOKEN_SECONDS.access };
  }

  /** @throws AppError UNAUTHORIZED without a token of this service */
  async logout(request: Request, response: Response): Promise<LogoutResponse> {
    const access = bearerOf(request) ?? this.cookies.read('access', request);
    const hasEnded = await this.sessions.end(access, this.cookies.read('refresh', request));
    if (!hasEnded) throw new AppError('UNAUTHORIZED');
    this.cookies.clear(request, response);
    return { logged_out: true };
  }

  private signedIn<T extends SessionUser>(user: T, request: Request, response: Response): T {
    this.cookies.set('access', user.access_token, request, response);
    this.cookies.set('refresh', user.refresh_token, request, response);
    return user;
  }
}

const bearerOf = (request: Request): string | null =>
  /^Bearer +([^\s]+)$/i.exec(request.get('authorization') ?? '')?.[1] ?? null;
