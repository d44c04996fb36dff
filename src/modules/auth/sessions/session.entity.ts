import { Column, Entity, Index } from 'typeorm';
import { OwnedRow } from '../../../adapters/persistence/columns';

/** Table sessions: one row per login. Its tokens are valid as long as the session. */
@Entity('sessions')
@Index('sessions_user_id', ['userId'])
export class SessionEntity extends OwnedRow('sessions_user') {
  @Column('uuid') refreshJti!: string;

  /** The refresh token before: two simultaneous requests may both carry it. */
  @Column('uuid', { nullable: true }) previousJti!: string | null;
  @Column('timestamptz', { nullable: true }) rotatedAt!: Date | null;

  /** Of the login; empty when unknown. */
  @Column('text', { default: '' }) ipAddress!: string;
  @Column('text', { default: '' }) userAgent!: string;

  @Column('timestamptz', { nullable: true }) lastActiveAt!: Date | null;

  /** Seven days after the login, whatever happens in between. */
  @Column('timestamptz') expiresAt!: Date;
  @Column('timestamptz', { nullable: true }) revokedAt!: Date | null;
}
