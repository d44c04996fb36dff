import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, Not, type EntityManager } from 'typeorm';
import type { PlanName } from '../../../domain/plans/plans';
import { endGrantedAccess } from './granted-access.repository';
import { voidTokens } from './mail-token.repository';
import { UserEntity } from './user.entity';

export type UserRow = Readonly<UserEntity>;

/** No mail can reach it, and it has no password: only this machine opens its session. */
export const DEMO_EMAIL = 'demo@demo.invalid';

export type Credential =
  { kind: 'user'; user: UserRow; passwordHash: string | null } | { kind: 'attempt'; passwordHash: string };

interface AttemptRow {
  id: string;
  email: string;
  full_name: string;
  password_hash: string;
}

/** Includes sign-ups in progress. E-mail addresses are lower case here. */
@Injectable()
export class UserRepository {
  constructor(private readonly dataSource: DataSource) {}

  find(id: string): Promise<UserRow | null> {
    return this.users().findOneBy({ id });
  }

  findByEmail(email: string): Promise<UserRow | null> {
    return this.users().findOneBy({ email });
  }

  /** The account, or else the latest sign-up in progress. One hash at most, so that every login costs the same. */
  async credential(email: string, now: Date): Promise<Credential | null> {
    const user = await this.findByEmail(email);
    if (user) return { kind: 'user', user, passwordHash: user.passwordHash };
    const attempt = await this.latestAttempt(email, now);
    return attempt ? { kind: 'attempt', passwordHash: attempt.password_hash } : null;
  }

  async latestAttempt(email: string, now: Date): Promise<(AttemptRow & { open: number }) | null> {
    const [attempt] = await this.dataSource.query<(AttemptRow & { open: number })[]>(
      `SELECT id, email, full_name, password_hash, (count(*) OVER ())::integer AS open FROM signup_attempts
       WHERE email = $1 AND expires_at > $2 ORDER BY created_at DESC, id LIMIT 1`,
      [email, now],
    );
    return attempt ?? null;
  }

