/**
 * The input of HMAC-SHA256. The key is the complete secret as shown to the user, including `whsec_`.
 * @param unixSeconds of the attempt, rounded down: a verifier rejects a time in the future
 * @source spec 6 (Signature)
 */
export const signedText = (unixSeconds: number, payload: string): string => `${unixSeconds}.${payload}`;

/** @param hex the HMAC, in lower case */
export const signatureHeader = (unixSeconds: number, hex: string): string => `t=${unixSeconds},v1=${hex}`;

/** @source standardwebhooks.com, Signature scheme */
export const standardText = (id: string, unixSeconds: number, payload: string): string =>
  `${id}.${unixSeconds}.${payload}`;

export const SECRET_PREFIX = 'whsec_';
/** 256 bits, 43 characters of base64url. */
export const SECRET_BYTES = 32;
