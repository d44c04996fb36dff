import type { AuditEntry, ChainedEntry } from './record';

/**
 * SHA-256 of UTF-8 text as lower-case hex. It is a parameter, because the fast implementation belongs to the
 * platform.
 */
export type Digest = (text: string) => string;

/** A position in the chain: the number of entries, and the hash of the last one. */
export interface Link {
  readonly count: number;
  readonly hash: string;
}

/** The link before the first entry. */
export const GENESIS: Link = { count: 0, hash: '0'.repeat(64) };

/** Part of every hash. It separates rows that were written with other rules. */
const VERSION = 'audit-1';

/**
 * Canonical text of an entry at its position: a JSON array in fixed order, with time in whole milliseconds. A
 * row read from the database gives the same bytes as the row that was written.
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

/** Appends entries after the head, in the given order. */
export function chained(head: Link, entries: readonly AuditEntry[], digest: Digest): ChainedEntry[] {
  let { count, hash } = head;
  return entries.map((entry) => {
    const seq = ++count;
    const prevHash = hash;
    hash = digest(canonicalRow(seq, prevHash, entry));
    return { ...entry, seq, prevHash, hash };
  });
}
