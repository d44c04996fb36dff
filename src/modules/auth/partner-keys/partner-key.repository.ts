import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Repository } from 'typeorm';
import { PartnerKeyEntity } from './partner-key.entity';

export type PartnerKeyRow = Readonly<Omit<PartnerKeyEntity, 'keyHash'>>;
export type NewPartnerKey = Pick<PartnerKeyEntity, 'id' | 'name' | 'keyPrefix' | 'keyHash' | 'createdAt'>;

@Injectable()
export class PartnerKeyRepository {
  constructor(@InjectRepository(PartnerKeyEntity) private readonly keys: Repository<PartnerKeyEntity>) {}

  async add(key: NewPartnerKey): Promise<void> {
    await this.keys.insert(key);
  }

  /** Oldest first. */
  list(): Promise<PartnerKeyRow[]> {
    return this.keys.find({ order: { createdAt: 'ASC', id: 'ASC' } });
  }

  findActive(keyHash: string): Promise<PartnerKeyRow | null> {
    return this.keys.findOneBy({ keyHash, isActive: true, revokedAt: IsNull() });
  }

  async markUsed(id: string, at: Date): Promise<void> {
    await this.keys.update({ id }, { lastUsedAt: at });
  }

  async revoke(id: string, at: Date): Promise<boolean> {
    const { affected } = await this.keys.update(
      { id, revokedAt: IsNull() },
      { isActive: false, revokedAt: at },
    );
    return affected === 1;
  }
}
