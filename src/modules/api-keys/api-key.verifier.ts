import { Injectable } from '@nestjs/common';
import type { Principal } from '../../domain/access/principal';
import { ApiKeyVerifier } from '../../ports/access/credentials';
import { ApiKeysService } from './api-keys.service';

/** Keys kept in Postgres, by their hash. */
@Injectable()
export class StoredApiKeyVerifier extends ApiKeyVerifier {
  constructor(private readonly keys: ApiKeysService) {
    super();
  }

  verify(key: string): Promise<Principal | null> {
    return this.keys.authenticate(key);
  }
}
