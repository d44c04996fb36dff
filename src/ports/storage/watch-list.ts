import { tryParseAddress, type Address } from '../../domain/kernel/address';
import type { CallerTransaction } from '../work/domain-events';

/** The reason to watch an address for a user, besides the filters of webhooks. */
export type WatchReason = 'linked' | 'portfolio' | 'tracked';

/** An address that a user watches, with a matching webhook. */
export interface Watch {
  userId: string;
  /** As first written: lower case is not a valid address on some chains. */
  address: string;
  /** ms UTC. Earlier events are not reported. */
  since: number;
  /**
   * The user's linked wallets, and those of portfolios with the address, as written. Transfers between them
   * are no trades.
   */
  owned: readonly string[];
}

/** Returns the owned wallets of a watch. Text that is no address is left out. */
export const ownedOf = ({ owned }: Pick<Watch, 'owned'>): Address[] =>
  owned.flatMap((given) => tryParseAddress(given) ?? []);

/**
 * The addresses that each user watches. Their events go to the webhooks of that user without an address
 * filter.
 */
export abstract class WatchList {
  /**
   * Watching an address again changes nothing.
   * @param address in normal form
   * @param given as the user wrote it
   */
  abstract watch(
    userId: string,
    address: string,
    given: string,
    reason: WatchReason,
    within?: CallerTransaction,
  ): Promise<void>;
  /** Removes this reason; the address stays watched while another one is left. @param address in any letter case */
  abstract unwatch(
    userId: string,
    address: string,
    reason: WatchReason,
    within?: CallerTransaction,
  ): Promise<void>;
  /**
   * Everything watched by lists and by the filters of active webhooks. One entry per user and address.
   * @param address in normal form: only watches of this address
   */
  abstract watched(address?: string): Promise<Watch[]>;
  /**
   * Whether users other than this one watch an address.
   * @param userId null for a caller who is no user
   */
  abstract isOfOthers(address: string, userId: string | null): Promise<boolean>;
}
