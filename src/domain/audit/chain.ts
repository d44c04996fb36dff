import type { AuditEntry, ChainedEntry } from './record';

/** SHA-256 of UTF-8 text as lower-case hex. A parameter, because the fast implementation belongs to the platform. */
export type Digest = (text: string) => string;

export interface Link {
  readonly count: number;
  readonly hash: string;
}

export const GENESIS: Link = { count: 0, hash: '0'.repeat(64) };

/** The name is part of the hash. Version 1 hashes the personal fields themselves. */
const VERSIONS = { 1: 'audit-1', 2: 'audit-2' } as const;

const CURRENT_VERSION = 2;

/** Personal data. Hashed separately, so that it can be erased. */
export type PersonalFields = Pick<
  AuditEntry,
  'path' | 'userId' | 'apiKeyId' | 'keyPrefix' | 'ip' | 'userAgent'
>;

/** The salt is erased with the fields. Without the salt, the fields cannot be guessed from the hash. */
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

/** Time in whole milliseconds, so that a row read from the database gives the bytes of the written row. */
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
