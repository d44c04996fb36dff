import type { AuditEntry, ChainedEntry } from './record';

/** SHA-256 of UTF-8 text as lower-case hex; handed in, because the fast one belongs to the platform. */
export type Digest = (text: string) => string;

/** A place in the chain: so many entries, and the hash of the last of them. */
export interface Link {
  readonly count: number;
  readonly hash: string;
}

/** Before the first entry. */
export const GENESIS: Link = { count: 0, hash: '0'.repeat(64) };

/** Goes into every hash: rows written by another rule are told apart for ever. */
const VERSION = 'audit-1';

/**
 * The one text of an entry in its place: a JSON array in fixed order, time in whole milliseconds, so that what comes
 * back from the database gives the same bytes as what went in.
 */
export const canonicalRow = (seq: number, prevHash: string, entry: AuditEntry): string =>
  JSON.stringify([
    VERSION,
    seq,
    prevHash,
    entry.id,
    Math.trunc(entry.at),
    entry.requestId,
    entry.method,
    entry.path,
    entry.route,
    entry.status,
    entry.errorCode,
    entry.durationMs,
    entry.authType,
    entry.userId,
    entry.apiKeyId,
    entry.keyPrefix,
    entry.partnerId,
    entry.ip,
    entry.userAgent,
    entry.missed,
  ]);

/** Puts entries behind the head, in the order given. */
export function chained(head: Link, entries: readonly AuditEntry[], digest: Digest): ChainedEntry[] {
  let { count, hash } = head;
  return entries.map((entry) => {
    const seq = ++count;
    const prevHash = hash;
    hash = digest(canonicalRow(seq, prevHash, entry));
    return { ...entry, seq, prevHash, hash };
  });
}
