import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Principal } from '../../../domain/access/principal';
import { partnerKeyOf } from '../../../http/auth/credential';
import { SecretStrategy } from '../../../http/auth/secret.strategy';
import { STRATEGY_NAMES } from '../../../http/auth/strategies';
import { PartnerKeysService } from './partner-keys.service';

const NAME = STRATEGY_NAMES.partner;

/** Reads `X-Partner-Key` or `?partner_key=`. */
@Injectable()
export class PartnerKeyStrategy extends PassportStrategy(SecretStrategy, NAME) {
  constructor(private readonly keys: PartnerKeysService) {
    super(NAME, partnerKeyOf);
  }

  validate(key: string): Promise<Principal | null> {
    return this.keys.authenticate(key);
  }
}
