import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { inEffect, inTransaction } from '../../../adapters/persistence/effects';
import { lockKeyInTransaction } from '../../../adapters/persistence/advisory-locks';
import type { MailTokenEntity } from './mail-token.entity';

export type TokenPurpose = MailTokenEntity['purpose'];
export type RedeemedToken = Pick<MailTokenEntity, 'userId' | 'attemptId' | 'redirectUrl' | 'wasMailed'>;
export type FoundToken = Pick<MailTokenEntity, 'userId' | 'asksPassword'>;
export type MailTokenSubject = { userId: string } | { attemptId: string };

/** 256 bits, URL-safe: 43 characters. */
const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

@Injectable()
export class MailTokenRepository {
  constructor(private readonly dataSource: DataSource) {}

  async issue(
    purpose: TokenPurpose,
    subject: MailTokenSubject,
    terms: { expiresAt: Date; redirectUrl: string | null; wasMailed: boolean; asksPassword: boolean },
  ): Promise<string> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    await inEffect(this.dataSource, (manager) =>
      manager.query(
        `INSERT INTO mail_tokens (token_hash, purpose, user_id, attempt_id, redirect_url, was_mailed, asks_password,
         expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [
          tokenHash(token),
          purpose,
          'userId' in subject ? subject.userId : null,
          'attemptId' in subject ? subject.attemptId : null,
          terms.redirectUrl,
          terms.wasMailed,
          terms.asksPassword,
          terms.expiresAt,
        ],
      ),
    );
    return token;
  }

  /** Looked up before redeeming, so that a wrong token causes no work. */
  async find(purpose: TokenPurpose, token: string, now: Date): Promise<FoundToken | null> {
    if (!TOKEN.test(token)) return null;
    const [found] = await this.dataSource.query<FoundToken[]>(
      `SELECT user_id AS "userId", asks_password AS "asksPassword" FROM mail_tokens
       WHERE token_hash = $1 AND purpose = $2 AND expires_at > $3`,
      [tokenHash(token), purpose, now],
    );
    return found ?? null;
  }

  /**
   * One transaction redeems the token and runs the effect: of simultaneous calls one gets it.
   * @param effect its answer; null: the token is used up all the same
   */
  redeem<T>(
    purpose: TokenPurpose,
    token: string,
    now: Date,
    effect: (manager: EntityManager, redeemed: RedeemedToken) => Promise<T | null>,
  ): Promise<T | null> {
    if (!TOKEN.test(token)) return Promise.resolve(null);
    return inTransaction(this.dataSource, async (manager) => {
      // Effects void other tokens of the same address: two redeemed at once take turns.
      const [owner] = await manager.query<{ email: string }[]>(
        `SELECT coalesce(u.email, a.email) AS email FROM mail_tokens t
         LEFT JOIN users u ON u.id = t.user_id LEFT JOIN signup_attempts a ON a.id = t.attempt_id
         WHERE t.token_hash = $1`,
        [tokenHash(token)],
      );
      if (!owner) return null;
      await lockKeyInTransaction(manager, 'mail tokens', owner.email);
      const [redeemed] = await manager.query<RedeemedToken[]>(
        `WITH gone AS (
           DELETE FROM mail_tokens WHERE token_hash = $1 AND purpose = $2 AND expires_at > $3 RETURNING *
         ) SELECT user_id AS "userId", attempt_id AS "attemptId", redirect_url AS "redirectUrl",
                  was_mailed AS "wasMailed" FROM gone`,
        [tokenHash(token), purpose, now],
      );
      return redeemed ? effect(manager, redeemed) : null;
    });
  }

  async prune(before: Date): Promise<void> {
    await this.dataSource.query('DELETE FROM mail_tokens WHERE expires_at < $1', [before]);
    await this.dataSource.query('DELETE FROM signup_attempts WHERE expires_at < $1', [before]);
  }
}

/** Voids the other links of the purpose that were mailed to this user. Part of the caller's transaction. */
export async function voidTokens(
  manager: EntityManager,
  purpose: TokenPurpose,
  userId: string,
): Promise<void> {
  await manager.query('DELETE FROM mail_tokens WHERE user_id = $1 AND purpose = $2', [userId, purpose]);
}

const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');
