import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config } from '../../config/env';
import * as opaqueKey from '../../domain/access/opaque-key';
import { PERMISSION_NAMES, PERMISSIONS } from '../../domain/access/permissions';
import { userOf, type Principal } from '../../domain/access/principal';
import { AppError } from '../../domain/kernel/errors';
import { onePage } from '../../domain/kernel/page';
import { currentPlan } from '../../domain/plans/current-plan';
import { AccountChanges } from '../../common/account-changes';
import { TtlCache } from '../../common/ttl-cache';
import { reply, type Reply } from '../../http/reply';
import { toApiKey } from '../../presenters/api-key.presenter';
import type { ApiKeyResponse } from '../../presenters/api-keys.shapes.dto';
import { Clock } from '../../ports/clock';
import { ApiKeyRepository, type ApiKeyRow, type FoundKey } from './api-key.repository';
import type { CreateApiKeyRequest, RotateApiKeyRequest, UpdateApiKeyRequest } from './api-keys.dto';
import { toKeyUsage } from './api-keys.presenter';
import type {
  ApiKeyUsageResponse,
  CreatedApiKeyResponse,
  PermissionsResponse,
  RevokedApiKeyResponse,
} from './api-keys.shapes.dto';
import { UsageRepository } from './usage/usage.repository';
import { afterEffect } from '../../adapters/persistence/effects';
import { DAY_MS, HOUR_MS } from '../../domain/kernel/durations';

/** @source api.md 7 */
const MAX_ACTIVE = 20;

