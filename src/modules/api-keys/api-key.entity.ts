import { Check, Column, Entity, Index, Unique } from 'typeorm';
import { OwnedRow } from '../../adapters/persistence/columns';
import type { Permission } from '../../domain/access/permissions';

/** Table api_keys. The key itself is not kept. */
@Entity('api_keys')
@Unique('api_keys_key_hash', ['keyHash'])
@Index('api_keys_user_id', ['userId'])
@Index('api_keys_previous_hash', ['previousHash'], { unique: true, where: '"previous_hash" IS NOT NULL' })
@Check('api_keys_previous', `("previous_hash" IS NULL) = ("previous_until" IS NULL)`)
@Check('api_keys_revoked', `"revoked_at" IS NULL OR NOT "is_active"`)
export class ApiKeyEntity extends OwnedRow('api_keys_user') {
  @Column('text') name!: string;
  @Column('text') keyPrefix!: string;

  /** SHA-256, lower-case hex. */
  @Column('text') keyHash!: string;
  @Column('text', { array: true }) permissions!: Permission[];
  @Column('boolean', { default: true }) isActive!: boolean;
  @Column('bigint', { default: 0 }) totalRequests!: string;
  @Column('timestamptz', { nullable: true }) lastUsedAt!: Date | null;
  @Column('timestamptz', { nullable: true }) revokedAt!: Date | null;
  @Column('text', { nullable: true }) revokeReason!: string | null;

  @Column('timestamptz', { nullable: true }) expiresAt!: Date | null;

  /** Of the key before the last rotation, which is accepted until `previousUntil`. */
  @Column('text', { nullable: true }) previousHash!: string | null;
  @Column('timestamptz', { nullable: true }) previousUntil!: Date | null;
}
