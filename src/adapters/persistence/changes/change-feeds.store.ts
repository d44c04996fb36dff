import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { DAY_MS } from '../../../domain/kernel/durations';
import type { Page, PageRequest } from '../../../domain/kernel/page';
import {
  ChangeFeeds,
  type Change,
  type ChangeFeed,
  type FeedScope,
  type ListContent,
} from '../../../ports/storage/change-feeds';
import { inTransaction, reach } from '../outage';

/** A list without a reader for so long is dropped. Its next reader gets the whole list. */
const KEPT_MS = 30 * DAY_MS;
/** Of one owner. The least recently read list is dropped first. */
const MOST_LISTS = 100;

interface Row {
  id: string;
  fingerprint: string;
  began_at: Date;
  last_at: Date;
  read_at: Date;
}

const SELECT = `SELECT id, fingerprint, began_at, last_at, read_at FROM change_feeds WHERE owner = $1 AND list = $2`;

@Injectable()
export class PostgresChangeFeeds extends ChangeFeeds {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {
    super();
  }

  override async record(scope: FeedScope, content: ListContent, now: number): Promise<ChangeFeed> {
    const [known] = await reach(() => this.dataSource.query<Row[]>(SELECT, [scope.owner, scope.list]));
    // Most reads find nothing new and write nothing.
    if (known?.fingerprint === content.fingerprint && now - known.read_at.getTime() < DAY_MS)
      return feedOf(known);
    return inTransaction(this.dataSource, (manager) => compare(manager, scope, content, now));
  }

  override async changes(
    { id, lastAt }: ChangeFeed,
    since: number,
    { page, perPage, after }: PageRequest,
  ): Promise<Page<Change>> {
    const [at, entryId] = after ?? [since, ''];
    const skipped = after === null ? (page - 1) * perPage : 0;
    const period = [id, new Date(since), new Date(lastAt)];
    const [[{ total } = { total: 0 }], rows] = await reach(() =>
      Promise.all([
        this.dataSource.query<{ total: number }[]>(
          `SELECT count(*)::integer AS total FROM change_feed_entries
           WHERE feed_id = $1 AND changed_at > $2 AND changed_at <= $3`,
          period,
        ),
        this.dataSource.query<{ entry_id: string; changed_at: Date; is_deleted: boolean }[]>(
          `SELECT entry_id, changed_at, is_deleted FROM change_feed_entries
           WHERE feed_id = $1 AND changed_at > $2 AND changed_at <= $3 AND (changed_at, entry_id) > ($4, $5)
           ORDER BY changed_at, entry_id OFFSET $6 LIMIT $7`,
          [...period, new Date(Number(at)), entryId, skipped, perPage + 1],
        ),
      ]),
    );
    const items = rows.slice(0, perPage).map((row): Change => ({
      entryId: row.entry_id,
      at: row.changed_at.getTime(),
      isDeleted: row.is_deleted,
    }));
    const last = items.at(-1);
    return {
      items,
      page,
      perPage,
      total,
      next: last && rows.length > perPage ? [last.at, last.entryId] : null,
    };
  }
}

const feedOf = ({
  id,
  began_at: beganAt,
  last_at: lastAt,
}: Pick<Row, 'id' | 'began_at' | 'last_at'>): ChangeFeed => ({
  id,
  beganAt: beganAt.getTime(),
  lastAt: lastAt.getTime(),
});

/** One comparison of a list at a time, so that a later one has a later time. */
async function compare(
  manager: EntityManager,
  { owner, list }: FeedScope,
  { digests, fingerprint }: ListContent,
  now: number,
): Promise<ChangeFeed> {
  const begin = new Date(now);
  await manager.query(
    `INSERT INTO change_feeds (owner, list, fingerprint, began_at, last_at, read_at) VALUES ($1, $2, '', $3, $3, $3)
     ON CONFLICT (owner, list) DO NOTHING`,
    [owner, list, begin],
  );
  const [feed] = await manager.query<[Row]>(`${SELECT} FOR UPDATE`, [owner, list]);
  const isNew = feed.fingerprint === '';
  const isSame = feed.fingerprint === fingerprint;
  const at = isSame || isNew ? feed.last_at : new Date(Math.max(now, feed.last_at.getTime() + 1));
  if (!isSame) await write(manager, feed.id, digests, at);
  await manager.query(`UPDATE change_feeds SET fingerprint = $2, last_at = $3, read_at = $4 WHERE id = $1`, [
    feed.id,
    fingerprint,
    at,
    begin,
  ]);
  if (isNew) await forget(manager, owner, now);
  return feedOf({ ...feed, last_at: at });
}

async function write(
  manager: EntityManager,
  feedId: string,
  digests: ListContent['digests'],
  at: Date,
): Promise<void> {
  const ids = [...digests.keys()];
  await manager.query(
    `INSERT INTO change_feed_entries AS old (feed_id, entry_id, digest, changed_at, is_deleted)
     SELECT $1, given.id, given.digest, $4, false FROM unnest($2::text[], $3::text[]) AS given (id, digest)
     ON CONFLICT (feed_id, entry_id) DO UPDATE
       SET digest = excluded.digest, changed_at = excluded.changed_at, is_deleted = false
       WHERE old.digest <> excluded.digest OR old.is_deleted`,
    [feedId, ids, [...digests.values()], at],
  );
  await manager.query(
    `UPDATE change_feed_entries SET is_deleted = true, changed_at = $3
     WHERE feed_id = $1 AND NOT is_deleted
       AND NOT EXISTS (SELECT FROM unnest($2::text[]) AS given (id) WHERE given.id = entry_id)`,
    [feedId, ids, at],
  );
}

async function forget(manager: EntityManager, owner: string, now: number): Promise<void> {
  await manager.query(
    `DELETE FROM change_feeds WHERE read_at < $2 OR id IN (
       SELECT id FROM change_feeds WHERE owner = $1 ORDER BY read_at DESC, id OFFSET $3)`,
    [owner, new Date(now - KEPT_MS), MOST_LISTS],
  );
}
