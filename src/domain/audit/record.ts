import type { AuthType } from './auth-type';

/** One API request, after it ended. Never its body, its query, its headers beyond the agent, or a secret. */
export interface RequestRecord {
  /** UUID. */
  readonly id: string;
  /** Arrival, milliseconds UTC. */
  readonly at: number;
  /** UUID; the `X-Request-Id` of the answer. */
  readonly requestId: string;
  readonly method: string;
  /** As it was asked for, without the query; cleaned. */
  readonly path: string;
  /** The template of the route. */
  readonly route: string;
  readonly status: number;
  readonly errorCode: string | null;
  readonly durationMs: number;
  readonly authType: AuthType;
  readonly userId: string | null;
  readonly apiKeyId: string | null;
  readonly keyPrefix: string | null;
  readonly partnerId: string | null;
  /** Empty when the socket had none. */
  readonly ip: string;
  /** Cleaned; empty when none was sent. */
  readonly userAgent: string;
}

/** What is written down: the record, and what is known to be missing before it. */
export interface AuditEntry extends RequestRecord {
  /** Requests the same process had to leave out between its entry before this one and this one. */
  readonly missed: number;
}

/** An entry in its place. */
export interface ChainedEntry extends AuditEntry {
  /** 1, 2, 3 … without a gap. */
  readonly seq: number;
  /** `hash` of the entry before; lower-case hex. */
  readonly prevHash: string;
  /** SHA-256 of the canonical row; lower-case hex. */
  readonly hash: string;
}
