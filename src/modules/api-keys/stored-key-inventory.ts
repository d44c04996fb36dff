import { Injectable } from '@nestjs/common';
import { ApiKeyInventory, type KeyInForce } from '../../ports/access/access-inventory';
import { ApiKeyRepository } from './api-key.repository';

@Injectable()
export class StoredKeyInventory extends ApiKeyInventory {
  constructor(private readonly keys: ApiKeyRepository) {
    super();
  }

  inForce(userId: string | null): Promise<KeyInForce[]> {
    return this.keys.inForce(userId);
  }
}
