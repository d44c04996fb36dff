import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { MailOutboxEntity } from './mail-outbox.entity';

export type MailKind = MailOutboxEntity['kind'];
export type OutgoingMail = Readonly<
  Pick<MailOutboxEntity, 'id' | 'kind' | 'recipient' | 'attemptId' | 'redirectUrl' | 'tries' | 'createdAt'>
>;

export interface NewAttempt {
  email: string;
  fullName: string;
  passwordHash: string;
  createdAt: Date;
  expiresAt: Date;
}

/** Mails that were asked for and are not out yet. */
@Injectable()
export class MailOutboxRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** A sign-up and its mail: both or neither. */
  async addSignup({ email, fullName, passwordHash, createdAt, expiresAt }: NewAttempt): Promise<void> {
    await this.dataSource.query(
      `WITH attempt AS (
         INSERT INTO signup_attempts (email, full_name, password_hash, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5) RETURNING id, email
       ) INSERT INTO mail_outbox (kind, recipient, attempt_id) SELECT 'signup', email, id FROM attempt`,
      [email, fullName, passwordHash, createdAt, expiresAt],
    );
  }

  async add(kind: Exclude<MailKind, 'signup'>, recipient: string, redirectUrl: string | null): Promise<void> {
    await this.dataSource.query(
      'INSERT INTO mail_outbox (kind, recipient, redirect_url) VALUES ($1, $2, $3)',
      [kind, recipient, redirectUrl],
    );
  }

  /** @returns mails that are due, now the caller's for so long; nobody else gets them meanwhile */
  async claim(limit: number, leaseSeconds: number): Promise<OutgoingMail[]> {
    return this.dataSource.query<OutgoingMail[]>(
      `WITH claimed AS (
         UPDATE mail_outbox SET tries = tries + 1, due_at = now() + make_interval(secs => $2)
         WHERE id IN (
           SELECT id FROM mail_outbox WHERE due_at <= now() AND given_up_at IS NULL ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED
         ) RETURNING *
       ) SELECT id, kind, recipient, attempt_id AS "attemptId", redirect_url AS "redirectUrl", tries,
                created_at AS "createdAt" FROM claimed ORDER BY created_at`,
      [limit, leaseSeconds],
    );
  }

  /** @returns mails that have not left; "late" ones have been tried in vain, "given_up" ones are not tried again */
  async backlog(): Promise<{ fresh: number; late: number; given_up: number }> {
    const [row] = await this.dataSource.query<{ fresh: number; late: number; given_up: number }[]>(
      `SELECT count(*) FILTER (WHERE given_up_at IS NULL AND tries <= 1)::integer AS fresh,
         count(*) FILTER (WHERE given_up_at IS NULL AND tries > 1)::integer AS late,
         count(*) FILTER (WHERE given_up_at IS NOT NULL)::integer AS given_up FROM mail_outbox`,
    );
    return row ?? { fresh: 0, late: 0, given_up: 0 };
  }

  async remove(id: string): Promise<void> {
    await this.dataSource.query('DELETE FROM mail_outbox WHERE id = $1', [id]);
  }

  /** @param failure kind of failure, without personal data */
  async postpone(id: string, seconds: number, failure: string): Promise<void> {
    await this.dataSource.query(
      'UPDATE mail_outbox SET due_at = now() + make_interval(secs => $2), failure = $3 WHERE id = $1',
      [id, seconds, failure],
    );
  }

  /** @param failure kind of failure, without personal data */
  async giveUp(id: string, failure: string): Promise<void> {
    await this.dataSource.query('UPDATE mail_outbox SET given_up_at = now(), failure = $2 WHERE id = $1', [
      id,
      failure,
    ]);
  }

  async forget(givenUpBefore: Date): Promise<void> {
    await this.dataSource.query('DELETE FROM mail_outbox WHERE given_up_at < $1', [givenUpBefore]);
  }
}
