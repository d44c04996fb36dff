import { createHash, createSecretKey, type KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { Clock } from '../../../ports/clock';
import { SecretKeys } from '../../../ports/access/secret-keys';

/** Lifetimes in seconds. @source spec 8 */
export const TOKEN_SECONDS = { access: 900, refresh: 604_800 } as const;
export type TokenType = keyof typeof TOKEN_SECONDS;

export interface TokenSubject {
  userId: string;
  sessionId: string;
  jti: string;
}

const PARTY = 'cost-basis-service';
const ALGORITHM = 'HS256';
/** A clock of another machine of ours may be ahead by this much. */
const SKEW_SECONDS = 5;

/** Signed tokens of sessions. Whether the session still stands is not theirs to say. */
@Injectable()
export class SessionTokens {
  private readonly jwt = new JwtService({});
  /** By key id; the first one signs. Key objects: a string would be tried as a public key first, for long. */
  private keys: ReadonlyMap<string, KeyObject> | null = null;

  constructor(
    private readonly secrets: SecretKeys,
    private readonly clock: Clock,
  ) {}

  /** @param expiresAt milliseconds UTC, when it is to end before its usual lifetime */
  sign(type: TokenType, { userId, sessionId, jti }: TokenSubject, expiresAt = Infinity): string {
    const [first] = this.ring();
    if (!first) throw new Error('there is no key to sign with');
    const [keyid, privateKey] = first;
    const iat = Math.floor(this.clock.now() / 1000);
    const exp = Math.min(iat + TOKEN_SECONDS[type], Math.floor(expiresAt / 1000));
    const claims = { iss: PARTY, aud: PARTY, sub: userId, sid: sessionId, jti, typ: type, iat, exp };
    return this.jwt.sign(claims, { privateKey, keyid, algorithm: ALGORITHM });
  }

  /** @returns null for anything but a token of ours of this type that is in its time */
  verify(type: TokenType, token: string): TokenSubject | null {
    const publicKey = this.ring().get(keyIdOf(token));
    if (!publicKey) return null;
    const now = Math.floor(this.clock.now() / 1000);
    try {
      const claims: Record<string, unknown> = this.jwt.verify(token, {
        // The wrapper's type knows text alone; what it wraps takes key objects.
        publicKey: publicKey as unknown as Buffer,
        algorithms: [ALGORITHM],
        issuer: PARTY,
        audience: PARTY,
        clockTimestamp: now,
      });
      return subjectOf(claims, type, now);
    } catch {
      return null;
    }
  }

  private ring(): ReadonlyMap<string, KeyObject> {
    this.keys ??= new Map(
      this.secrets.of('jwt').map((secret) => [keyId(secret), createSecretKey(Buffer.from(secret))]),
    );
    return this.keys;
  }
}

/** Says which secret signed without saying anything of it: a prefix of a hash of a hash. */
const keyId = (secret: string): string =>
  createHash('sha256').update('key id').update(secret).digest('hex').slice(0, 12);

/** Only compared with the ids we know; nothing is looked up by it. */
function keyIdOf(token: string): string {
  try {
    const header: unknown = JSON.parse(
      Buffer.from(token.split('.', 1)[0] ?? '', 'base64url').toString('utf8'),
    );
    const kid: unknown = typeof header === 'object' && header !== null ? Reflect.get(header, 'kid') : null;
    return typeof kid === 'string' ? kid : '';
  } catch {
    return '';
  }
}

function subjectOf(claims: Record<string, unknown>, type: TokenType, now: number): TokenSubject | null {
  const { sub, sid, jti, typ, iat, exp } = claims;
  if (typ !== type || !Number.isSafeInteger(exp) || !Number.isSafeInteger(iat)) return null;
  if (Number(iat) > now + SKEW_SECONDS) return null;
  return typeof sub === 'string' && typeof sid === 'string' && typeof jti === 'string'
    ? { userId: sub, sessionId: sid, jti }
    : null;
}
