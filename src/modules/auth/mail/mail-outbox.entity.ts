import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/**
 * Table mail_outbox: requested mails. Whether a mail is sent, and its content, is decided when it is written: a
 * request does the same work for a known and an unknown address.
 */
@Entity('mail_outbox')
@Index('mail_outbox_due', ['dueAt'], { where: `"given_up_at" IS NULL` })
@Check(
  'mail_outbox_kind',
  `"kind" IN ('signup', 'verify', 'reset', 'magic', 'password_changed', 'totp_on', 'totp_off', 'recovery_codes', 'invitation')`,
)
export class MailOutboxEntity {
  @PrimaryGeneratedColumn('uuid') id!: string;
  @Column('text') kind!:
    | 'signup'
    | 'verify'
    | 'reset'
    | 'magic'
    | 'password_changed'
    | 'totp_on'
    | 'totp_off'
    | 'recovery_codes'
    | 'invitation';
  @Column('text') recipient!: string;
  /** Of the sign-up, or of the invitation. */
  @Column('uuid', { nullable: true }) attemptId!: string | null;
  @Column('text', { nullable: true }) redirectUrl!: string | null;

  /** False: ordered in a known network, so the mail never waits for others (`mail-pacing.service`). */
  @Column('boolean', { default: true }) isPaced!: boolean;
  @Column('smallint', { default: 0 }) tries!: number;

  /** The process that works on the mail moves this ahead, so that no other takes it. */
  @Column('timestamptz', { default: () => 'service_now()' }) dueAt!: Date;
  @Column('timestamptz', { default: () => 'service_now()' }) createdAt!: Date;

  /** Set: not tried again. The row is kept for a week, for the operator. */
  @Column('timestamptz', { nullable: true }) givenUpAt!: Date | null;

  /** Kind of the last failure: a code or the name of an error, never the text of a server. */
  @Column('text', { nullable: true }) failure!: string | null;
}
