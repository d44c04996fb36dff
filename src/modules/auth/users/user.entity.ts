import { Check, Column, Entity, ForeignKey, PrimaryGeneratedColumn, Unique } from 'typeorm';
import type { PlanName } from '../../../domain/plans/plans';
import { PartnerKeyEntity } from '../partner-keys/partner-key.entity';

/** Table users: accounts. A sign-up is here once its e-mail is verified. */
@Entity('users')
@Unique('users_email', ['email'])
@Check('users_email_lower', `"email" = lower("email")`)
@Check('users_plan', `"plan_name" IN ('free', 'basic', 'professional', 'defi')`)
@Check('users_role', `"role" IN ('user', 'operator')`)
export class UserEntity {
  @PrimaryGeneratedColumn('uuid') id!: string;
  @Column('text') email!: string;
  @Column('text', { default: '' }) fullName!: string;

  /** Argon2id; null for an account that only uses magic links. */
  @Column('text', { nullable: true }) passwordHash!: string | null;

  /** False only for accounts that a partner made, until a mailed link is followed. */
  @Column('boolean', { default: false }) emailVerified!: boolean;
  @Column('text', { default: 'free' }) planName!: PlanName;
  @Column('timestamptz', { nullable: true }) planExpiresAt!: Date | null;
  @Column('text', { default: 'user' }) role!: 'user' | 'operator';

  /** That partner may hand out sign-in links for this account. Null once a mailed link is followed. */
  @ForeignKey(() => PartnerKeyEntity, { name: 'users_partner', onDelete: 'SET NULL' })
  @Column('uuid', { nullable: true })
  createdByPartnerId!: string | null;

  @Column('timestamptz', { nullable: true }) disabledAt!: Date | null;
  @Column('timestamptz', { default: () => 'service_now()' }) createdAt!: Date;
}
