import type { Page, PageRequest } from '../../domain/kernel/page';

/** A list of one reader. */
export interface FeedScope {
  /** Owner of jobs (`domain/jobs/user-job`). */
  owner: string;
  /** Names the list and its subject. */
  list: string;
}

/** The content of a list at one time. */
export interface ListContent {
  /** By id of the entry. */
  digests: ReadonlyMap<string, string>;
  /** The same for the same digests. Not empty. */
  fingerprint: string;
}

export interface ChangeFeed {
  id: string;
  /** Milliseconds UTC at which the list was recorded first. */
  beganAt: number;
  /** Milliseconds UTC of the newest change. */
  lastAt: number;
}

export interface Change {
  entryId: string;
  at: number;
  isDeleted: boolean;
}

/** When each entry of a list last changed. A change is dated when the list is recorded after it. */
export abstract class ChangeFeeds {
  /**
   * Compares a list with the recorded one and dates the differences later than every earlier change of the list.
   * @param now milliseconds UTC
   */
  abstract record(scope: FeedScope, content: ListContent, now: number): Promise<ChangeFeed>;
  /**
   * The changes of a recorded list, oldest first, without those recorded after it.
   * @param since milliseconds UTC, not included
   * @param page its position: time and id of the entry
   */
  abstract changes(feed: ChangeFeed, since: number, page: PageRequest): Promise<Page<Change>>;
}
