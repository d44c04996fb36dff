import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import type { Permission } from '../../domain/access/permissions';

/** Table api_keys. The key itself is not kept. */
@Entity('api_keys')
@Unique('api_keys_key_hash', ['keyHash'])
@Index('api_keys_user_id', ['userId'])
@Check('api_keys_revoked', `"revoked_at" IS NULL OR NOT "is_active"`)
export class ApiKeyEntity {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'api_keys_pkey' })
  id!: string;

  @ForeignKey('users', { name: 'api_keys_user', onDelete: 'CASCADE' })
  @Column('uuid', { name: 'user_id' })
  userId!: string;

  @Column('text')
  name!: string;

  @Column('text', { name: 'key_prefix' })
  keyPrefix!: string;

  /** SHA-256, lower-case hex. */
  @Column('text', { name: 'key_hash' })
  keyHash!: string;

  @Column('text', { array: true })
  permissions!: Permission[];

  @Column('boolean', { name: 'is_active', default: true })
  isActive!: boolean;

  @Column('bigint', { name: 'total_requests', default: 0 })
  totalRequests!: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'last_used_at', nullable: true })
  lastUsedAt!: Date | null;

  @Column('timestamptz', { name: 'revoked_at', nullable: true })
  revokedAt!: Date | null;

  @Column('text', { name: 'revoke_reason', nullable: true })
  revokeReason!: string | null;
}
