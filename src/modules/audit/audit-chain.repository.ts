import { hash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { lockInTransaction } from '../../adapters/persistence/advisory-locks';
import { chained, erased, GENESIS, type Digest, type Link } from '../../domain/audit/chain';
import { ChainCheck } from '../../domain/audit/chain-check';
import type { AuditEntry, ChainedEntry } from '../../domain/audit/record';

const STRIDE = 5_000;

const sha256: Digest = (text) => hash('sha256', text);
const SALT_BYTES = 16;

/** Reads the random bytes of all salts at once: one call for each entry costs more than its hash. */
function newSalts(count: number): () => string {
  const bytes = randomBytes(count * SALT_BYTES);
  let taken = 0;
  return () => bytes.toString('hex', taken, (taken += SALT_BYTES));
}

export interface Checkpoint extends Link {
  /** No entry of this time or later was dropped. Milliseconds UTC. */
  before: number;
  createdAt: number;
}

interface LinkRow {
  count: string;
  hash: string;
}

@Injectable()
export class AuditChainRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * All or none. One process appends at a time: a row lock on the end would let the next one continue from what it
   * saw before it waited.
   * @param again an attempt with unknown outcome may have written these entries
   */
  append(entries: readonly AuditEntry[], again: boolean): Promise<Link> {
    return this.dataSource.transaction('READ COMMITTED', async (manager) => {
      await lockInTransaction(manager, 'auditChain');
      // A statement of its own, begun under the lock: it sees what the holder before committed.
      const head = (await headOf(manager)) ?? GENESIS;
      const written = again ? await this.written(manager, entries) : new Set<string>();
      const fresh = entries.filter(({ id }) => !written.has(id));
      const kept = await this.withoutDeleted(manager, fresh);
      const rows = chained(head, kept, sha256, newSalts(kept.length));
      const last = rows.at(-1);
      if (!last) return head;
      await manager.query(INSERT, [JSON.stringify(rows)]);
      return { count: last.seq, hash: last.hash };
    });
  }

  /** Walks the chain as it is now, while it grows. @param anchor a link noted elsewhere that must be in the chain */
  verify(
    anchor: Link | null,
  ): Promise<{ check: ChainCheck; head: Link | null; checkpoint: Checkpoint | null }> {
    return this.dataSource.transaction('REPEATABLE READ', async (manager) => {
      const head = await headOf(manager);
      const checkpoint = await checkpointOf(manager);
      const check = new ChainCheck(checkpoint ?? GENESIS, sha256, anchor);
      await walk(manager, check, null);
      check.end(head);
      return { check, head, checkpoint };
    });
  }

  /**
   * Drops entries up to the first one of `before` or later. Needs the rights of the owner. Entries that do not verify
   * are not dropped: they would be evidence.
   * @param before milliseconds UTC
   */
  prune(
    before: number,
    now: number,
  ): Promise<{ check: ChainCheck; dropped: number; checkpoint: Checkpoint | null }> {
    return this.dataSource.transaction('READ COMMITTED', async (manager) => {
      // The second of two simultaneous runs finds the work done.
      await manager.query('LOCK TABLE audit_checkpoints IN SHARE ROW EXCLUSIVE MODE');
      const known = await checkpointOf(manager);
      const start = known ?? GENESIS;
      const check = new ChainCheck(start, sha256);
      const end = await this.endBefore(manager, before);
      if (end === null || end.count <= start.count) return { check, dropped: 0, checkpoint: known };
      await walk(manager, check, end.count);
      check.end(end);
      if (check.found > 0) return { check, dropped: 0, checkpoint: known };
      await manager.query(
        `INSERT INTO audit_checkpoints (count, hash, before, created_at)
         VALUES ($1, decode($2, 'hex'), $3, $4)`,
        [end.count, end.hash, new Date(before), new Date(now)],
      );
      await manager.query('DELETE FROM audit_logs WHERE seq <= $1', [end.count]);
      return { check, dropped: check.rows, checkpoint: { ...end, before, createdAt: now } };
    });
  }

  private async endBefore(manager: EntityManager, before: number): Promise<Link | null> {
    const [row] = await manager.query<LinkRow[]>(
      `SELECT seq AS count, encode(hash, 'hex') AS hash FROM audit_logs
       WHERE seq < coalesce((SELECT min(seq) FROM audit_logs WHERE at >= $1), 9223372036854775807)
       ORDER BY seq DESC LIMIT 1`,
      [new Date(before)],
    );
    return row ? toLink(row) : null;
  }

  /** The account was deleted since, so the entry is written without its personal fields. */
  private async withoutDeleted(
    manager: EntityManager,
    entries: readonly AuditEntry[],
  ): Promise<readonly AuditEntry[]> {
    const users = new Set(entries.flatMap(({ userId }) => userId ?? []));
    if (users.size === 0) return entries;
    const rows = await manager.query<{ id: string }[]>(
      'SELECT user_id AS id FROM audit_erasures WHERE user_id = ANY($1)',
      [[...users]],
    );
    const deleted = new Set(rows.map(({ id }) => id));
    return entries.map((entry) =>
      entry.userId !== null && deleted.has(entry.userId) ? erased(entry) : entry,
    );
  }

  private async written(manager: EntityManager, entries: readonly AuditEntry[]): Promise<Set<string>> {
    const rows = await manager.query<{ id: string }[]>('SELECT id FROM audit_logs WHERE id = ANY($1)', [
      entries.map(({ id }) => id),
    ]);
    return new Set(rows.map(({ id }) => id));
  }
}

