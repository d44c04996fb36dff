import type { Client } from 'pg';
import { SystemClock } from '../../system/system-clock';
import { tryLockForSession } from '../advisory-locks';
import { asMigrationClient, asSessionClient } from '../data-source';
import { databasesOf, LOGICAL_SHARD, rangesText, type ShardDatabase, type ShardedConfig } from './shard-map';

/** The map of `DATABASE_SHARDS` does not fit the stored data. */
export class ShardError extends Error {}

/** A database and a connection to it as the owner of its tables. */
export interface ShardConnection {
  database: ShardDatabase;
  client: Client;
}
type Connections = readonly [ShardConnection, ...ShardConnection[]];

interface Identity {
  id: string;
  first_id: string;
}

/** Time for another process that stores the first map, or that shuts down. */
const PATIENCE_MS = 3_000;
const RETRY_MS = 250;
const GUIDE = 'See "Several databases" in docs/self-hosting.md.';

/** Connects to every database, the first one first. */
export function onEveryDatabase<T>(
  config: ShardedConfig,
  work: (connections: Connections) => Promise<T>,
): Promise<T> {
  const [first, ...others] = databasesOf(config);
  const next = (made: Connections): Promise<T> => {
    const database = others[made.length - 1];
    return database === undefined
      ? work(made)
      : asMigrationClient(database.config, (client) => next([...made, { database, client }]));
  };
  return asMigrationClient(first.config, (client) => next([{ database: first, client }]));
}

/**
 * Stores the map of the first start with several databases. Later starts change nothing.
 * @throws ShardError when another map is stored, when the first database holds history that the map puts elsewhere, when
 *   another database is not empty, or while a process of the service runs
 */
export async function settlePlaces(config: ShardedConfig): Promise<void> {
  if (databasesOf(config).length === 1) return;
  const clock = new SystemClock();
  for (let waited = 0; !(await onEveryDatabase(config, arePlaced)); waited += RETRY_MS) {
    // A process that runs with one database would go on to write to the first one.
    const isDone = await asSessionClient(config, async (lock) => {
      if (!(await tryLockForSession(lock, 'process'))) return false;
      await onEveryDatabase(config, storePlaces);
      return true;
    });
    if (isDone) return;
    if (waited >= PATIENCE_MS)
      throw new ShardError(
        `DATABASE_SHARDS is new to this database, and a process of the service runs. Stop every process first. ${GUIDE}`,
      );
    await clock.sleep(RETRY_MS);
  }
}

/**
 * Compares the map with the one that the data was written with.
 * @throws ShardError when wallets are stored in other databases than the map names
 */
export async function checkPlaces(config: ShardedConfig): Promise<void> {
  if (await onEveryDatabase(config, arePlaced)) return;
  if (databasesOf(config).length > 1)
    throw new ShardError(`The places of the shards of DATABASE_SHARDS are not stored. ${GUIDE}`);
}

/** @returns false when no map is stored. @throws ShardError when it is another one */
async function arePlaced(connections: Connections): Promise<boolean> {
  const [{ client: first }] = connections;
  const identities = await Promise.all(connections.map(({ client }) => identityOf(client)));
  const firstId = identities[0]?.id;
  if (identities[0] && identities[0].first_id !== firstId)
    throw new ShardError(
      `DATABASE_URL names a database that holds shards of another first database. ${GUIDE}`,
    );
  const { rows } = await first.query<{ shard: number; database_id: string }>(
    'SELECT shard, database_id FROM shard_places',
  );
  if (rows.length === 0) return false;
  const stored = new Map(rows.map(({ shard, database_id }) => [shard, database_id]));
  const moved = connections.flatMap(({ database: { shards } }, index) => {
    const identity = identities[index];
    const id = identity?.first_id === firstId ? identity?.id : undefined;
    return shards.filter((shard) => stored.get(shard) !== id);
  });
  if (moved.length > 0)
    throw new ShardError(
      `The wallets of the shards ${rangesText(moved)} are stored in another database than DATABASE_SHARDS names for them. ` +
        `Set the map that they were stored with; another one would not find their history. ${GUIDE}`,
    );
  return true;
}

/**
 * Gives each database its identity and stores the map, in this order: what was broken off is repeated.
 * @param isRestored the other databases hold history that a backup just put there
 * @throws ShardError as `settlePlaces`
 */
export async function storePlaces(connections: Connections, isRestored = false): Promise<void> {
  if (await arePlaced(connections)) return;
  const [{ client: first, database }, ...others] = connections;
  await refuseRowsElsewhere(first, database);
  // Before anything is written: a map that was mistaken can be set right.
  const before = await identityOf(first);
  for (const other of others) {
    const known = await identityOf(other.client);
    if (known && known.first_id !== before?.id)
      throw new ShardError(
        `The database of the shards ${other.database.name} belongs to another first database. ${GUIDE}`,
      );
    if (!known && !isRestored) await refuseRows(other);
  }
  await first.query(
    `WITH fresh AS (SELECT gen_random_uuid() AS id)
     INSERT INTO database_identity (id, first_id) SELECT id, id FROM fresh ON CONFLICT DO NOTHING`,
  );
  const firstId = (await identityOf(first))?.id;
  const names = new Map<string | undefined, string>();
  const places: { id: string | undefined; shards: readonly number[] }[] = [];
  for (const {
    client,
    database: { name, shards },
  } of connections) {
    await client.query(
      'INSERT INTO database_identity (id, first_id) VALUES (gen_random_uuid(), $1) ON CONFLICT DO NOTHING',
      [firstId],
    );
    const id = (await identityOf(client))?.id;
    const same = names.get(id);
    if (same !== undefined)
      throw new ShardError(
        `DATABASE_SHARDS names one database with two URLs (${same}; ${name}). Use one URL for it.`,
      );
    names.set(id, name);
    places.push({ id, shards });
  }
  await first.query(
    `INSERT INTO shard_places (shard, database_id) SELECT * FROM unnest($1::smallint[], $2::uuid[])`,
    [places.flatMap(({ shards }) => shards), places.flatMap(({ id, shards }) => shards.map(() => id))],
  );
}

async function identityOf(client: Client): Promise<Identity | undefined> {
  const { rows } = await client.query<Identity>('SELECT id, first_id FROM database_identity');
  return rows[0];
}

/** The state of a chain is stored with its first rows and stays. */
const WITH_HISTORY = ['chain_states', 'balance_observations'];

/** History that the map puts elsewhere would not be found. */
async function refuseRowsElsewhere(client: Client, { shards }: ShardDatabase): Promise<void> {
  for (const table of WITH_HISTORY) {
    const { rows } = await client.query<{ shard: number }>(
      `SELECT DISTINCT ${LOGICAL_SHARD} AS shard FROM ${table} WHERE ${LOGICAL_SHARD} <> ALL($1::integer[])`,
      [shards],
    );
    if (rows.length > 0)
      throw new ShardError(
        `The first database holds wallets of the shards ${rangesText(rows.map(({ shard }) => shard))}, which DATABASE_SHARDS ` +
          `puts elsewhere. Write a backup without DATABASE_SHARDS, and restore it with DATABASE_SHARDS into empty databases. ${GUIDE}`,
      );
  }
}

/** It may be the database of another service. */
async function refuseRows({ client, database: { name } }: ShardConnection): Promise<void> {
  for (const table of [...WITH_HISTORY, 'users']) {
    const { rowCount } = await client.query(`SELECT FROM ${table} LIMIT 1`);
    if (rowCount !== 0)
      throw new ShardError(`The database of the shards ${name} is not empty. Name an empty one. ${GUIDE}`);
  }
}
