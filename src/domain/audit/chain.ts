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

/** Rules of a row, by its version; the name is part of the hash. Version 1 hashes the personal fields themselves. */
const VERSIONS = { 1: 'audit-1', 2: 'audit-2' } as const;

/** The version of new rows. */
const CURRENT_VERSION = 2;

/** The fields that are personal data. They are hashed separately, so that they can be erased. */
export type PersonalFields = Pick<
  AuditEntry,
  'path' | 'userId' | 'apiKeyId' | 'keyPrefix' | 'ip' | 'userAgent'
>;

/**
 * Canonical text of the personal fields. The salt is erased with them: without it, the fields cannot be guessed
 * from the hash.
 */
export const personalText = (salt: string, entry: PersonalFields): string =>
  JSON.stringify([
    salt,
    entry.path,
    entry.userId,
    entry.apiKeyId,
    entry.keyPrefix,
    entry.ip,
    entry.userAgent,
  ]);

/** An entry without its personal fields. The route stays. */
export const erased = <T extends AuditEntry>(entry: T): T => ({
  ...entry,
  path: entry.route,
  userId: null,
  apiKeyId: null,
  keyPrefix: null,
  ip: '',
  userAgent: '',
});

type Sealed = AuditEntry & Pick<ChainedEntry, 'version' | 'personalHash'>;

/**
 * Canonical text of an entry at its position: a JSON array in fixed order, with time in whole milliseconds. A
 * row read from the database gives the same bytes as the row that was written.
 */
export const canonicalRow = (seq: number, prevHash: string, entry: Sealed): string =>
  JSON.stringify([
    VERSIONS[entry.version],
    seq,
    prevHash,
    entry.id,
    Math.trunc(entry.at),
    entry.requestId,
    entry.method,
    ...(entry.version === 1 ? [entry.path] : []),
    entry.route,
    entry.status,
    entry.errorCode,
    entry.durationMs,
    entry.authType,
    ...(entry.version === 1 ? [entry.userId, entry.apiKeyId, entry.keyPrefix] : []),
    entry.partnerId,
    ...(entry.version === 1 ? [entry.ip, entry.userAgent] : [entry.personalHash]),
    entry.missed,
  ]);

/**
 * Appends entries after the head, in the given order.
 * @param newSalt a random text for each entry
 */
export function chained(
  head: Link,
  entries: readonly AuditEntry[],
  digest: Digest,
  newSalt: () => string,
): ChainedEntry[] {
  let { count, hash } = head;
  return entries.map((entry) => {
    const seq = ++count;
    const prevHash = hash;
    const personalSalt = newSalt();
    const personalHash = digest(personalText(personalSalt, entry));
    const sealed = {
      ...entry,
      version: CURRENT_VERSION,
      personalSalt,
      personalHash,
      isErased: false,
    } as const;
    hash = digest(canonicalRow(seq, prevHash, sealed));
    return { ...sealed, seq, prevHash, hash };
  });
}
