import type { Page } from '../domain/kernel/page';

/** What stands beside `data` in the envelope. */
export interface Siblings {
  /** Only its numbers are read: the items are already in `data`. `nextCursor` is there on lists with cursors. */
  pagination?: Omit<Page<unknown>, 'items' | 'next'> & { nextCursor?: string | null };
  partial?: boolean;
  still_indexing?: boolean;
  /** Added to `meta` under /api/v1; at the top level of the body elsewhere (`unavailable_chains`, `is_limited`). */
  meta?: Readonly<Record<string, unknown>>;
  /**
   * Milliseconds UTC until which the same stored data gives the same answer; 0: more data arrives soon. Default:
   * until it changes. Never sent.
   */
  currentUntil?: number;
}

/** A success with siblings; the envelope interceptor renders it in the dialect of the path. */
export class Reply<T> {
  constructor(
    readonly data: T,
    readonly siblings: Siblings,
  ) {}
}

/** For routes whose envelope holds more than `data`. A bare return value is just `data`. */
export const reply = <T>(data: T, siblings: Siblings = {}): Reply<T> => new Reply(data, siblings);

/** A body sent exactly so in every dialect, without an envelope: pages of mailed links, metrics, cached answers. Files: Download. */
export class RawResponse {
  constructor(readonly value: unknown) {}
}

/** A server-sent event. `data` is sent as JSON, without an envelope. */
export class ServerEvent {
  constructor(
    readonly type: string | undefined,
    readonly data: object | undefined,
    /** A line that clients skip. */
    readonly comment?: string,
  ) {}
}

/** A JSON value that is already text, in UTF-8, in parts. It is the whole body, so only routes without an envelope return it. */
export class JsonBody {
  constructor(readonly parts: readonly Uint8Array[]) {}
}
