import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-jwt';
import type { Principal } from '../../../domain/access/principal';
import { sessionTokenOf } from '../../../http/auth/credential';
import { STRATEGY_NAMES } from '../../../http/auth/strategies';
import { SessionTokens, TOKEN_RULES } from './session-tokens';
import { SessionsService } from './sessions.service';
import { SigningKeys } from './signing-keys';

const { algorithms, issuer, audience, ignoreExpiration, ignoreNotBefore } = TOKEN_RULES.verifyOptions;

/** Reads the access token from Bearer or from the cookie `access_token`. */
@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy, STRATEGY_NAMES.session) {
  constructor(
    keys: SigningKeys,
    private readonly tokens: SessionTokens,
    private readonly sessions: SessionsService,
  ) {
    super({
      jwtFromRequest: sessionTokenOf,
      secretOrKeyProvider: (_request, token: string, done) => {
        const key = keys.keyOf(token);
        // The type allows only text; the library takes key objects.
        if (key) done(null, key as unknown as Buffer);
        else done(new Error('Unknown key'));
      },
      algorithms,
      issuer,
      audience,
      ignoreExpiration,
      jsonWebTokenOptions: { ignoreNotBefore },
    });
  }

  /** @returns null when the token has another type or is expired, or when its session has ended */
  async validate(claims: object): Promise<Principal | null> {
    const subject = this.tokens.subjectOf('access', claims);
    return subject && this.sessions.principalOf(subject);
  }
}
