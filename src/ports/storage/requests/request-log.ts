import type { RequestRecord } from '../../../domain/audit/record';

/** Logs requests to the service. The audit module implements it. */
export abstract class RequestLog {
  /** Logs a completed request. Returns at once and never throws, also when the record is lost. */
  abstract append(record: RequestRecord): void;
}
