import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Principal } from '../../domain/access/principal';
import { CurrentPrincipal, SessionOnly } from '../../http/auth/decorators';
import { Fails } from '../../http/openapi/documented';
import { PathId } from '../../http/validation/fields';
import { ApiKeyResponse } from '../../presenters/api-keys.shapes.dto';
import { CreateApiKeyRequest, RevokeQuery, UpdateApiKeyRequest, UsageQuery } from './api-keys.dto';
import { ApiKeysService } from './api-keys.service';
import {
  ApiKeyUsageResponse,
  CreatedApiKeyResponse,
  PermissionsResponse,
  RevokedApiKeyResponse,
} from './api-keys.shapes.dto';

const KeyId = () => PathId('key_id', 'RESOURCE_NOT_FOUND', 'api_key');

/** Scoped keys of an account; managed under a session alone, so that a key cannot make keys. */
@ApiTags('API keys')
@Controller('api/v1/api-keys')
@SessionOnly()
export class ApiKeysController {
  constructor(private readonly keys: ApiKeysService) {}

  /** Create a key. The answer is the only place it is ever shown. */
  @Post()
  @Fails('FORBIDDEN')
  create(
    @CurrentPrincipal() principal: Principal,
    @Body() body: CreateApiKeyRequest,
  ): Promise<CreatedApiKeyResponse> {
    return this.keys.create(principal, body);
  }

  /** All keys of the account, revoked ones too. */
  @Get()
  @ApiOkResponse({ type: ApiKeyResponse, isArray: true })
  list(@CurrentPrincipal() principal: Principal): Promise<ApiKeyResponse[]> {
    return this.keys.list(principal);
  }

  /** The permissions a key may hold. */
  @Get('permissions')
  permissions(): PermissionsResponse {
    return this.keys.permissions();
  }

  /** One key. */
  @Get(':key_id')
  get(@CurrentPrincipal() principal: Principal, @KeyId() id: string): Promise<ApiKeyResponse> {
    return this.keys.get(principal, id);
  }

  /** Rename a key, change its permissions, switch it off and on. */
  @Put(':key_id')
  @Fails('CONFLICT')
  update(
    @CurrentPrincipal() principal: Principal,
    @KeyId() id: string,
    @Body() body: UpdateApiKeyRequest,
  ): Promise<ApiKeyResponse> {
    return this.keys.update(principal, id, body);
  }

  /** Revoke a key for good. */
  @Delete(':key_id')
  revoke(
    @CurrentPrincipal() principal: Principal,
    @KeyId() id: string,
    @Query() query: RevokeQuery,
  ): Promise<RevokedApiKeyResponse> {
    return this.keys.revoke(principal, id, query.reason ?? null);
  }

  /** What was asked with a key. */
  @Get(':key_id/usage')
  usage(
    @CurrentPrincipal() principal: Principal,
    @KeyId() id: string,
    @Query() query: UsageQuery,
  ): Promise<ApiKeyUsageResponse> {
    return this.keys.usageOf(principal, id, query.days);
  }
}
