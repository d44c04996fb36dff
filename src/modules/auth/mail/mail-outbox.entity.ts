import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/**
 * Table mail_outbox: requested mails. The content, and whether anything is sent at all, is decided when
 * the mail is written: a request does the same work for a known and an unknown address.
 */
@Entity('mail_outbox')
@Index('mail_outbox_due', ['dueAt'], { where: `"given_up_at" IS NULL` })
@Check(
  'mail_outbox_kind',
  `"kind" IN ('signup', 'verify', 'reset', 'magic', 'password_changed', 'totp_on', 'totp_off', 'recovery_codes')`,
)
export class MailOutboxEntity {
  @PrimaryGeneratedColumn('uuid') id!: string;
  @Column('text') kind!:
    'signup' | 'verify' | 'reset' | 'magic' | 'password_changed' | 'totp_on' | 'totp_off' | 'recovery_codes';
  @Column('text') recipient!: string;
  @Column('uuid', { nullable: true }) attemptId!: string | null;
  @Column('text', { nullable: true }) redirectUrl!: string | null;

  /** False: ordered in a network that the account is known in, so it never waits for others (`mail-pacing.service`). */
  @Column('boolean', { default: true }) isPaced!: boolean;
  @Column('smallint', { default: 0 }) tries!: number;

  /** Moved ahead by the process that works on it, so that no other takes it meanwhile. */
  @Column('timestamptz', { default: () => 'service_now()' }) dueAt!: Date;
  @Column('timestamptz', { default: () => 'service_now()' }) createdAt!: Date;

  /** Set: it is not tried again. The row is kept for a week, for the operator. */
  @Column('timestamptz', { nullable: true }) givenUpAt!: Date | null;

  /** Kind of the last failure: a code or the name of an error, never what a server answered. */
  @Column('text', { nullable: true }) failure!: string | null;
}
