import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, MoreThan, type EntityManager } from 'typeorm';
import type { PlanName } from '../../../domain/plans/plans';
import { SessionEntity } from './session.entity';

export type SessionRow = Readonly<SessionEntity>;
export type Transaction = EntityManager;

export interface LiveSession {
  userId: string;
  planName: PlanName;
  planExpiresAt: Date | null;
  isOperator: boolean;
  /** A revoked or disabled session is not found. */
  expiresAt: Date;
}

@Injectable()
export class SessionRepository {
  constructor(private readonly dataSource: DataSource) {}

  async add(
    session: Pick<
      SessionRow,
      'id' | 'userId' | 'refreshJti' | 'ipAddress' | 'userAgent' | 'createdAt' | 'expiresAt'
    >,
    within: Transaction = this.dataSource.manager,
  ): Promise<void> {
    await within.insert(SessionEntity, session);
  }

  async findLive(id: string): Promise<LiveSession | null> {
    const [row] = await this.dataSource.query<LiveSession[]>(
      `SELECT s.user_id AS "userId", s.expires_at AS "expiresAt", u.plan_name AS "planName",
              u.plan_expires_at AS "planExpiresAt", u.role = 'operator' AS "isOperator"
       FROM sessions s JOIN users u ON u.id = s.user_id
       WHERE s.id = $1 AND s.revoked_at IS NULL AND u.disabled_at IS NULL`,
      [id],
    );
    return row ?? null;
  }

  find(id: string): Promise<SessionRow | null> {
    return this.sessions().findOneBy({ id });
  }

  /** @returns false when another request has rotated it meanwhile, or it has ended */
  async rotate(id: string, from: string, to: string, at: Date): Promise<boolean> {
    const { affected } = await this.sessions().update(
      { id, refreshJti: from, revokedAt: IsNull() },
      { refreshJti: to, previousJti: from, rotatedAt: at },
    );
    return affected === 1;
  }

  async revoke(id: string, at: Date): Promise<void> {
    await this.sessions().update({ id, revokedAt: IsNull() }, { revokedAt: at });
  }

  /** Newest first, with the number of all. */
  listLive(userId: string, now: Date, skip: number, take: number): Promise<[SessionRow[], number]> {
    return this.sessions().findAndCount({
      where: { userId, revokedAt: IsNull(), expiresAt: MoreThan(now) },
      order: { createdAt: 'DESC', id: 'ASC' },
      skip,
      take,
    });
  }

  async revokeOf(userId: string, id: string, at: Date): Promise<boolean> {
    const { affected } = await this.sessions().update(
      { id, userId, revokedAt: IsNull(), expiresAt: MoreThan(at) },
      { revokedAt: at },
    );
    return affected === 1;
  }

  async markActive(id: string, at: Date): Promise<void> {
    await this.sessions().update({ id }, { lastActiveAt: at });
  }

  async prune(before: Date): Promise<void> {
    await this.dataSource.query('DELETE FROM sessions WHERE expires_at < $1', [before]);
  }

  private sessions() {
    return this.dataSource.getRepository(SessionEntity);
  }
}

/** Part of the caller's transaction. @param except a session that stays */
export async function revokeSessionsOf(
  manager: EntityManager,
  userId: string,
  at: Date,
  except: string | null = null,
): Promise<void> {
  await manager.query(
    `UPDATE sessions SET revoked_at = $2
     WHERE user_id = $1 AND revoked_at IS NULL AND id IS DISTINCT FROM $3::uuid`,
    [userId, at, except],
  );
}
