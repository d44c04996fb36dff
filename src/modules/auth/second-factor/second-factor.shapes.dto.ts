/** Responses of the routes of the second factor, as they go over the wire. */

export class TotpStartedResponse {
  /** Base32, for apps that do not read the URL. */
  secret!: string;
  /** What an app reads from a QR code. */
  otpauth_url!: string;
}

export class TotpConfirmedResponse {
  totp_enabled!: true;
  /** Shown once. Each is valid once in place of a code. */
  recovery_codes!: string[];
}

export class RecoveryCodesResponse {
  /** Shown once. Each is valid once in place of a code. The codes before are not valid any more. */
  recovery_codes!: string[];
}

export class TotpRemovedResponse {
  deleted!: true;
}
