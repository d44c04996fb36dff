import type { RequestRecord } from '../../domain/audit/record';

/** Keeps what was asked of the service. Implemented by the room of the audit log. */
export abstract class RequestLog {
  /** Takes note of a request that is over. Returns at once and never throws, whatever becomes of the record. */
  abstract append(record: RequestRecord): void;
}
