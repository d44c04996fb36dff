import type { CallerTransaction } from '../work/domain-events';

/** Why an address is watched for a user, beside the filters of webhooks. */
export type WatchReason = 'linked' | 'portfolio' | 'tracked';

/** An address a user wants to hear of, and has a webhook that would. */
export interface Watch {
  userId: string;
  /** As it was first written: lower-case would no longer be an address on some chains. */
  address: string;
  /** ms UTC; what happened before is not told. */
  since: number;
  /** The user's linked wallets, and those of portfolios the address is in, as written: transfers between are no trades. */
  owned: readonly string[];
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
  /**
   * Everything watched, by lists and by the filters of active webhooks; one entry per user and address.
   * @param address the form to compare: only who watches this one
   */
  abstract watched(address?: string): Promise<Watch[]>;
}
