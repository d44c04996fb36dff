import { Injectable } from '@nestjs/common';
import type { CookieOptions, Request, Response } from 'express';
import { Config } from '../../../config/env';
import { TOKEN_SECONDS } from './session-tokens';

/** No `__Host-` names: the interface fixes the names. @source api.md 0 (cookies) */
const COOKIES = {
  access: { name: 'access_token', path: '/', sameSite: 'lax' },
  refresh: { name: 'refresh_token', path: '/api/v1/auth', sameSite: 'strict' },
} as const satisfies Record<
  keyof typeof TOKEN_SECONDS,
  { name: string; path: string; sameSite: 'lax' | 'strict' }
>;
type CookieKind = keyof typeof COOKIES;

@Injectable()
export class SessionCookies {
  constructor(private readonly config: Config) {}

  set(kind: CookieKind, token: string, request: Request, response: Response): void {
    const options = { ...this.options(kind, request), maxAge: TOKEN_SECONDS[kind] * 1000 };
    response.cookie(COOKIES[kind].name, token, options);
  }

  clear(request: Request, response: Response): void {
    for (const kind of ['access', 'refresh'] as const)
      response.clearCookie(COOKIES[kind].name, this.options(kind, request));
  }

  /** Null also for more than one value. */
  read(kind: CookieKind, request: Request): string | null {
    const value: unknown = (request.cookies as Record<string, unknown> | undefined)?.[COOKIES[kind].name];
    return typeof value === 'string' && value !== '' ? value : null;
  }

  private options(kind: CookieKind, request: Request): CookieOptions {
    const { COOKIE_SECURE } = this.config;
    const { path, sameSite } = COOKIES[kind];
    // A Secure cookie is never sent back over plain http, so `auto` depends on the request.
    return {
      httpOnly: true,
      path,
      sameSite,
      secure: COOKIE_SECURE === 'auto' ? request.secure : COOKIE_SECURE === 'true',
    };
  }
}
