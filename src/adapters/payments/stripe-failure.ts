import Stripe from 'stripe';
import { UpstreamFailure, type FailureKind } from '../upstream/upstream-failure';

export const PROVIDER = 'stripe';

/** Passes on codes only: Stripe messages can repeat sent data and parts of keys. */
export function stripeFailure(error: unknown): UpstreamFailure {
  if (error instanceof UpstreamFailure) return error;
  const [kind, text] = meaningOf(error);
  return new UpstreamFailure(PROVIDER, kind, text);
}

function meaningOf(error: unknown): [FailureKind, string] {
  const { errors } = Stripe;
  if (error instanceof errors.StripeRateLimitError) return ['rate', 'answers that it is asked too often'];
  if (error instanceof errors.StripeConnectionError)
    return ['transient', 'there was no complete answer in time'];
  if (error instanceof errors.StripeAuthenticationError || error instanceof errors.StripePermissionError)
    return ['entitlement', `refuses our key (${statusOf(error)})`];
  if (error instanceof errors.StripeCardError) return ['entitlement', `refuses (${statusOf(error)})`];
  if (error instanceof errors.StripeInvalidRequestError || error instanceof errors.StripeIdempotencyError)
    return ['rejected', `refuses the request (${statusOf(error)})`];
  if (error instanceof errors.StripeError)
    return error.statusCode === undefined
      ? ['malformed', 'answered what cannot be read']
      : ['transient', `failed (${statusOf(error)})`];
  return ['transient', 'the call did not succeed'];
}

/** For example `400 parameter_missing`. Never text that looks like a key. */
function statusOf({ statusCode, code }: Stripe.errors.StripeError): string {
  const isCode = typeof code === 'string' && /^(?![a-z]+_(test|live)_)[a-z_]{1,60}$/.test(code);
  return [statusCode, isCode ? code : null].filter(Boolean).join(' ');
}
