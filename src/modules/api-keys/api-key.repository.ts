import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, MoreThan } from 'typeorm';
import { isInUse } from '../../domain/access/api-key';
import type { Permission } from '../../domain/access/permissions';
import type { PlanName } from '../../domain/plans/plans';
import { ApiKeyEntity } from './api-key.entity';
import { inEffect } from '../../adapters/persistence/effects';

export type ApiKeyRow = Readonly<Omit<ApiKeyEntity, 'keyHash' | 'previousHash'>>;
export type NewApiKey = Pick<
  ApiKeyEntity,
  'id' | 'userId' | 'name' | 'keyPrefix' | 'keyHash' | 'permissions' | 'createdAt' | 'expiresAt'
>;
export type ApiKeyChanges = Partial<Pick<ApiKeyEntity, 'name' | 'permissions' | 'isActive' | 'expiresAt'>>;

export interface LiveKey {
  keyId: string;
  keyPrefix: string;
  userId: string;
  permissions: Permission[];
  planName: PlanName;
  planExpiresAt: Date | null;
  isOperator: boolean;
}

export interface FoundKey extends LiveKey {
  /** Null: until it is revoked. */
  endsAt: Date | null;
}

export interface NewText extends Pick<ApiKeyEntity, 'keyPrefix' | 'keyHash'> {
  /** Until then the key before is accepted. Null: it is refused. */
  previousUntil: Date | null;
}

/** Every query names the owner, except the lookup by hash and the review of all users' keys. */
@Injectable()
export class ApiKeyRepository {
  constructor(private readonly dataSource: DataSource) {}

  async findLive(keyHash: string): Promise<FoundKey | null> {
    const [row] = await this.dataSource.query<FoundKey[]>(
      `SELECT k.id AS "keyId", k.key_prefix AS "keyPrefix", k.user_id AS "userId", k.permissions,
              u.plan_name AS "planName", u.plan_expires_at AS "planExpiresAt",
              u.role = 'operator' AS "isOperator",
              least(k.expires_at, CASE WHEN k.previous_hash = $1 THEN k.previous_until END) AS "endsAt"
       FROM api_keys k JOIN users u ON u.id = k.user_id
       WHERE (k.key_hash = $1 OR k.previous_hash = $1) AND k.is_active AND k.revoked_at IS NULL AND u.disabled_at IS NULL`,
      [keyHash],
    );
    return row ?? null;
  }

  /** Newest first, including revoked keys. */
  list(userId: string): Promise<ApiKeyRow[]> {
    return this.keys().find({ where: { userId }, order: { createdAt: 'DESC', id: 'ASC' } });
  }

  /** Not revoked, newest first. @param userId null: all users */
  inForce(userId: string | null): Promise<ApiKeyRow[]> {
    return this.keys().find({
      where: { revokedAt: IsNull(), ...(userId === null ? {} : { userId }) },
      order: { createdAt: 'DESC', id: 'ASC' },
    });
  }

  find(userId: string, id: string): Promise<ApiKeyRow | null> {
    return this.keys().findOneBy({ userId, id });
  }

  countActive(userId: string, now: Date): Promise<number> {
    return this.keys().countBy(countedAs(userId, now));
  }

  /** @returns false when the user has `cap` active keys already; simultaneous calls take turns */
  add(key: NewApiKey, cap: number): Promise<boolean> {
    return this.underCap(key.userId, key.createdAt, cap, async (manager, isBelowCap) => {
      if (isBelowCap) await manager.insert(ApiKeyEntity, key);
      return isBelowCap;
    });
  }

  /** @returns 'full' when it was to become active and `cap` others are; null for a key that is gone or revoked */
  update(
    userId: string,
    id: string,
    changes: ApiKeyChanges,
    cap: number,
    now: Date,
  ): Promise<ApiKeyRow | 'full' | 'revoked' | null> {
    return this.underCap(userId, now, cap, async (manager, isBelowCap) => {
      const at = now.getTime();
      const row = await manager.findOneBy(ApiKeyEntity, { userId, id });
      if (!row) return null;
      if (row.revokedAt) return 'revoked';
      if (!isInUse(row, at) && isInUse({ ...row, ...changes }, at) && !isBelowCap) return 'full';
      Object.assign(row, changes);
      // Only changed columns: other processes write the counters at the same time.
      if (Object.keys(changes).length > 0) await manager.update(ApiKeyEntity, { userId, id }, changes);
      return row;
    });
  }

  /** @returns 'inactive' also for an expired key, whose new text would be refused; null for a key that is gone */
  rotate(
    userId: string,
    id: string,
    { previousUntil, ...text }: NewText,
    now: Date,
  ): Promise<ApiKeyRow | 'inactive' | null> {
    return inEffect(this.dataSource, async (manager) => {
      const row = await manager.findOne(ApiKeyEntity, {
        where: { userId, id },
        lock: { mode: 'for_no_key_update' },
      });
      if (!row) return null;
      if (!isInUse(row, now.getTime())) return 'inactive';
      const changes = { ...text, previousHash: previousUntil && row.keyHash, previousUntil };
      await manager.update(ApiKeyEntity, { userId, id }, changes);
      return Object.assign(row, changes);
    });
  }

  /** A key revoked before keeps its reason. @returns the stored reason; null when there is no such key */
  async revoke(
    userId: string,
    id: string,
    reason: string | null,
    at: Date,
  ): Promise<Pick<ApiKeyRow, 'revokeReason'> | null> {
    const [row] = await this.dataSource.query<Pick<ApiKeyRow, 'revokeReason'>[]>(
      `WITH revoked AS (
         UPDATE api_keys SET is_active = false, revoked_at = coalesce(revoked_at, $3),
           revoke_reason = CASE WHEN revoked_at IS NULL THEN $4 ELSE revoke_reason END
         WHERE user_id = $1 AND id = $2 RETURNING revoke_reason
       ) SELECT revoke_reason AS "revokeReason" FROM revoked`,
      [userId, id, at, reason],
    );
    return row ?? null;
  }

  /** The row of the user is the lock: one transaction at a time counts the keys of an account. */
  private underCap<T>(
    userId: string,
    now: Date,
    cap: number,
    work: (manager: DataSource['manager'], isBelowCap: boolean) => Promise<T>,
  ): Promise<T> {
    return inEffect(this.dataSource, async (manager) => {
      await manager.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [userId]);
      const active = await manager.countBy(ApiKeyEntity, countedAs(userId, now));
      return work(manager, active < cap);
    });
  }

  private keys() {
    return this.dataSource.getRepository(ApiKeyEntity);
  }
}

const countedAs = (userId: string, now: Date) => [
  { userId, isActive: true, expiresAt: IsNull() },
  { userId, isActive: true, expiresAt: MoreThan(now) },
];
