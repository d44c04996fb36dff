import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import type { PlanName } from '../../../domain/plans/plans';
import { PartnerKeyEntity } from '../partner-keys/partner-key.entity';

/** Table users: accounts and spaces. A sign-up is here once its e-mail is verified. */
@Entity('users')
@Unique('users_email', ['email'])
@Check('users_email_lower', `"email" = lower("email")`)
@Check('users_plan', `"plan_name" IN ('free', 'basic', 'professional', 'defi')`)
@Check('users_role', `"role" IN ('user', 'operator')`)
@Check('users_email_or_space', `(("email" IS NULL) = ("space_owner_id" IS NOT NULL))`)
@Check(
  'users_space_login',
  `"space_owner_id" IS NULL OR ("password_hash" IS NULL AND NOT "email_verified" AND "role" = 'user' AND "created_by_partner_id" IS NULL)`,
)
@Index('users_spaces', ['spaceOwnerId'], { where: '"space_owner_id" IS NOT NULL' })
export class UserEntity {
  @PrimaryGeneratedColumn('uuid') id!: string;

  /** Null for a space, which no credential opens. */
  @Column('text', { nullable: true }) email!: string;
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

  /** Set for a space: the account that owns it. */
  @ForeignKey('users', { name: 'users_space_owner', onDelete: 'CASCADE' })
  @Column('uuid', { nullable: true })
  spaceOwnerId!: string | null;

  @Column('timestamptz', { nullable: true }) disabledAt!: Date | null;
  @Column('timestamptz', { default: () => 'service_now()' }) createdAt!: Date;
}
