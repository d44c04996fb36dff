import { TOPOLOGY } from './broker';

/** Databases of one service in a run over several. */
const PARTS = 4;
const SIZE = 256 / PARTS;

/** True in a run in which each service has several databases. */
export const isOverShards = (): boolean => process.env[TOPOLOGY] === 'shards';

/** Names of the databases that hold the other shards of a test database, in a run over several. */
export const shardNames = (name: string): string[] =>
  isOverShards() ? Array.from({ length: PARTS - 1 }, (_, index) => `${name}_${index + 1}`) : [];

/** The value of DATABASE_SHARDS for these databases: the first quarter of the shards stays in the first database. */
export const shardMap = (urls: readonly { url: string; migrationUrl?: string | undefined }[]): string =>
  JSON.stringify(
    Object.fromEntries(
      urls.map(({ url, migrationUrl }, index) => [
        `${(index + 1) * SIZE}-${(index + 2) * SIZE - 1}`,
        { url, ...(migrationUrl && { migration_url: migrationUrl }) },
      ]),
    ),
  );

/** The variables of a process whose first database is one of this run, with the others in a run over several. */
export function overShards<T extends Record<string, string>>(env: T): T & Record<string, string> {
  const { DATABASE_URL: url, DATABASE_MIGRATION_URL: owner, DATABASE_SHARDS: given } = env;
  const [, name] = /\/(test_[0-9a-f]{16})$/.exec(url ?? '') ?? [];
  if (!url || given !== undefined || name === undefined || !isOverShards()) return env;
  const at = (base: string, other: string) => Object.assign(new URL(base), { pathname: `/${other}` }).href;
  const others = shardNames(name).map((other) => ({
    url: at(url, other),
    migrationUrl: owner ? at(owner, other) : undefined,
  }));
  return { DATABASE_SHARDS: shardMap(others), ...env };
}
