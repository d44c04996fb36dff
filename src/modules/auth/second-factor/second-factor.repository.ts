import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { inEffect, inTransaction } from '../../../adapters/persistence/effects';
import { orderNotice } from '../mail/mail-outbox.repository';
import { revokeSessionsOf } from '../sessions/session.repository';

export interface StoredFactor {
  /** Sealed. */
  secret: string;
  isConfirmed: boolean;
}

/** Every query names the account. */
@Injectable()
export class SecondFactorRepository {
  constructor(private readonly dataSource: DataSource) {}

  async find(userId: string): Promise<StoredFactor | null> {
    const [row] = await this.dataSource.query<StoredFactor[]>(
      'SELECT secret, confirmed_at IS NOT NULL AS "isConfirmed" FROM totp_factors WHERE user_id = $1',
      [userId],
    );
    return row ?? null;
  }

  /** Replaces an unconfirmed factor. @returns false when there is a confirmed one */
  async begin(userId: string, secret: string, at: Date): Promise<boolean> {
    const rows = await inEffect(this.dataSource, (manager) =>
      manager.query<unknown[]>(
        `WITH written AS (
         INSERT INTO totp_factors AS f (user_id, secret, created_at) VALUES ($1, $2, $3)
         ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, created_at = excluded.created_at, last_step = NULL
           WHERE f.confirmed_at IS NULL
         RETURNING user_id
       ) SELECT user_id FROM written`,
        [userId, secret, at],
      ),
    );
    return rows.length > 0;
  }

  /**
   * Ends the other sessions, which were opened without the factor.
   * @param secret of the accepted code
   * @param keep the session that stays
   * @returns false when another request has confirmed or replaced the factor meanwhile
   */
  async confirm(
    userId: string,
    { secret, step, hashes }: { secret: string; step: number; hashes: readonly string[] },
    keep: string | null,
    at: Date,
  ): Promise<boolean> {
    return inEffect(this.dataSource, async (manager) => {
      const rows = await manager.query<unknown[]>(
        `WITH confirmed AS (
           UPDATE totp_factors SET confirmed_at = $2, last_step = $3
           WHERE user_id = $1 AND secret = $4 AND confirmed_at IS NULL RETURNING user_id
         ) SELECT user_id FROM confirmed`,
        [userId, at, step, secret],
      );
      if (rows.length === 0) return false;
      await replaceCodes(manager, userId, hashes, at);
      await revokeSessionsOf(manager, userId, at, keep);
      await orderNotice(manager, 'totp_on', userId);
      return true;
    });
  }

  /** Ends the codes before. @returns false when no factor is in force */
  async renewCodes(userId: string, hashes: readonly string[], at: Date): Promise<boolean> {
    return inEffect(this.dataSource, async (manager) => {
      const rows = await manager.query<unknown[]>(
        'SELECT 1 FROM totp_factors WHERE user_id = $1 AND confirmed_at IS NOT NULL FOR UPDATE',
        [userId],
      );
      if (rows.length === 0) return false;
      await replaceCodes(manager, userId, hashes, at);
      await orderNotice(manager, 'recovery_codes', userId);
      return true;
    });
  }

  /** @returns false when a code of this step or a later one was taken before */
  async takeStep(userId: string, step: number): Promise<boolean> {
    const rows = await inEffect(this.dataSource, (manager) =>
      manager.query<unknown[]>(
        `WITH taken AS (
           UPDATE totp_factors SET last_step = $2
           WHERE user_id = $1 AND confirmed_at IS NOT NULL AND (last_step IS NULL OR last_step < $2) RETURNING user_id
         ) SELECT user_id FROM taken`,
        [userId, step],
      ),
    );
    return rows.length > 0;
  }

  async takeRecoveryCode(userId: string, codeHash: string): Promise<boolean> {
    const rows = await inEffect(this.dataSource, (manager) =>
      manager.query<unknown[]>(
        `WITH used AS (
           DELETE FROM recovery_codes WHERE user_id = $1 AND code_hash = $2 RETURNING user_id
         ) SELECT user_id FROM used`,
        [userId, codeHash],
      ),
    );
    return rows.length > 0;
  }

  /** Includes recovery codes. @returns false when there was no factor */
  async remove(userId: string): Promise<boolean> {
    return inTransaction(this.dataSource, async (manager) => {
      await manager.query('DELETE FROM recovery_codes WHERE user_id = $1', [userId]);
      const [gone] = await manager.query<{ isConfirmed: boolean }[]>(
        `WITH gone AS (DELETE FROM totp_factors WHERE user_id = $1 RETURNING confirmed_at)
         SELECT confirmed_at IS NOT NULL AS "isConfirmed" FROM gone`,
        [userId],
      );
      if (gone?.isConfirmed) await orderNotice(manager, 'totp_off', userId);
      return gone !== undefined;
    });
  }
}

async function replaceCodes(
  manager: EntityManager,
  userId: string,
  hashes: readonly string[],
  at: Date,
): Promise<void> {
  await manager.query('DELETE FROM recovery_codes WHERE user_id = $1', [userId]);
  await manager.query(
    `INSERT INTO recovery_codes (user_id, code_hash, created_at)
     SELECT $1, code_hash, $3 FROM unnest($2::text[]) AS new (code_hash)`,
    [userId, hashes, at],
  );
}
