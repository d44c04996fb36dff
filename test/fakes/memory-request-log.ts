import type { RequestRecord } from '../../src/domain/audit/record';
import { RequestLog } from '../../src/ports/storage/requests/request-log';

/** Keeps its entries in order. */
export class MemoryRequestLog extends RequestLog {
  readonly records: RequestRecord[] = [];

  append(record: RequestRecord): void {
    this.records.push(record);
  }
}
