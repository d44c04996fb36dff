import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Principal } from '../../domain/access/principal';
import { apiKeyOf } from '../../http/auth/credential';
import { SecretStrategy } from '../../http/auth/secret.strategy';
import { STRATEGY_NAMES } from '../../http/auth/strategies';
import { ApiKeysService } from './api-keys.service';

const NAME = STRATEGY_NAMES.api_key;

@Injectable()
export class ApiKeyStrategy extends PassportStrategy(SecretStrategy, NAME) {
  constructor(private readonly keys: ApiKeysService) {
    super(NAME, apiKeyOf);
  }

  validate(key: string): Promise<Principal | null> {
    return this.keys.authenticate(key);
  }
}