@Injectable()
export class ApiKeysService {
  private readonly live: TtlCache<FoundKey | null>;

  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly usage: UsageRepository,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly changes: AccountChanges,
  ) {
    this.live = new TtlCache(clock);
    // A key has the plan and the role of its user.
    changes.onChange(() => this.live.clear());
  }

  /** @throws AppError FORBIDDEN beyond 20 active keys */
  async create(principal: Principal, body: CreateApiKeyRequest): Promise<CreatedApiKeyResponse> {
    const key = opaqueKey.keyText('api', randomBody());
    const row = {
      id: this.clock.newId(),
      userId: userOf(principal).userId,
      name: body.name.trim(),
      keyPrefix: opaqueKey.shownPart(key),
      permissions: body.permissions,
      createdAt: new Date(this.clock.now()),
      expiresAt: this.expiryOf(body),
    };
    if (!(await this.keys.add({ ...row, keyHash: opaqueKey.keyHash(key) }, MAX_ACTIVE))) throw full();
    return { ...toApiKey({ ...row, ...FRESH }, this.clock.now()), key };
  }

  async list(principal: Principal): Promise<Reply<ApiKeyResponse[]>> {
    const keys = await this.keys.list(userOf(principal).userId);
    const now = this.clock.now();
    return reply(
      keys.map((key) => toApiKey(key, now)),
      { pagination: onePage(keys) },
    );
  }

  /** @throws AppError RESOURCE_NOT_FOUND, also for keys of others */
  async get(principal: Principal, id: string): Promise<ApiKeyResponse> {
    return toApiKey(await this.owned(principal, id), this.clock.now());
  }

  /** @throws AppError CONFLICT for a revoked key, FORBIDDEN beyond 20 active keys */
  async update(principal: Principal, id: string, body: UpdateApiKeyRequest): Promise<ApiKeyResponse> {
    const expiresAt = this.expiryOf(body);
    const changes = {
      ...(body.name === undefined ? {} : { name: body.name.trim() }),
      ...(body.permissions === undefined ? {} : { permissions: body.permissions }),
      ...(body.is_active === undefined ? {} : { isActive: body.is_active }),
      ...(expiresAt === null ? {} : { expiresAt }),
    };
    const now = new Date(this.clock.now());
    const row = await this.keys.update(userOf(principal).userId, id, changes, MAX_ACTIVE, now);
    if (row === null) throw notFound();
    if (row === 'full') throw full();
    if (row === 'revoked') throw new AppError('CONFLICT', { reason: 'revoked' });
    this.changes.note();
    return toApiKey(row, now.getTime());
  }

  /** @throws AppError CONFLICT for a key that is revoked, expired or not active */
  async rotate(
    principal: Principal,
    id: string,
    { overlap_hours: hours }: RotateApiKeyRequest,
  ): Promise<CreatedApiKeyResponse> {
    const key = opaqueKey.keyText('api', randomBody());
    const now = this.clock.now();
    const text = {
      keyPrefix: opaqueKey.shownPart(key),
      keyHash: opaqueKey.keyHash(key),
      previousUntil: hours === 0 ? null : new Date(now + hours * HOUR_MS),
    };
    const row = await this.keys.rotate(userOf(principal).userId, id, text, new Date(now));
    if (row === null) throw notFound();
    if (row === 'inactive') throw new AppError('CONFLICT', { reason: 'inactive' });
    await afterEffect(() => this.changes.note());
    return { ...toApiKey(row, now), key };
  }

  /** @throws AppError RESOURCE_NOT_FOUND */
  async revoke(principal: Principal, id: string, reason: string | null): Promise<RevokedApiKeyResponse> {
    const now = new Date(this.clock.now());
    const revoked = await this.keys.revoke(userOf(principal).userId, id, reason, now);
    if (revoked === null) throw notFound();
    this.changes.note();
    return { deleted: true, key_id: id, reason: revoked.revokeReason };
  }

  async usageOf(principal: Principal, id: string, days: number): Promise<ApiKeyUsageResponse> {
    const key = await this.owned(principal, id);
    return toKeyUsage(key, await this.usage.ofKey(key.userId, id, firstDay(this.clock.now(), days)));
  }

  permissions(): PermissionsResponse {
    return {
      permissions: PERMISSION_NAMES.map((permission) => ({
        permission,
        description: PERMISSIONS[permission],
      })),
    };
  }

  /** @returns null for a key that is malformed (without a query), unknown, inactive, revoked, expired or replaced */
  async authenticate(key: string): Promise<Principal | null> {
    if (!opaqueKey.isKeyOfKind('api', key)) return null;
    const hash = opaqueKey.keyHash(key);
    const found = await this.live.get(hash, () => this.keys.findLive(hash));
    if (!found || (found.endsAt && found.endsAt.getTime() <= this.clock.now())) return null;
    const { planName, planExpiresAt, endsAt: _endsAt, ...rest } = found;
    const expiresAt = planExpiresAt?.getTime() ?? null;
    const plan = currentPlan(planName, expiresAt, this.clock.now(), this.config.PLANS);
    return { kind: 'api_key', ...rest, plan: plan.effective };
  }

  /** @throws AppError VALIDATION_ERROR for a past time */
  private expiryOf({ expires_at: at }: { expires_at?: number }): Date | null {
    if (at === undefined) return null;
    if (at > this.clock.now()) return new Date(at);
    throw new AppError('VALIDATION_ERROR', undefined, {
      field: 'expires_at',
      message: 'expires_at: must be in the future',
    });
  }

  private async owned(principal: Principal, id: string): Promise<ApiKeyRow> {
    const key = await this.keys.find(userOf(principal).userId, id);
    if (!key) throw notFound();
    return key;
  }
}

const FRESH = {
  isActive: true,
  totalRequests: '0',
  lastUsedAt: null,
  revokedAt: null,
  revokeReason: null,
  previousUntil: null,
} as const;

/** @param days UTC days that end today @returns YYYY-MM-DD */
export const firstDay = (now: number, days: number): string =>
  new Date(now - (days - 1) * DAY_MS).toISOString().slice(0, 10);

const notFound = (): AppError => new AppError('RESOURCE_NOT_FOUND', { resource: 'api_key' });
const full = (): AppError =>
  new AppError(
    'FORBIDDEN',
    { limit: MAX_ACTIVE },
    { message: `At most ${MAX_ACTIVE} API keys may be active` },
  );

const randomBody = (): string =>
  Array.from({ length: opaqueKey.KEY_BODY_CHARS }, () =>
    opaqueKey.BASE62.charAt(randomInt(opaqueKey.BASE62.length)),
  ).join('');
