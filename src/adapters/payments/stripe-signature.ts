import Stripe from 'stripe';
import { isTimely, signedAt, TOLERANCE_SECONDS } from '../../domain/billing/signature-header';

/**
 * Returns the body text that Stripe signed within the last 300 seconds, or null. The package compares
 * signatures and rejects old ones. It also accepts future timestamps, reads `t=12abc` as 12, and decodes
 * invalid UTF-8 to other text. This function rejects those cases.
 * @param signatures every value of the header; two values are invalid
 * @param now ms UTC
 */
export function signedText(
  body: Uint8Array,
  signatures: readonly string[],
  secret: string,
  now: number,
): string | null {
  const [header, ...more] = signatures;
  if (header === undefined || more.length > 0) return null;
  const [text, moment] = [textOf(body), signedAt(header)];
  if (text === null || moment === null || !isTimely(moment, now)) return null;
  return isSigned(text, header, secret, now) ? text : null;
}

/** Returns the exact text sent, or null when it is not UTF-8. */
function textOf(body: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return null;
  }
}

function isSigned(text: string, header: string, secret: string, now: number): boolean {
  try {
    const verifier = Stripe.webhooks.signature;
    return verifier?.verifyHeader(text, header, secret, TOLERANCE_SECONDS, undefined, now) ?? false;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return false;
    throw error;
  }
}
