import { createHash } from 'node:crypto';
import { type ShardRange, SHARDS } from '../../../config/database-shards';
import type { DatabaseConfig } from '../data-source';

/** A database of the service, and the logical shards whose wallets it holds. */
export interface ShardDatabase {
  /** For operators: `first`, or its ranges, such as `64-127`. */
  readonly name: string;
  readonly config: DatabaseConfig;
  readonly shards: readonly number[];
}

/** `DATABASE_SHARDS` beside the variables of the first database. */
export type ShardedConfig = DatabaseConfig & { readonly DATABASE_SHARDS: readonly ShardRange[] };

/**
 * Tables of the public history of wallets. No foreign key leads out of them or into them, and no transaction writes them
 * together with another table.
 */
export const ROUTED_TABLES: ReadonlySet<string> = new Set([
  'chain_states',
  'raw_rows',
  'balance_observations',
]);
/** The column of their key. */
export const ROUTED_KEY = 'address';

/** Never change it: the place of each stored wallet follows from it. @param address as stored */
export const logicalShardOf = (address: string): number =>
  createHash('sha256').update(address).digest().readUInt8(0);
/** The same in SQL. */
export const LOGICAL_SHARD = `get_byte(sha256(convert_to(${ROUTED_KEY}, 'UTF8')), 0)`;

/** Each database once. The first one is that of `DATABASE_URL`, which holds everything else too. */
export function databasesOf(config: ShardedConfig): readonly [ShardDatabase, ...ShardDatabase[]] {
  const elsewhere = config.DATABASE_SHARDS.filter(({ url }) => url !== config.DATABASE_URL);
  const others = [...new Set(elsewhere.map(({ url }) => url))].map((url) =>
    databaseOf(url, elsewhere, config),
  );
  const taken = new Set(elsewhere.flatMap(shardsOf));
  const shards = shardsOf({ from: 0, to: SHARDS - 1 }).filter((shard) => !taken.has(shard));
  return [{ name: 'first', config, shards }, ...others];
}

const shardsOf = ({ from, to }: Pick<ShardRange, 'from' | 'to'>): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

function databaseOf(url: string, all: readonly ShardRange[], config: DatabaseConfig): ShardDatabase {
  const ranges = all.filter((range) => range.url === url);
  const shards = ranges.flatMap(shardsOf);
  const sessionUrl = ranges.find((range) => range.sessionUrl !== undefined)?.sessionUrl ?? url;
  const ownerUrl = ranges.find((range) => range.migrationUrl !== undefined)?.migrationUrl;
  return {
    name: rangesText(shards),
    shards,
    config: {
      DATABASE_URL: url,
      DATABASE_SESSION_URL: sessionUrl,
      DATABASE_MIGRATION_URL: ownerUrl ?? sessionUrl,
      DATABASE_CONNECT_TIMEOUT_MS: config.DATABASE_CONNECT_TIMEOUT_MS,
    },
  };
}

/** Shard numbers as ranges, such as `0-63,128`. */
export function rangesText(shards: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const shard of shards.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last?.[1] === shard - 1) last[1] = shard;
    else ranges.push([shard, shard]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(',');
}
