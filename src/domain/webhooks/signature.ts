/**
 * What is authenticated: HMAC-SHA256 over this text, keyed with the whole secret as the user was shown it, `whsec_`
 * included.
 * @param unixSeconds of the attempt, rounded down: a verifier refuses a moment in the future
 * @source spec 6 (Signature)
 */
export const signedText = (unixSeconds: number, payload: string): string => `${unixSeconds}.${payload}`;

/** @param hex the HMAC, lower-case */
export const signatureHeader = (unixSeconds: number, hex: string): string => `t=${unixSeconds},v1=${hex}`;

export const SECRET_PREFIX = 'whsec_';
/** 256 bits, 43 characters of base64url. */
export const SECRET_BYTES = 32;
