import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { UserEntity } from '../users/user.entity';

/** Table sessions: one row per login; tokens are good as long as it is. */
@Entity('sessions')
@Index('sessions_user_id', ['userId'])
export class SessionEntity {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'sessions_pkey' })
  id!: string;

  @ForeignKey(() => UserEntity, { name: 'sessions_user', onDelete: 'CASCADE' })
  @Column('uuid', { name: 'user_id' })
  userId!: string;

  /** The refresh token in force. */
  @Column('uuid', { name: 'refresh_jti' })
  refreshJti!: string;

  /** The one before it: two requests at once may both carry it. */
  @Column('uuid', { name: 'previous_jti', nullable: true })
  previousJti!: string | null;

  @Column('timestamptz', { name: 'rotated_at', nullable: true })
  rotatedAt!: Date | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  /** Seven days after the login, whatever happens in between. */
  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;

  @Column('timestamptz', { name: 'revoked_at', nullable: true })
  revokedAt!: Date | null;
}
