import type { Principal } from '../../domain/access/principal';
import type { Address } from '../../domain/kernel/address';

/** The wallets that users linked to their accounts. */
export abstract class LinkedWallets {
  /**
   * Default `owned_wallets` of a caller: all linked wallets of a user. None for partners and anonymous
   * callers.
   */
  abstract ownedBy(principal: Principal): Promise<Address[]>;
  abstract count(userId: string): Promise<number>;
}
