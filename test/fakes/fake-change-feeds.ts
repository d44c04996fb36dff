import { comparePositions, type Page, type PageRequest } from '../../src/domain/kernel/page';
import {
  ChangeFeeds,
  type Change,
  type ChangeFeed,
  type FeedScope,
  type ListContent,
} from '../../src/ports/storage/change-feeds';

interface Entry {
  digest: string;
  at: number;
  isDeleted: boolean;
}

/** In memory. */
export class FakeChangeFeeds extends ChangeFeeds {
  private readonly feeds = new Map<
    string,
    ChangeFeed & { fingerprint: string; entries: Map<string, Entry> }
  >();

  override async record(scope: FeedScope, content: ListContent, now: number): Promise<ChangeFeed> {
    const id = JSON.stringify(scope);
    const known = this.feeds.get(id);
    if (known?.fingerprint === content.fingerprint) return known;
    const at = known ? Math.max(now, known.lastAt + 1) : now;
    const entries = known?.entries ?? new Map<string, Entry>();
    for (const [entryId, entry] of entries)
      if (!entry.isDeleted && !content.digests.has(entryId))
        entries.set(entryId, { ...entry, at, isDeleted: true });
    for (const [entryId, digest] of content.digests) {
      const entry = entries.get(entryId);
      if (!entry || entry.isDeleted || entry.digest !== digest)
        entries.set(entryId, { digest, at, isDeleted: false });
    }
    const { fingerprint } = content;
    const feed = { id, beganAt: known?.beganAt ?? at, lastAt: at, fingerprint, entries };
    this.feeds.set(id, feed);
    return feed;
  }

  override async changes(
    feed: ChangeFeed,
    since: number,
    { page, perPage, after }: PageRequest,
  ): Promise<Page<Change>> {
    const all = [...(this.feeds.get(feed.id)?.entries ?? [])]
      .map(([entryId, { at, isDeleted }]): Change => ({ entryId, at, isDeleted }))
      .filter(({ at }) => at > since && at <= feed.lastAt)
      .sort((a, b) => comparePositions([a.at, a.entryId], [b.at, b.entryId]));
    const left =
      after === null ? all : all.filter((one) => comparePositions([one.at, one.entryId], after) > 0);
    const items = left.slice(0, perPage);
    const last = items.at(-1);
    const next = last && left.length > perPage ? [last.at, last.entryId] : null;
    return { items, page, perPage, total: all.length, next };
  }
}
