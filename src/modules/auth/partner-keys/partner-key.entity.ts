import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Table partner_keys: keys the operator gave to partners. The key itself is not kept. */
@Entity('partner_keys')
export class PartnerKeyEntity {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('text')
  name!: string;

  @Column('text', { name: 'key_prefix' })
  keyPrefix!: string;

  /** SHA-256, lower-case hex. */
  @Column('text', { name: 'key_hash', unique: true })
  keyHash!: string;

  @Column('boolean', { name: 'is_active', default: true })
  isActive!: boolean;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'last_used_at', nullable: true })
  lastUsedAt!: Date | null;

  @Column('timestamptz', { name: 'revoked_at', nullable: true })
  revokedAt!: Date | null;
}
