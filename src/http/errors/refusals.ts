import { AppError } from '../../domain/kernel/errors';

/** 503 with `Retry-After`: no capacity for this request now. */
export class Overloaded extends AppError {
  override name = 'Overloaded';

  /** @param dependency what is at its limit, for example `bodies` */
  constructor(
    dependency: string,
    readonly retryAfterSeconds: number,
  ) {
    super('SERVICE_UNAVAILABLE', { dependency, retry_after_seconds: retryAfterSeconds });
  }
}

export class SlowBody extends AppError {
  override name = 'SlowBody';

  constructor() {
    super('INVALID_REQUEST', undefined, { message: 'The body of the request arrives too slowly' });
  }

  override get status(): number {
    return 408;
  }
}
