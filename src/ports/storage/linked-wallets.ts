import type { Principal } from '../../domain/access/principal';
import type { Address } from '../../domain/kernel/address';

/** The wallets users linked to their accounts. */
export abstract class LinkedWallets {
  /** Default `owned_wallets` of a caller: all of a user's linked wallets; none for partners and strangers. */
  abstract ownedBy(principal: Principal): Promise<Address[]>;
  abstract count(userId: string): Promise<number>;
}
