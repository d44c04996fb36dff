import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { SignupAttemptEntity } from './signup-attempt.entity';
import { UserEntity } from './user.entity';

/** Table mail_tokens: what a mailed link stands for. Only the SHA-256 of the token is kept. */
@Entity('mail_tokens')
@Index('mail_tokens_user_id', ['userId'])
@Index('mail_tokens_attempt_id', ['attemptId'])
@Check('mail_tokens_purpose', `"purpose" IN ('verify', 'reset', 'magic')`)
@Check('mail_tokens_subject', `("user_id" IS NULL) <> ("attempt_id" IS NULL)`)
export class MailTokenEntity {
  @PrimaryColumn('text') tokenHash!: string;
  @Column('text') purpose!: 'verify' | 'reset' | 'magic';

  @ForeignKey(() => UserEntity, { name: 'mail_tokens_user', onDelete: 'CASCADE' })
  @Column('uuid', { nullable: true })
  userId!: string | null;

  @ForeignKey(() => SignupAttemptEntity, { name: 'mail_tokens_attempt', onDelete: 'CASCADE' })
  @Column('uuid', { nullable: true })
  attemptId!: string | null;

  @Column('text', { nullable: true }) redirectUrl!: string | null;

  /** True: the holder reads the mailbox. False for a link given to a partner. */
  @Column('boolean') wasMailed!: boolean;

  /** Several sign-ups of this address are open: only the password with the token shows which one is meant. */
  @Column('boolean', { default: false }) asksPassword!: boolean;
  @Column('timestamptz') expiresAt!: Date;
}
