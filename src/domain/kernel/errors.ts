/** One row per line of spec 7 and api.md 0: HTTP status and default message. */
export const ERRORS = {
  INVALID_ADDRESS: { status: 400, message: 'Not a valid EVM, Bitcoin or Solana address' },
  VALIDATION_ERROR: { status: 400, message: 'A parameter or field failed validation' },
  INVALID_REQUEST: { status: 400, message: 'Malformed request' },
  INVALID_EVENT_TYPE: { status: 400, message: 'Unknown webhook event type' },
  INVALID_WEBHOOK_URL: { status: 400, message: 'The webhook url is not acceptable' },
  INVALID_TOKEN: { status: 400, message: 'The token is unknown, used or expired' },
  INVALID_SIGNATURE: { status: 400, message: 'The signature does not verify' },
  EXCHANGE_NOT_SUPPORTED: { status: 400, message: 'This exchange is not supported' },
  EXCHANGE_AUTH_FAILED: { status: 400, message: 'The exchange refused the credentials' },
  UNAUTHORIZED: { status: 401, message: 'Missing, invalid or expired authentication' },
  OTP_REQUIRED: { status: 401, message: 'The account has a second factor: send a code in otp' },
  FORBIDDEN: { status: 403, message: 'Not permitted' },
  EMAIL_NOT_VERIFIED: { status: 403, message: 'Verify your email address before logging in' },
  WALLET_LIMIT_EXCEEDED: { status: 403, message: 'The linked-wallet limit of your plan is reached' },
  WALLET_NOT_FOUND: { status: 404, message: 'Wallet not indexed yet; load its dashboard first' },
  RESOURCE_NOT_FOUND: { status: 404, message: 'Not found' },
  LOT_NOT_FOUND: { status: 404, message: 'Lot not found' },
  WEBHOOK_NOT_FOUND: { status: 404, message: 'Webhook not found' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This path does not take this method' },
  CONFLICT: { status: 409, message: 'Conflicts with the current state' },
  JOB_NOT_READY: { status: 409, message: 'The job has not finished' },
  JOB_FAILED: { status: 409, message: 'The job failed' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'The request body is too large' },
  RATE_LIMIT_EXCEEDED: { status: 429, message: 'Rate limit exceeded' },
  INTERNAL_ERROR: { status: 500, message: 'Unexpected server error' },
  CONFIGURATION_ERROR: { status: 500, message: 'The server is not configured for this' },
  DATA_PROVIDER_ERROR: { status: 502, message: 'An upstream data provider failed; retry later' },
  PROVIDER_ENTITLEMENT_ERROR: { status: 502, message: 'An upstream data provider refused the request' },
  SERVICE_UNAVAILABLE: { status: 503, message: 'A dependency is temporarily unavailable' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** The only error class that the service throws deliberately. The filter renders it in the dialect of the path. */
export class AppError extends Error {
  constructor(
    readonly code: ErrorCode,
    /** Sent to the client as error.details. Never secrets, never upstream bodies. */
    readonly details?: Readonly<Record<string, unknown>>,
    readonly options: { cause?: unknown; field?: string; message?: string } = {},
  ) {
    super(options.message ?? ERRORS[code].message, { cause: options.cause });
    this.name = 'AppError';
  }

  get status(): number {
    return ERRORS[this.code].status;
  }

  get field(): string | undefined {
    return this.options.field;
  }
}
