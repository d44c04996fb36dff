import { Body, Controller, Delete, Get, HttpCode, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Principal } from '../../domain/access/principal';
import { Caller, SessionOnly } from '../../http/auth/decorators';
import { Fails, Responds } from '../../http/openapi/documented';
import { PathId } from '../../http/validation/fields';
import { ApiKeyResponse } from '../../presenters/api-keys.shapes.dto';
import {
  CreateApiKeyRequest,
  RevokeQuery,
  RotateApiKeyRequest,
  UpdateApiKeyRequest,
  UsageQuery,
} from './api-keys.dto';
import { ApiKeysService } from './api-keys.service';
import { PermissionsResponse } from './api-keys.shapes.dto';
import { Idempotent } from '../../http/idempotent';

const KeyId = () => PathId('key_id', 'RESOURCE_NOT_FOUND', 'api_key');

/** API keys of an account. Only a session manages them, so that a key cannot create keys. */
@ApiTags('API keys')
@Controller('api/v1/api-keys')
@SessionOnly()
export class ApiKeysController {
  constructor(private readonly keys: ApiKeysService) {}

  /**
   * Create an API key
   *
   * @remarks The full key is returned only once, in this response.
   */
  @Post()
  @Idempotent()
  @Fails('FORBIDDEN')
  createApiKey(@Caller() caller: Principal, @Body() body: CreateApiKeyRequest) {
    return this.keys.create(caller, body);
  }

  /**
   * List the API keys of the account
   *
   * @remarks Revoked keys are included.
   */
  @Get()
  @Responds([ApiKeyResponse], 'page')
  listApiKeys(@Caller() caller: Principal) {
    return this.keys.list(caller);
  }

  /** List the permissions a key can have */
  @Get('permissions')
  listPermissions(): PermissionsResponse {
    return this.keys.permissions();
  }

  /** Get an API key */
  @Get(':key_id')
  getApiKey(@Caller() caller: Principal, @KeyId() id: string): Promise<ApiKeyResponse> {
    return this.keys.get(caller, id);
  }

  /**
   * Update an API key
   *
   * @remarks Changes the name, the permissions, the active state or the expiry of a key.
   */
  @Put(':key_id')
  @Fails('CONFLICT')
  updateApiKey(@Caller() caller: Principal, @KeyId() id: string, @Body() body: UpdateApiKeyRequest) {
    return this.keys.update(caller, id, body);
  }

  /**
   * Rotate an API key
   *
   * @remarks Gives the key a new text, which is returned only once, in this response. Id, name, permissions and counts
   * stay. The text before it is valid for `overlap_hours`, at the longest until the next rotation.
   */
  @Post(':key_id/rotate')
  @Idempotent()
  @HttpCode(200)
  @Fails('CONFLICT')
  rotateApiKey(@Caller() caller: Principal, @KeyId() id: string, @Body() body: RotateApiKeyRequest) {
    return this.keys.rotate(caller, id, body);
  }

  /**
   * Revoke an API key
   *
   * @remarks A revoked key cannot be activated again.
   */
  @Delete(':key_id')
  revokeApiKey(@Caller() caller: Principal, @KeyId() id: string, @Query() query: RevokeQuery) {
    return this.keys.revoke(caller, id, query.reason ?? null);
  }

  /** Get the request counts of an API key */
  @Get(':key_id/usage')
  getApiKeyUsage(@Caller() caller: Principal, @KeyId() id: string, @Query() query: UsageQuery) {
    return this.keys.usageOf(caller, id, query.days);
  }
}
