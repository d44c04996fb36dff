import { z } from 'zod';
import { urlOf } from '../common/url';

/** Logical shards. Never change it: the place of each stored wallet follows from it. */
export const SHARDS = 256;

/** Logical shards `from` to `to`, and the database that holds them. */
export interface ShardRange {
  readonly from: number;
  readonly to: number;
  readonly url: string;
  /** The role that owns the tables. Default `sessionUrl`. */
  readonly migrationUrl: string | undefined;
  /** Past a pool. Default `url`. */
  readonly sessionUrl: string | undefined;
}

const databaseUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'each URL must start with postgres:// or postgresql://')
  .refine((text) => urlOf(text) !== null, 'each URL must be one');
const place = z.union([
  databaseUrl.transform((url) => ({ url, migration_url: undefined, session_url: undefined })),
  z.strictObject({
    url: databaseUrl,
    migration_url: databaseUrl.optional(),
    session_url: databaseUrl.optional(),
  }),
]);
const RANGE = /^(\d{1,3})(?:-(\d{1,3}))?$/;
const SHAPE = 'must be a JSON object such as {"128-255":"postgresql://…"}';

const shardRanges = () =>
  z
    .string()
    .trim()
    .default('{}')
    .transform((text, context): ShardRange[] => {
      const refuse = (message: string) => {
        context.addIssue({ code: 'custom', message });
        return z.NEVER;
      };
      const parsed = z.record(z.string(), place).safeParse(json(text));
      if (!parsed.success) return refuse(`${SHAPE}: ${reasonOf(parsed.error)}`);
      const ranges = Object.entries(parsed.data).map(([name, { url, migration_url, session_url }]) => {
        const [, from = '', to = from] = RANGE.exec(name) ?? [];
        const bounds = from === '' ? { from: NaN, to: NaN } : { from: Number(from), to: Number(to) };
        return { ...bounds, url, migrationUrl: migration_url, sessionUrl: session_url };
      });
      const seen = new Set<number>();
      for (const { from, to } of ranges) {
        if (!(from <= to && to < SHARDS))
          return refuse(`each key must be a shard or a range within 0-${SHARDS - 1}`);
        for (let shard = from; shard <= to; shard++) {
          if (seen.has(shard)) return refuse(`shard ${shard} is named twice`);
          seen.add(shard);
        }
      }
      return ranges.toSorted((a, b) => a.from - b.from);
    });

/** No ranges when it is unset: one database. */
export const DATABASE_SHARDS = {
  type: shardRanges(),
  doc: 'JSON map of ranges of the 256 logical shards to the databases that hold the public history of their wallets, such as {"128-255":"postgresql://…"}; a value can be {"url","migration_url","session_url"}; the rest is in DATABASE_URL; unset: one database',
};

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Without the input: a URL has a password. */
const reasonOf = ({ issues: [issue] }: z.ZodError): string =>
  issue?.code === 'invalid_union' ? 'a value is no database URL' : (issue?.message ?? '');
