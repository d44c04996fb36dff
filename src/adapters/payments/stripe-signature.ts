import Stripe from 'stripe';
import { isTimely, signedAt, TOLERANCE_SECONDS } from '../../domain/billing/signature-header';

/**
 * The text that Stripe signed within the last 300 seconds, else null. The package compares signatures and rejects old
 * ones. This function also rejects future timestamps, timestamps like `t=12abc`, and invalid UTF-8, which the package
 * accepts.
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