async function headOf(manager: EntityManager): Promise<Link | null> {
  const [row] = await manager.query<LinkRow[]>(`SELECT count, encode(hash, 'hex') AS hash FROM audit_head`);
  return row ? toLink(row) : null;
}

async function checkpointOf(manager: EntityManager): Promise<Checkpoint | null> {
  const [row] = await manager.query<(LinkRow & { before: Date; createdAt: Date })[]>(
    `SELECT count, encode(hash, 'hex') AS hash, before, created_at AS "createdAt"
     FROM audit_checkpoints ORDER BY count DESC LIMIT 1`,
  );
  return row ? { ...toLink(row), before: row.before.getTime(), createdAt: row.createdAt.getTime() } : null;
}

const toLink = ({ count, hash }: LinkRow): Link => ({ count: Number(count), hash });

/** The database reads the next entries while some are checked. @param upTo the last entry; null: all */
async function walk(manager: EntityManager, check: ChainCheck, upTo: number | null): Promise<void> {
  const read = (after: string): Promise<StoredEntry[]> => manager.query(SELECT, [after, upTo, STRIDE]);
  let reading: Promise<StoredEntry[]> | null = read('-9223372036854775808');
  while (reading) {
    const rows: StoredEntry[] = await reading;
    const last = rows.at(-1);
    reading = last && rows.length === STRIDE ? read(last.seq) : null;
    // Sends the request before this thread is busy.
    if (reading) await new Promise((sent) => setImmediate(sent));
    for (const row of rows) check.take(toEntry(row));
  }
}

type StoredEntry = Omit<ChainedEntry, 'seq' | 'at'> & { seq: string; at: string };

const toEntry = ({ seq, at, ...rest }: StoredEntry): ChainedEntry => ({
  ...rest,
  seq: Number(seq),
  at: Number(at),
});

const SELECT = `
  SELECT seq, id, (extract(epoch FROM at) * 1000)::text AS at, request_id AS "requestId", method, path, route, status,
    error_code AS "errorCode", duration_ms AS "durationMs", auth_type AS "authType", user_id AS "userId",
    api_key_id AS "apiKeyId", key_prefix AS "keyPrefix", partner_id AS "partnerId", ip, user_agent AS "userAgent",
    missed, version, encode(personal_salt, 'hex') AS "personalSalt", encode(personal_hash, 'hex') AS "personalHash",
    erased_at IS NOT NULL AS "isErased", encode(prev_hash, 'hex') AS "prevHash", encode(hash, 'hex') AS hash
  FROM audit_logs WHERE seq > $1 AND ($2::bigint IS NULL OR seq <= $2) ORDER BY seq LIMIT $3`;

const INSERT = `
  INSERT INTO audit_logs (seq, id, at, request_id, method, path, route, status, error_code, duration_ms, auth_type,
    user_id, api_key_id, key_prefix, partner_id, ip, user_agent, missed, version, personal_salt, personal_hash, prev_hash,
    hash)
  SELECT seq, id, to_timestamp(at / 1000.0), "requestId", method, path, route, status, "errorCode", "durationMs",
    "authType", "userId", "apiKeyId", "keyPrefix", "partnerId", ip, "userAgent", missed, version,
    decode("personalSalt", 'hex'), decode("personalHash", 'hex'), decode("prevHash", 'hex'),
    decode(hash, 'hex')
  FROM json_to_recordset($1::json) AS e(seq bigint, id uuid, at bigint, "requestId" uuid, method text, path text,
    route text, status smallint, "errorCode" text, "durationMs" integer, "authType" text, "userId" uuid,
    "apiKeyId" uuid, "keyPrefix" text, "partnerId" uuid, ip text, "userAgent" text, missed integer, version smallint,
    "personalSalt" text, "personalHash" text, "prevHash" text,
    hash text)
  ORDER BY seq`;
