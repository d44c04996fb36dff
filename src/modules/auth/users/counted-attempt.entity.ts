import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** Table counted_attempts: failed logins, sign-ups and mails of the last hour. */
@Entity('counted_attempts')
@Index('counted_attempts_key', ['key', 'at'])
@Index('counted_attempts_at', ['at'])
export class CountedAttemptEntity {
  @PrimaryGeneratedColumn('uuid') id!: string;

  /** SHA-256 of the counted subject: the table holds no mail addresses and no network addresses. */
  @Column('text') key!: string;
  @Column('timestamptz') at!: Date;
}
