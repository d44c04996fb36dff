import type { AuthType } from './auth-type';

/**
 * One API request after its end. Never contains its body, its query, headers except the agent, or a secret.
 */
export interface RequestRecord {
  /** UUID. */
  readonly id: string;
  /** Arrival, milliseconds UTC. */
  readonly at: number;
  /** UUID. The `X-Request-Id` of the response. */
  readonly requestId: string;
  readonly method: string;
  /** The requested path without the query, cleaned. */
  readonly path: string;
  /** The route template. */
  readonly route: string;
  readonly status: number;
  readonly errorCode: string | null;
  readonly durationMs: number;
  readonly authType: AuthType;
  readonly userId: string | null;
  readonly apiKeyId: string | null;
  readonly keyPrefix: string | null;
  readonly partnerId: string | null;
  /** Empty when the socket had no address. */
  readonly ip: string;
  /** Cleaned. Empty when the request had none. */
  readonly userAgent: string;
}

/** A stored entry: the record, and the number of missing records before it. */
export interface AuditEntry extends RequestRecord {
  /** Requests that the same process could not log between its previous entry and this one. */
  readonly missed: number;
}

/** An entry at its position in the chain. */
export interface ChainedEntry extends AuditEntry {
  /** 1, 2, 3 … without gaps. */
  readonly seq: number;
  /** Rules of the canonical row. */
  readonly version: 1 | 2;
  /** Version 2: random text that is hashed with the personal fields. Null once they are erased. */
  readonly personalSalt: string | null;
  /** Version 2: SHA-256 of the salt and the personal fields; lower-case hex. Stays when they are erased. */
  readonly personalHash: string | null;
  /** True when the account was deleted, and the personal fields of this entry with it. */
  readonly isErased: boolean;
  /** `hash` of the previous entry, lower-case hex. */
  readonly prevHash: string;
  /** SHA-256 of the canonical row; lower-case hex. */
  readonly hash: string;
}
