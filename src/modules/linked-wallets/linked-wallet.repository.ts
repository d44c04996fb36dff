import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { LinkedWalletEntity } from './linked-wallet.entity';
import { inEffect } from '../../adapters/persistence/effects';

export type LinkedWalletRow = Readonly<LinkedWalletEntity>;

/** `full`: the number of links. `linked`: the wallet is linked already. */
export type LinkResult = { row: LinkedWalletRow } | { full: number } | 'linked';

/** Every query names the owner. */
@Injectable()
export class LinkedWalletRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** In the order of linking. */
  list(userId: string): Promise<LinkedWalletRow[]> {
    return this.wallets().find({ where: { userId }, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  page(userId: string, skip: number, take: number): Promise<[LinkedWalletRow[], number]> {
    return this.wallets().findAndCount({
      where: { userId },
      order: { createdAt: 'ASC', id: 'ASC' },
      skip,
      take,
    });
  }

  byId(userId: string, id: string): Promise<LinkedWalletRow | null> {
    return this.wallets().findOneBy({ userId, id });
  }

  count(userId: string): Promise<number> {
    return this.wallets().countBy({ userId });
  }

  /** @param cap null for none. Simultaneous calls of one user take turns, whatever they link. */
  link(wallet: LinkedWalletRow, cap: number | null): Promise<LinkResult> {
    return inEffect(this.dataSource, async (manager): Promise<LinkResult> => {
      await manager.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [wallet.userId]);
      const { userId, address } = wallet;
      if (await manager.existsBy(LinkedWalletEntity, { userId, address })) return 'linked';
      const count = await manager.countBy(LinkedWalletEntity, { userId });
      if (cap !== null && count >= cap) return { full: count };
      await manager.insert(LinkedWalletEntity, wallet);
      return { row: wallet };
    });
  }

  /** @returns false when it was not linked */
  async unlink(userId: string, address: string): Promise<boolean> {
    const { affected } = await this.wallets().delete({ userId, address });
    return affected === 1;
  }

  private wallets() {
    return this.dataSource.getRepository(LinkedWalletEntity);
  }
}
