import type { AuthType } from './auth-type';

/** Never contains the body, the query, headers except the agent, or a secret. */
export interface RequestRecord {
  readonly id: string;
  /** Arrival, milliseconds UTC. */
  readonly at: number;
  /** UUID. The `X-Request-Id` of the response. */
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
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
  readonly userAgent: string;
}

export interface AuditEntry extends RequestRecord {
  /** Requests that the same process could not log between its previous entry and this one. */
  readonly missed: number;
}

export interface ChainedEntry extends AuditEntry {
  /** 1, 2, 3 … without gaps. */
  readonly seq: number;
  readonly version: 1 | 2;
  /** Version 2: random text, hashed with the personal fields. Null once they are erased. */
  readonly personalSalt: string | null;
  /** Version 2: SHA-256 of the salt and the personal fields; lower-case hex. Stays when they are erased. */
  readonly personalHash: string | null;
  readonly isErased: boolean;
  readonly prevHash: string;
  /** SHA-256 of the canonical row; lower-case hex. */
  readonly hash: string;
}
