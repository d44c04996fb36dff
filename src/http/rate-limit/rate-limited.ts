import { AppError } from '../../domain/kernel/errors';

export interface RateLimitedDetails {
  limit: number;
  /** `minute`, `day`, `15 minutes`, `hour`. */
  window: string;
  retry_after_seconds: number;
}

/** 429 with `Retry-After`; `headers` are those of the limit that was hit. */
export class RateLimited extends AppError {
  readonly headers: Readonly<Record<string, string>>;

  constructor(details: RateLimitedDetails, headers: Readonly<Record<string, string>> = {}) {
    super('RATE_LIMIT_EXCEEDED', { ...details });
    this.headers = { ...headers, 'Retry-After': String(details.retry_after_seconds) };
  }
}
