import type { CallerTransaction } from './domain-events';

/** Why an address is watched for a user, beside the filters of webhooks. */
export type WatchReason = 'linked' | 'portfolio' | 'tracked';

/** An address somebody wants to hear of. */
export interface Watched {
  /** As its first watcher wrote it: lower-case would no longer be an address on some chains. */
  given: string;
  /** ms UTC since when the first of its watchers waits. */
  since: number;
}

/** Which addresses each user watches: events of theirs go to the webhooks of that user that name no addresses. */
export abstract class WatchList {
  /** Watching again changes nothing. @param address the form to compare @param given as the user wrote it */
  abstract watch(
    userId: string,
    address: string,
    given: string,
    reason: WatchReason,
    within?: CallerTransaction,
  ): Promise<void>;
  abstract unwatch(
    userId: string,
    address: string,
    reason: WatchReason,
    within?: CallerTransaction,
  ): Promise<void>;
  /** Everything watched, by lists and by the filters of active webhooks; the key is the lower-case address. */
  abstract watched(): Promise<Map<string, Watched>>;
}
