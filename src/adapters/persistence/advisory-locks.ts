import type { Client } from 'pg';
import type { EntityManager } from 'typeorm';

/**
 * ADVISORY_LOCKS: all lock numbers of the database. Two uses of one number block each other, so each number is
 * defined only here. A number is never changed or reused, because two releases can run at the same time.
 */
export const ADVISORY_LOCKS = {
  /** One process migrates, the others wait. Held by a session. */
  migration: 7_216_345_001,
  /** Held by every running process: exclusive without Redis, shared with Redis. Held by a session. */
  process: 7_216_345_002,
  /** Entries join the audit chain one batch at a time. */
  auditChain: 7_216_345_003,
  /** Two claims must not count the jobs of one owner at the same time. */
  ownedJobs: 7_216_345_004,
  /** Two claims must not use the same allowance. */
  readSchedule: 7_216_345_005,
  /** Two accounts that verify their addresses at the same time must not both be the first. */
  firstOperator: 7_216_345_006,
} as const satisfies Record<string, number>;

export type AdvisoryLock = keyof typeof ADVISORY_LOCKS;

/** ADVISORY_SCOPES: one lock per key of a scope. The number is a 64-bit hash of scope and key. */
export const ADVISORY_SCOPES = [
  'attempts',
  'broker forms',
  'event topic',
  'held mails',
  'ledger',
  'lineage',
  'mail tokens',
  'overlay',
  'payment',
  'portfolios',
  'webhooks',
] as const;

export type AdvisoryScope = (typeof ADVISORY_SCOPES)[number];

interface Granted {
  granted: boolean;
}

/** Until the end of the transaction. Waits for the lock. */
export async function lockInTransaction(manager: EntityManager, lock: AdvisoryLock): Promise<void> {
  await manager.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCKS[lock]]);
}

/** Until the end of the transaction. Waits for the lock. */
export async function lockKeyInTransaction(
  manager: EntityManager,
  scope: AdvisoryScope,
  key: string,
): Promise<void> {
  await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`${scope}:${key}`]);
}

/** Until the end of the transaction. @returns false when the lock is not free */
export async function tryLockInTransaction(manager: EntityManager, lock: AdvisoryLock): Promise<boolean> {
  const rows = await manager.query<Granted[]>('SELECT pg_try_advisory_xact_lock($1) AS granted', [
    ADVISORY_LOCKS[lock],
  ]);
  return rows[0]?.granted ?? false;
}

/** Until the connection ends. @returns false when the lock is not free */
export async function tryLockForSession(
  client: Client,
  lock: AdvisoryLock,
  mode: 'alone' | 'shared' = 'alone',
): Promise<boolean> {
  const take = mode === 'alone' ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared';
  const { rows } = await client.query<Granted>(`SELECT ${take}($1) AS granted`, [ADVISORY_LOCKS[lock]]);
  return rows[0]?.granted ?? false;
}
