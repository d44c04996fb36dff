import type { EntityManager } from 'typeorm';
import { isStandingOrder } from '../../../domain/overlays/elections';
import { targetOf, type ManualEntry } from '../../../domain/overlays/manual-entry';
import type { StoredEntry } from '../../../ports/storage/overlays';

export async function entryCount(manager: EntityManager, userId: string): Promise<number> {
  const [{ count = 0 } = {}] = await manager.query<{ count?: number }[]>(
    'SELECT count(*)::integer AS count FROM manual_entries WHERE user_id = $1',
    [userId],
  );
  return count;
}

const subjectOf = (userId: string, { entry }: StoredEntry): string[] => [
  userId,
  entry.kind,
  entry.wallet,
  targetOf(entry),
];

export const deactivateTarget = (
  manager: EntityManager,
  userId: string,
  stored: StoredEntry,
): Promise<unknown> =>
  manager.query(
    `UPDATE manual_entries SET deactivated_at = $5
     WHERE user_id = $1 AND kind = $2 AND address = $3 AND target = $4 AND deactivated_at IS NULL`,
    [...subjectOf(userId, stored), stored.createdAt],
  );

/** @returns false when there is an active entry with the same target */
export async function insertEntry(
  manager: EntityManager,
  userId: string,
  stored: StoredEntry,
): Promise<boolean> {
  const { id, entry, shown, createdAt } = stored;
  const inserted = await manager.query<unknown[]>(
    `INSERT INTO manual_entries (user_id, kind, address, target, id, body, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING RETURNING id`,
    [...subjectOf(userId, stored), id, textOf({ entry, shown }), createdAt],
  );
  if (inserted.length === 0) return false;
  await bump(manager, { userId, address: entry.wallet });
  return true;
}

export interface EntryRow {
  id: string;
  address: string;
  body: { entry: unknown; shown: Record<string, unknown>; void?: true };
  created_at: Date;
  deactivated_at: Date | null;
}

/** Encodes amounts as `{"big": "5"}`: JSON has no integers of that size. */
export const textOf = (body: object): string =>
  JSON.stringify(body, (_key, value: unknown) =>
    typeof value === 'bigint' ? { big: String(value) } : value,
  );

function revived(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(revived);
  if ('big' in value && typeof value.big === 'string') return BigInt(value.big);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, revived(inner)]));
}

export const storedOf = ({ id, body, created_at, deactivated_at }: EntryRow): StoredEntry => ({
  id,
  entry: revived(body.entry) as ManualEntry,
  shown: body.shown,
  createdAt: created_at,
  deactivatedAt: deactivated_at,
});

/** An ended standing order keeps its effect on earlier time. */
export const entryUntil = ({ entry, deactivatedAt }: StoredEntry): ManualEntry =>
  deactivatedAt !== null && isStandingOrder(entry) ? { ...entry, until: deactivatedAt.getTime() } : entry;

export const bump = (
  manager: EntityManager,
  { userId, address }: { userId: string; address: string },
): Promise<unknown> =>
  manager.query(
    `INSERT INTO overlay_versions (user_id, address, version) VALUES ($1, $2, 1)
     ON CONFLICT (user_id, address) DO UPDATE SET version = overlay_versions.version + 1`,
    [userId, address],
  );
