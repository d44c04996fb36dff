import { Injectable } from '@nestjs/common';
import { JwtService, type JwtModuleOptions } from '@nestjs/jwt';
import { Clock } from '../../../ports/clock';
import { SigningKeys } from './signing-keys';

/** In seconds. @source spec 8 */
export const TOKEN_SECONDS = { access: 900, refresh: 604_800 } as const;
export type TokenType = keyof typeof TOKEN_SECONDS;

export interface SessionSubject {
  userId: string;
  sessionId: string;
  jti: string;
}

const PARTY = 'cost-basis-service';
const ALGORITHM = 'HS256';
/** The clock of another process of the service may be ahead by this much. */
const SKEW_SECONDS = 5;

/** Times are left to `subjectOf`, which asks the Clock of the application. */
export const TOKEN_RULES = {
  signOptions: { algorithm: ALGORITHM, issuer: PARTY, audience: PARTY },
  verifyOptions: {
    algorithms: [ALGORITHM],
    issuer: PARTY,
    audience: PARTY,
    ignoreExpiration: true,
    ignoreNotBefore: true,
  },
} satisfies JwtModuleOptions;

@Injectable()
export class SessionTokens {
  constructor(
    private readonly jwt: JwtService,
    private readonly keys: SigningKeys,
    private readonly clock: Clock,
  ) {}

  /** @param expiresAt milliseconds UTC, when before the usual lifetime */
  sign(type: TokenType, { userId, sessionId, jti }: SessionSubject, expiresAt = Infinity): string {
    const { keyid, key } = this.keys.current();
    const iat = this.now();
    const exp = Math.min(iat + TOKEN_SECONDS[type], Math.floor(expiresAt / 1000));
    const claims = { sub: userId, sid: sessionId, jti, typ: type, iat, exp };
    return this.jwt.sign(claims, { privateKey: key, keyid });
  }

  /** @returns null unless the service signed it, it has this type and is not expired */
  verify(type: TokenType, token: string): SessionSubject | null {
    const key = this.keys.keyOf(token);
    if (!key) return null;
    try {
      // The wrapper's type allows only text; the wrapped library takes key objects.
      return this.subjectOf(type, this.jwt.verify<object>(token, { publicKey: key as unknown as Buffer }));
    } catch {
      return null;
    }
  }

  /**
   * @param claims of a token whose signature, issuer and audience are verified
   * @returns null for another type or an expired token
   */
  subjectOf(type: TokenType, claims: object): SessionSubject | null {
    const { sub, sid, jti, typ, iat, exp, nbf } = claims as Record<string, unknown>;
    const now = this.now();
    if (typ !== type || !isSeconds(exp) || !isSeconds(iat)) return null;
    if (exp <= now || iat > now + SKEW_SECONDS) return null;
    if (nbf !== undefined && (!isSeconds(nbf) || nbf > now)) return null;
    return typeof sub === 'string' && typeof sid === 'string' && typeof jti === 'string'
      ? { userId: sub, sessionId: sid, jti }
      : null;
  }

  private now(): number {
    return Math.floor(this.clock.now() / 1000);
  }
}

const isSeconds = (value: unknown): value is number => Number.isSafeInteger(value);
