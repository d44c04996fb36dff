import type { Principal } from '../../domain/access/principal';
import type { Address } from '../../domain/kernel/address';
import { AppError } from '../../domain/kernel/errors';

/** Other wallets that a caller without a credential may name in one request: each set of them is computed for one answer. */
const MOST_OF_NOBODY = 5;

/** The wallets that users linked to their accounts. */
export abstract class LinkedWallets {
  /**
   * The given wallets, else the linked ones.
   * @throws AppError UNAUTHORIZED for many of them without a credential
   * @source api.md 1.10 (default of `owned_wallets`)
   */
  async ownedWallets(given: readonly Address[], principal: Principal): Promise<readonly Address[]> {
    if (principal.kind === 'anonymous' && given.length > MOST_OF_NOBODY)
      throw new AppError(
        'UNAUTHORIZED',
        { limit: MOST_OF_NOBODY },
        {
          field: 'owned_wallets',
          message: `More than ${MOST_OF_NOBODY} wallets in owned_wallets need a credential`,
        },
      );
    return given.length > 0 ? given : this.ownedBy(principal);
  }

  /** All linked wallets of a user. None for partners and anonymous callers. */
  abstract ownedBy(principal: Principal): Promise<Address[]>;
  /** Labels that the user gave to linked wallets, by address value. */
  abstract labels(userId: string): Promise<ReadonlyMap<string, string>>;
  /** Number of linked wallets of a user. */
  abstract count(userId: string): Promise<number>;
}
