import type { EntityManager } from 'typeorm';
import type { AddressRow } from './portfolio-address.entity';

/** A space lists the wallets that are linked in it, and its exchange accounts. */
const SOURCES = `
  SELECT user_id AS "portfolioId", address, given, label, created_at AS "addedAt", 0 AS kind
    FROM linked_wallets WHERE user_id = ANY ($1)
  UNION ALL SELECT user_id, 'exchange:' || id, 'exchange:' || id, label, created_at, 1
    FROM exchange_accounts WHERE user_id = ANY ($1)
  ORDER BY kind, "addedAt", address`;

export const sourcesOfSpaces = (
  manager: EntityManager,
  ids: readonly string[],
): Promise<(AddressRow & { portfolioId: string })[]> => manager.query(SOURCES, [ids]);

/** The user of the records. It has no e-mail address and no credential. */
export async function openSpace(
  manager: EntityManager,
  { id, ownerId, name, at }: { id: string; ownerId: string; name: string; at: Date },
): Promise<void> {
  await manager.query(
    'INSERT INTO users (id, full_name, space_owner_id, created_at) VALUES ($1, $2, $3, $4)',
    [id, name, ownerId, at],
  );
}

/** Of addresses added at once, each a millisecond after the one before: they are listed in this order. */
export async function linkInSpace(
  manager: EntityManager,
  spaceId: string,
  { address, given, label, addedAt }: AddressRow,
  place: number,
): Promise<void> {
  await manager.query(
    'INSERT INTO linked_wallets (user_id, address, given, label, created_at) VALUES ($1, $2, $3, $4, $5)',
    [spaceId, address, given, label, new Date(addedAt.getTime() + place)],
  );
}

/** @returns false when the wallet is not linked there */
export async function unlinkInSpace(
  manager: EntityManager,
  spaceId: string,
  address: string,
): Promise<boolean> {
  const [, count] = await manager.query<[unknown, number]>(
    'DELETE FROM linked_wallets WHERE user_id = $1 AND address = $2',
    [spaceId, address],
  );
  return count === 1;
}
