import type { Page } from '../domain/kernel/page';

export interface Siblings {
  /** Only its numbers are read: the items are already in `data`. Lists with cursors have `nextCursor`. */
  pagination?: Omit<Page<unknown>, 'items' | 'next'> & { nextCursor?: string | null };
  partial?: boolean;
  still_indexing?: boolean;
  /** Added to `meta` under /api/v1; at the top level of the body elsewhere (`unavailable_chains`, `is_limited`). */
  meta?: Readonly<Record<string, unknown>>;
  /** Milliseconds UTC. 0: more data arrives soon. Default: until the stored data changes. Never sent. */
  currentUntil?: number;
}

/** The envelope interceptor renders it in the dialect of the path. */
export class Reply<T> {
  constructor(
    readonly data: T,
    readonly siblings: Siblings,
  ) {}
}

/** For envelopes with more than `data`. A bare return value is just `data`. */
export const reply = <T>(data: T, siblings: Siblings = {}): Reply<T> => new Reply(data, siblings);

/** Sent unchanged in every dialect: pages of mailed links, metrics, cached answers. Files: Download. */
export class RawResponse {
  constructor(readonly value: unknown) {}
}

/** A server-sent event. `data` is JSON without an envelope. */
export class ServerEvent {
  constructor(
    readonly type: string | undefined,
    readonly data: object | undefined,
    /** Clients skip this line. */
    readonly comment?: string,
  ) {}
}

/** JSON text in UTF-8, in parts. It is the whole body, so only routes without an envelope return it. */
export class JsonBody {
  constructor(readonly parts: readonly Uint8Array[]) {}
}
