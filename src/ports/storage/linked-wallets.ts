import type { Principal } from '../../domain/access/principal';
import type { Address } from '../../domain/kernel/address';

/** The wallets that users linked to their accounts. */
export abstract class LinkedWallets {
  /** The given wallets, else the linked ones. @source api.md 1.10 (default of `owned_wallets`) */
  async ownedWallets(given: readonly Address[], principal: Principal): Promise<readonly Address[]> {
    return given.length > 0 ? given : this.ownedBy(principal);
  }

  /** All linked wallets of a user. None for partners and anonymous callers. */
  abstract ownedBy(principal: Principal): Promise<Address[]>;
  /** Labels that the user gave to linked wallets, by address value. */
  abstract labels(userId: string): Promise<ReadonlyMap<string, string>>;
  /** Number of linked wallets of a user. */
  abstract count(userId: string): Promise<number>;
}
