import type { PlanName } from '../../../domain/plans/plans';
/** What the account routes answer, as it goes over the wire. */

export class SignupResponse {
  /** @example "ada@example.com" */
  email!: string;
  full_name!: string;
  email_verified!: boolean;
  verification_email_sent!: boolean;
  message!: string;
}

export class AccountSummary {
  /** @example "3f2b8c1e-6d4a-4f0b-9a57-1c2d3e4f5a6b" */
  id!: string;
  /** @example "ada@example.com" */
  email!: string;
  full_name!: string;
  email_verified!: boolean;
  /** `free`, `basic`, `professional` or `defi`. @example "free" */
  plan_name!: PlanName;
  plan_expired!: boolean;
}

/** Spec 2.2. */
export class SessionUser extends AccountSummary {
  /** JWT, good for 15 minutes. */
  access_token!: string;
  /** JWT, good for 7 days. */
  refresh_token!: string;
}

export class MagicSessionUser extends SessionUser {
  /** Where the requester of the link wants its follower to go. */
  redirect_url!: string | null;
}

export class Identity extends AccountSummary {
  /** True when the service limits no account (`PLANS=off`). */
  plan_unlimited!: boolean;
  plan_expires_at!: string | null;
  /** `user` or `operator`. */
  role!: 'user' | 'operator';
  /** True when a login needs a code of the second factor. */
  totp_enabled!: boolean;
  created_at!: string;
}

export class RefreshResponse {
  access_token!: string;
  token_type!: 'Bearer';
  /** Seconds. @example 900 */
  expires_in!: number;
}

export class LogoutResponse {
  logged_out!: true;
}

export class VerifiedResponse {
  email_verified!: true;
  email!: string;
}

export class ResendResponse {
  /** False when the address is verified already, or mails were asked for too often. */
  sent!: boolean;
  email_verified!: boolean;
}

export class MessageResponse {
  message!: string;
}

export class ResetResponse {
  password_reset!: true;
}

export class PasswordChangedResponse {
  password_changed!: true;
}

export class MagicLinkResponse {
  message!: string;
  /** To a partner, for an account it made. */
  magic_link?: string;
  expires_at?: string;
  /** To a partner, for any other account. */
  delivered?: 'email';
}
