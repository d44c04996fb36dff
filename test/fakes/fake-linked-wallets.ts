import type { Principal } from '../../src/domain/access/principal';
import type { Address } from '../../src/domain/kernel/address';
import { LinkedWallets } from '../../src/ports/storage/linked-wallets';

/** Links kept in memory, by user. */
export class FakeLinkedWallets extends LinkedWallets {
  readonly byUser = new Map<string, Address[]>();

  ownedBy(principal: Principal): Promise<Address[]> {
    return Promise.resolve('userId' in principal ? (this.byUser.get(principal.userId) ?? []) : []);
  }

  labels(): Promise<ReadonlyMap<string, string>> {
    return Promise.resolve(new Map());
  }

  count(userId: string): Promise<number> {
    return Promise.resolve(this.byUser.get(userId)?.length ?? 0);
  }
}
