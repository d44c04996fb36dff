import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ownerOf } from '../../domain/jobs/user-job';
import { AppError } from '../../domain/kernel/errors';
import type { Page, PageRequest } from '../../domain/kernel/page';
import type { Principal } from '../../domain/access/principal';
import { Clock } from '../../ports/clock';
import { ChangeFeeds, type ListContent } from '../../ports/storage/change-feeds';

const DIGEST_CHARS = 22;

/** A list of a reader as it is now, read page by page. Its entries are as they are sent, with their ids. */
export interface ReadList<Body extends object> {
  /** Names the list and its subject. */
  name: string;
  /** Immutable, the source of the list: digests are computed once for it. */
  source: object;
  /** Whatever else the list depends on. */
  variant: string;
  pages: () => AsyncIterable<readonly [id: string, body: Body][]>;
  withIds: (ids: readonly string[]) => Promise<readonly [id: string, body: Body][]>;
}

export interface ListChanges<Body> {
  /** Entries that are new or differ, the oldest change first. */
  changed: Body[];
  /** Ids of entries that are no longer in the list. */
  deleted: string[];
  page: Omit<Page<unknown>, 'items'>;
  /** True when the changes are the whole list. */
  isWhole: boolean;
  /** Milliseconds UTC: changes after it are not in the answer. Null when another page follows. */
  until: number | null;
}

/** What changed in a computed list since a time. The list is compared with the one of the read before. */
@Injectable()
export class ListChangesService {
  readonly #contents = new WeakMap<object, Map<string, ListContent>>();

  constructor(
    private readonly feeds: ChangeFeeds,
    private readonly clock: Clock,
  ) {}

  /**
   * @param since milliseconds UTC, not included
   * @throws AppError UNAUTHORIZED for a caller without a credential: it has no list of its own
   */
  async since<Body extends object>(
    list: ReadList<Body>,
    since: number,
    page: PageRequest,
    { principal, signal }: { principal: Principal; signal: AbortSignal },
  ): Promise<ListChanges<Body>> {
    const owner = ownerOf(principal);
    if (owner === null) throw new AppError('UNAUTHORIZED');
    const content = await this.contentOf(list, signal);
    const feed = await this.feeds.record({ owner, list: list.name }, content, this.clock.now());
    const { items: changes, ...shown } = await this.feeds.changes(feed, since, page);
    const changed = changes.flatMap(({ entryId, isDeleted }) => (isDeleted ? [] : [entryId]));
    const bodies = new Map(await list.withIds(changed));
    return {
      changed: changed.flatMap((id) => bodies.get(id) ?? []),
      deleted: changes.flatMap(({ entryId, isDeleted }) => (isDeleted ? [entryId] : [])),
      page: shown,
      isWhole: since < feed.beganAt,
      until: shown.next ? null : feed.lastAt,
    };
  }

  private async contentOf<Body extends object>(
    { source, variant, name, pages }: ReadList<Body>,
    signal: AbortSignal,
  ): Promise<ListContent> {
    const contents = this.#contents.get(source) ?? new Map<string, ListContent>();
    this.#contents.set(source, contents);
    const key = `${name} ${variant}`;
    const known = contents.get(key);
    if (known) return known;
    const digests: [id: string, digest: string][] = [];
    for await (const page of pages()) {
      signal.throwIfAborted();
      for (const [id, body] of page) digests.push([id, digestOf(JSON.stringify(body))]);
    }
    const lines = digests.map(([id, digest]) => `${id} ${digest}`).sort();
    const content = { digests: new Map(digests), fingerprint: digestOf(lines.join('\n')) };
    contents.set(key, content);
    return content;
  }
}

const digestOf = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, DIGEST_CHARS);
