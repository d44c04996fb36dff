import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import type { SpaceRole } from '../../domain/access/spaces';

/** Table space_invitations. */
@Entity('space_invitations')
@Unique('space_invitations_token', ['tokenHash'])
@Index('space_invitations_space_id', ['spaceId', 'createdAt', 'id'])
@Index('space_invitations_created_by', ['createdBy', 'createdAt'])
@Check('space_invitations_role', `"role" IN ('owner', 'preparer', 'reviewer', 'reader')`)
export class SpaceInvitationEntity {
  @PrimaryGeneratedColumn('uuid') id!: string;

  @ForeignKey('users', { name: 'space_invitations_space', onDelete: 'CASCADE' })
  @Column('uuid')
  spaceId!: string;

  /** Only the account with this address can accept. Lower case. */
  @Column('text') email!: string;
  @Column('text') role!: SpaceRole;

  /** Null until the mail is written. */
  @Column('text', { nullable: true }) tokenHash!: string | null;

  @ForeignKey('users', { name: 'space_invitations_author', onDelete: 'SET NULL' })
  @Column('uuid', { nullable: true })
  createdBy!: string | null;

  @Column('timestamptz') createdAt!: Date;
  @Column('timestamptz') expiresAt!: Date;
  @Column('timestamptz', { nullable: true }) acceptedAt!: Date | null;
  @Column('timestamptz', { nullable: true }) revokedAt!: Date | null;
}
