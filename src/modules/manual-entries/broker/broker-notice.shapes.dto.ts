import type { EvidenceKind } from '../../../domain/custody';
import { StoredEntryResponse } from '../manual-entries.shapes.dto';

/** What shows that the broker had the order, as the taxpayer states it. */
export class EvidenceResponse {
  /** @example "setting_screenshot" */
  kind!: EvidenceKind;
  /** SHA-256 of the file that the taxpayer keeps. @example null */
  file_sha256!: string | null;
  /** @example null */
  reference!: string | null;
}

export abstract class StoredAtBrokerResponse extends StoredEntryResponse {
  /** When the broker of the account was told. Null: it was not, and from 2027 on the entry does not decide there. @example null */
  communicated_to_broker_at!: string | null;
  /** @example null */
  evidence!: EvidenceResponse | null;
}
