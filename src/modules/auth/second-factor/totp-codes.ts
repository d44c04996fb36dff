import { Secret, TOTP } from 'otpauth';

/** RFC 6238: SHA-1, six digits, 30 seconds, as authenticator apps expect. */
const ISSUER = 'Cost basis service';
const SECRET_BYTES = 20;
const PERIOD_SECONDS = 30;
/** Accepts a code of the step before or after: clocks differ, and typing takes time. */
const WINDOW = 1;

export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

export const otpauthUrl = (secret: string, email: string): string => totp(secret, email).toString();

/** @param now milliseconds UTC @returns the time step of the code, null for a wrong one */
export function stepOf(secret: string, code: string, now: number): number | null {
  const delta = totp(secret).validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? null : Math.floor(now / 1000 / PERIOD_SECONDS) + delta;
}

const totp = (secret: string, label = ''): TOTP =>
  new TOTP({
    issuer: ISSUER,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
    secret: Secret.fromBase32(secret),
  });
