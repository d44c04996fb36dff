import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { inEffect, inTransaction } from '../../../adapters/persistence/effects';
import { lockKeyInTransaction } from '../../../adapters/persistence/advisory-locks';
import type { Claim } from '../../../adapters/queue/lease/lease';
import type { MailOutboxEntity } from './mail-outbox.entity';
import type { NoticeKind } from './mail-texts';

export type MailKind = MailOutboxEntity['kind'];
/** Its fence is the number of tries, which increases with every claim. */
export type OutgoingMail = Claim &
  Readonly<
    Pick<MailOutboxEntity, 'kind' | 'recipient' | 'attemptId' | 'redirectUrl' | 'isPaced' | 'failure'> & {
      ageMs: number;
    }
  >;

/** Stands in place of a failure: too many mails of its kind left to this address. */
export const HELD = 'held';

export interface NewAttempt {
  email: string;
  fullName: string;
  passwordHash: string;
  createdAt: Date;
  expiresAt: Date;
}

/** Reports a change to the owner, in the transaction of the change. It never waits for other mails. */
export async function orderNotice(
  manager: Pick<EntityManager, 'query'>,
  kind: NoticeKind,
  userId: string,
): Promise<void> {
  await manager.query(
    'INSERT INTO mail_outbox (kind, recipient, is_paced) SELECT $1, email, false FROM users WHERE id = $2',
    [kind, userId],
  );
}

/** Mails that are not sent yet. `due_at` of a claimed mail is the end of its lease. */
@Injectable()
export class MailOutboxRepository {
  constructor(private readonly dataSource: DataSource) {}

  async addSignup({ email, fullName, passwordHash, createdAt, expiresAt }: NewAttempt): Promise<void> {
    await this.write(
      `WITH attempt AS (
         INSERT INTO signup_attempts (email, full_name, password_hash, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5) RETURNING id, email
       ) INSERT INTO mail_outbox (kind, recipient, attempt_id) SELECT 'signup', email, id FROM attempt`,
      [email, fullName, passwordHash, createdAt, expiresAt],
    );
  }

  /** @param isPaced false: the mail never waits for others to the same address */
  async add(
    kind: Exclude<MailKind, 'signup' | 'invitation' | NoticeKind>,
    recipient: string,
    { redirectUrl = null, isPaced }: { redirectUrl?: string | null; isPaced: boolean },
  ): Promise<void> {
    await this.write(
      'INSERT INTO mail_outbox (kind, recipient, redirect_url, is_paced) VALUES ($1, $2, $3, $4)',
      [kind, recipient, redirectUrl, isPaced],
    );
  }

  private async write(sql: string, parameters: unknown[]): Promise<void> {
    await inEffect(this.dataSource, (manager) => manager.query(sql, parameters));
  }

  async claim(limit: number, leaseMs: number): Promise<OutgoingMail[]> {
    return this.dataSource.query<OutgoingMail[]>(
      `WITH claimed AS (
         UPDATE mail_outbox SET tries = tries + 1, due_at = service_now() + make_interval(secs => $2::float8 / 1000)
         WHERE id IN (
           SELECT id FROM mail_outbox WHERE due_at <= service_now() AND given_up_at IS NULL ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED
         ) RETURNING *
       ) SELECT id, kind, recipient, attempt_id AS "attemptId", redirect_url AS "redirectUrl", is_paced AS "isPaced",
                failure, tries AS fence, (extract(epoch FROM service_now() - created_at) * 1000)::float8 AS "ageMs"
         FROM claimed ORDER BY created_at`,
      [limit, leaseMs],
    );
  }

  async renew(mails: readonly Claim[], leaseMs: number): Promise<Claim[]> {
    const [rows] = await this.dataSource.query<[Claim[], number]>(
      `UPDATE mail_outbox SET due_at = service_now() + make_interval(secs => $3::float8 / 1000)
       FROM unnest($1::uuid[], $2::integer[]) AS held (mail, claim)
       WHERE id = mail AND tries = claim AND given_up_at IS NULL RETURNING id, tries AS fence`,
      [mails.map(({ id }) => id), mails.map(({ fence }) => fence), leaseMs],
    );
    return rows;
  }

  /** "late" mails have failed at least once, "given_up" ones are not tried again */
  async backlog(): Promise<{ fresh: number; late: number; given_up: number }> {
    const [row] = await this.dataSource.query<{ fresh: number; late: number; given_up: number }[]>(
      `SELECT count(*) FILTER (WHERE given_up_at IS NULL AND tries <= 1)::integer AS fresh,
         count(*) FILTER (WHERE given_up_at IS NULL AND tries > 1)::integer AS late,
         count(*) FILTER (WHERE given_up_at IS NOT NULL)::integer AS given_up FROM mail_outbox`,
    );
    return row ?? { fresh: 0, late: 0, given_up: 0 };
  }

  async remove({ id, fence }: Claim): Promise<void> {
    await this.dataSource.query('DELETE FROM mail_outbox WHERE id = $1 AND tries = $2', [id, fence]);
  }

  /**
   * Of equal mails to one address only one waits; the others are dropped. A sign-up waits as a mail to verify the
   * address, whose link asks for the password.
   */
  async hold({ id, fence, kind, recipient }: OutgoingMail, seconds: number): Promise<void> {
    const waitsAs = kind === 'signup' ? 'verify' : kind;
    await inTransaction(this.dataSource, async (manager) => {
      await lockKeyInTransaction(manager, 'held mails', recipient);
      const equal = await manager.query<unknown[]>(
        `SELECT 1 FROM mail_outbox
         WHERE recipient = $1 AND kind = $2 AND failure = $3 AND given_up_at IS NULL AND id <> $4`,
        [recipient, waitsAs, HELD, id],
      );
      if (equal.length > 0)
        await manager.query('DELETE FROM mail_outbox WHERE id = $1 AND tries = $2', [id, fence]);
      else
        await manager.query(
          `UPDATE mail_outbox SET kind = $3, attempt_id = NULL, failure = $4,
             due_at = service_now() + make_interval(secs => $5) WHERE id = $1 AND tries = $2`,
          [id, fence, waitsAs, HELD, seconds],
        );
    });
  }

  /** @param failure kind, without personal data */
  async postpone({ id, fence }: Claim, seconds: number, failure: string): Promise<void> {
    await this.dataSource.query(
      'UPDATE mail_outbox SET due_at = service_now() + make_interval(secs => $2), failure = $3 WHERE id = $1 AND tries = $4',
      [id, seconds, failure, fence],
    );
  }

  /** @param failure kind, without personal data */
  async giveUp({ id, fence }: Claim, failure: string): Promise<void> {
    await this.dataSource.query(
      'UPDATE mail_outbox SET given_up_at = service_now(), failure = $2 WHERE id = $1 AND tries = $3',
      [id, failure, fence],
    );
  }

  async prune(givenUpBefore: Date): Promise<void> {
    await this.dataSource.query('DELETE FROM mail_outbox WHERE given_up_at < $1', [givenUpBefore]);
  }
}
