import { AppError } from '../../domain/kernel/errors';

export interface RateLimitedDetails {
  limit: number;
  window: string;
  retry_after_seconds: number;
}

/** 429 with `Retry-After` and the headers of the limit that was reached. */
export class RateLimited extends AppError {
  readonly headers: Readonly<Record<string, string>>;

  constructor(details: RateLimitedDetails, headers: Readonly<Record<string, string>> = {}) {
    super('RATE_LIMIT_EXCEEDED', { ...details });
    this.headers = { ...headers, 'Retry-After': String(details.retry_after_seconds) };
  }
}
