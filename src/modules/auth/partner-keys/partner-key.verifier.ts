import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../domain/access/principal';
import { PartnerKeyVerifier } from '../../../ports/access/credentials';
import { PartnerKeysService } from './partner-keys.service';

/** Keys kept in Postgres, by their hash. */
@Injectable()
export class StoredPartnerKeyVerifier extends PartnerKeyVerifier {
  constructor(private readonly keys: PartnerKeysService) {
    super();
  }

  verify(key: string): Promise<Principal | null> {
    return this.keys.authenticate(key);
  }
}
