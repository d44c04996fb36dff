import { Injectable } from '@nestjs/common';
import type { Principal } from '../../domain/access/principal';
import type { Address } from '../../domain/kernel/address';
import { LinkedWallets } from '../../ports/storage/linked-wallets';
import { LinkedWalletsService } from './linked-wallets.service';

@Injectable()
export class StoredLinkedWallets extends LinkedWallets {
  constructor(private readonly wallets: LinkedWalletsService) {
    super();
  }

  ownedBy(principal: Principal): Promise<Address[]> {
    return this.wallets.ownedBy(principal);
  }

  labels(userId: string): Promise<ReadonlyMap<string, string>> {
    return this.wallets.labels(userId);
  }

  count(userId: string): Promise<number> {
    return this.wallets.count(userId);
  }
}