  async attemptIsOpen(id: string, now: Date): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>(
      'SELECT 1 FROM signup_attempts WHERE id = $1 AND expires_at > $2',
      [id, now],
    );
    return rows.length > 0;
  }

  /** Sign-up links still expire at their time. @param until minimum time to keep */
  async keepAttempt(id: string, until: Date): Promise<void> {
    await this.dataSource.query(
      'UPDATE signup_attempts SET expires_at = greatest(expires_at, $2) WHERE id = $1',
      [id, until],
    );
  }

  async dropAttempt(id: string): Promise<void> {
    await this.dataSource.query('DELETE FROM signup_attempts WHERE id = $1', [id]);
  }

  /** For a partner's customer. @returns the new account, or the one that had this address before */
  async findOrCreateFor(partnerId: string, email: string, fullName: string, at: Date): Promise<UserRow> {
    await this.dataSource.query(
      `INSERT INTO users (email, full_name, created_by_partner_id, created_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (email) DO NOTHING`,
      [email, fullName, partnerId, at],
    );
    const user = await this.findByEmail(email);
    if (!user) throw new Error('the account went away while it was made');
    return user;
  }

  /** The verified account of the demo, without a password. It never becomes an operator by itself. */
  async findOrCreateDemo(
    fullName: string,
    plan: PlanName,
    at: Date,
  ): Promise<{ id: string; isNew: boolean }> {
    // The update changes nothing: it waits for a reset, and returns the row.
    const rows = await this.dataSource.query<{ id: string; isNew: boolean }[]>(
      `INSERT INTO users AS u (email, full_name, email_verified, plan_name, created_at)
       VALUES ($1, $2, true, $3, $4)
       ON CONFLICT (email) DO UPDATE SET email = u.email RETURNING id, xmax = 0 AS "isNew"`,
      [DEMO_EMAIL, fullName, plan, at],
    );
    return rows[0] as (typeof rows)[number];
  }

  /** @returns false when there is no such user */
  async makeOperator(email: string): Promise<boolean> {
    const { affected } = await this.users().update({ email, emailVerified: true }, { role: 'operator' });
    return affected === 1;
  }

  /** Oldest first. */
  list(): Promise<UserRow[]> {
    return this.users().find({ where: { spaceOwnerId: IsNull() }, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  /** E-mail addresses, the oldest account first. */
  async operators(): Promise<string[]> {
    const found = await this.users().find({
      where: { role: 'operator' },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
    return found.map(({ email }) => email);
  }

  /** True when an account verified its address. The demo account does not count. */
  async hasVerified(): Promise<boolean> {
    return this.users().existsBy({ emailVerified: true, email: Not(DEMO_EMAIL) });
  }

  /** Without an end. @returns false when there is no such account */
  async setPlan(email: string, planName: PlanName): Promise<boolean> {
    const { affected } = await this.users().update({ email }, { planName, planExpiresAt: null });
    return affected === 1;
  }

  private users() {
    return this.dataSource.getRepository(UserEntity);
  }
}

/**
 * The attempt becomes the account. Every other attempt at this address is void, and so is an account with an unproved
 * address. Part of the caller's transaction.
 * @param newPasswordHash replaces the password of the attempt
 * @returns null when the attempt is gone, or the address has a proved account
 */
export async function promoteAttempt(
  manager: EntityManager,
  attemptId: string,
  now: Date,
  newPasswordHash: string | null = null,
): Promise<{ id: string; email: string } | null> {
  const [attempt] = await manager.query<AttemptRow[]>(
    `SELECT id, email, full_name, password_hash FROM signup_attempts
     WHERE id = $1 AND expires_at > $2 FOR UPDATE`,
    [attemptId, now],
  );
  if (!attempt) return null;
  await manager.query('DELETE FROM users WHERE email = $1 AND NOT email_verified', [attempt.email]);
  const [made] = await manager.query<{ id: string }[]>(
    `INSERT INTO users (email, full_name, password_hash, email_verified, created_at)
     VALUES ($1, $2, $3, true, $4) ON CONFLICT (email) DO NOTHING RETURNING id`,
    [attempt.email, attempt.full_name, newPasswordHash ?? attempt.password_hash, now],
  );
  // A new password that was asked for before the address was verified is a new password of the account.
  if (made)
    await manager.query(
      `UPDATE mail_tokens SET user_id = $1, attempt_id = NULL WHERE purpose = 'reset'
         AND attempt_id IN (SELECT id FROM signup_attempts WHERE email = $2)`,
      [made.id, attempt.email],
    );
  await manager.query('DELETE FROM signup_attempts WHERE email = $1', [attempt.email]);
  return made ? { id: made.id, email: attempt.email } : null;
}

/** Of several links asked for before the account existed, one is good. Part of the caller's transaction. */
export async function openWithPassword(
  manager: EntityManager,
  attemptId: string,
  now: Date,
  passwordHash: string,
): Promise<{ id: string; email: string } | null> {
  const account = await promoteAttempt(manager, attemptId, now, passwordHash);
  if (account) await voidTokens(manager, 'reset', account.id);
  return account;
}

/**
 * The owner of the address followed a mailed link. The first time, earlier granted access ends: a partner that
 * created the account has no power over it any more. Sign-ups in progress are void. Part of the caller's transaction.
 */
export async function proveEmail(
  manager: EntityManager,
  userId: string,
  now: Date,
): Promise<{ id: string; email: string; wasVerified: boolean } | null> {
  const [user] = await manager.query<{ email: string; wasVerified: boolean }[]>(
    `WITH before AS (
       SELECT id, email_verified FROM users WHERE id = $1 AND disabled_at IS NULL FOR UPDATE
     ), proved AS (
       UPDATE users u SET email_verified = true, created_by_partner_id = NULL FROM before b WHERE u.id = b.id
       RETURNING u.email, b.email_verified AS "wasVerified"
     ) SELECT * FROM proved`,
    [userId],
  );
  if (!user) return null;
  if (!user.wasVerified) await endGrantedAccess(manager, userId, now);
  await manager.query('DELETE FROM signup_attempts WHERE email = $1', [user.email]);
  return { id: userId, ...user };
}

/**
 * True while the partner that created this account may sign in to it: its key is in force, and the owner has not
 * proved the address. Part of the caller's transaction.
 */
export async function isLedByPartner(manager: EntityManager, userId: string): Promise<boolean> {
  const rows = await manager.query<unknown[]>(
    `SELECT 1 FROM users u JOIN partner_keys p ON p.id = u.created_by_partner_id
     WHERE u.id = $1 AND NOT u.email_verified AND u.disabled_at IS NULL AND p.is_active AND p.revoked_at IS NULL`,
    [userId],
  );
  return rows.length > 0;
}

/** Part of the caller's transaction. */
export async function setPassword(manager: EntityManager, userId: string, hash: string): Promise<void> {
  await manager.query('UPDATE users SET password_hash = $2 WHERE id = $1', [userId, hash]);
}
