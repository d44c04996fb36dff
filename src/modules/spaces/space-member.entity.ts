import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { SpaceRole } from '../../domain/access/spaces';

/** Table space_members: everybody but the account that owns the space. */
@Entity('space_members')
@Index('space_members_user_id', ['userId'])
@Check('space_members_role', `"role" IN ('owner', 'preparer', 'reviewer', 'reader')`)
export class SpaceMemberEntity {
  @ForeignKey('users', { name: 'space_members_space', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  spaceId!: string;

  @ForeignKey('users', { name: 'space_members_user', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  userId!: string;

  @Column('text') role!: SpaceRole;
  @Column('timestamptz') createdAt!: Date;
}
