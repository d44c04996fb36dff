import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Table partner_keys: keys the operator gave to partners. The key itself is not kept. */
@Entity('partner_keys')
export class PartnerKeyEntity {
  @PrimaryGeneratedColumn('uuid') id!: string;
  @Column('text') name!: string;
  @Column('text') keyPrefix!: string;

  /** SHA-256, lower-case hex. */
  @Column('text', { unique: true }) keyHash!: string;
  @Column('boolean', { default: true }) isActive!: boolean;
  @Column('timestamptz', { default: () => 'service_now()' }) createdAt!: Date;
  @Column('timestamptz', { nullable: true }) lastUsedAt!: Date | null;
  @Column('timestamptz', { nullable: true }) revokedAt!: Date | null;
}
