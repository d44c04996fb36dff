import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, MoreThan, type EntityManager } from 'typeorm';
import { inEffect, inTransaction } from '../../adapters/persistence/effects';
import type { SpaceRole } from '../../domain/access/spaces';
import { SpaceInvitations } from '../../ports/access/spaces';
import { Clock } from '../../ports/clock';
import { SpaceInvitationEntity } from './space-invitation.entity';
import { SpaceMemberEntity } from './space-member.entity';

export interface MemberRow {
  userId: string;
  email: string;
  fullName: string;
  role: SpaceRole;
  since: Date;
}
export type InvitationRow = Readonly<Omit<SpaceInvitationEntity, 'tokenHash'>>;

/** What became of an invitation that is ordered. `full`: a bound was reached. */
export type Ordered = InvitationRow | 'member' | 'invited' | 'full';

/** 256 bits, URL-safe: 43 characters. */
const TOKEN_BYTES = 32;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Every query names the space. */
@Injectable()
export class MembersRepository extends SpaceInvitations {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {
    super();
  }

  /** The account of the space first, then in the order of joining. */
  members(spaceId: string): Promise<MemberRow[]> {
    return this.dataSource.query<MemberRow[]>(
      `SELECT u.id AS "userId", u.email, u.full_name AS "fullName", 'owner' AS role, s.created_at AS since, 0 AS place
         FROM users s JOIN users u ON u.id = s.space_owner_id WHERE s.id = $1
       UNION ALL SELECT u.id, u.email, u.full_name, m.role, m.created_at, 1
         FROM space_members m JOIN users u ON u.id = m.user_id WHERE m.space_id = $1
       ORDER BY place, since, "userId"`,
      [spaceId],
    );
  }

  /** @returns false when the account is no member, or owns the space */
  change(spaceId: string, userId: string, role: SpaceRole): Promise<boolean> {
    return inTransaction(this.dataSource, async (manager) => {
      const { affected } = await manager.update(SpaceMemberEntity, { spaceId, userId }, { role });
      if (affected === 1 && role !== 'owner') await this.withdraw(manager, spaceId, userId);
      return affected === 1;
    });
  }

  /** @returns as `change` */
  remove(spaceId: string, userId: string): Promise<boolean> {
    return inTransaction(this.dataSource, async (manager) => {
      const { affected } = await manager.delete(SpaceMemberEntity, { spaceId, userId });
      if (affected === 1) await this.withdraw(manager, spaceId, userId);
      return affected === 1;
    });
  }

  /** Nobody enters by an invitation of somebody who may not invite any more. */
  private async withdraw(manager: EntityManager, spaceId: string, createdBy: string): Promise<void> {
    await manager.update(
      SpaceInvitationEntity,
      { spaceId, createdBy, acceptedAt: IsNull(), revokedAt: IsNull() },
      { revokedAt: new Date(this.clock.now()), tokenHash: null },
    );
  }

  /** Newest first. */
  invitations(spaceId: string, skip: number, take: number): Promise<[InvitationRow[], number]> {
    return this.dataSource.manager.findAndCount(SpaceInvitationEntity, {
      where: { spaceId },
      order: { createdAt: 'DESC', id: 'DESC' },
      skip,
      take,
    });
  }

  /**
   * Stores the invitation and orders its mail: both or none.
   * @param bounds most invitations of one account, and of these to one address, since a time
   */
  invite(
    invitation: InvitationRow,
    bounds: { since: Date; perAccount: number; perAddress: number },
  ): Promise<Ordered> {
    const { spaceId, email, createdBy, createdAt } = invitation;
    return inEffect(this.dataSource, async (manager): Promise<Ordered> => {
      await manager.query('SELECT 1 FROM users WHERE id IN ($1, $2) ORDER BY id FOR UPDATE', [
        createdBy,
        spaceId,
      ]);
      if (await isMember(manager, spaceId, email)) return 'member';
      const open = {
        spaceId,
        email,
        acceptedAt: IsNull(),
        revokedAt: IsNull(),
        expiresAt: MoreThan(createdAt),
      };
      if (await manager.existsBy(SpaceInvitationEntity, open)) return 'invited';
      const made = { createdBy: createdBy as string, createdAt: MoreThan(bounds.since) };
      const [all, toAddress] = [
        await manager.countBy(SpaceInvitationEntity, made),
        await manager.countBy(SpaceInvitationEntity, { ...made, email }),
      ];
      if (all >= bounds.perAccount || toAddress >= bounds.perAddress) return 'full';
      await manager.insert(SpaceInvitationEntity, invitation);
      await manager.query(
        `INSERT INTO mail_outbox (kind, recipient, attempt_id, is_paced) VALUES ('invitation', $1, $2, false)`,
        [email, invitation.id],
      );
      return invitation;
    });
  }

  /** @returns false when there is no open invitation of this id */
  async revoke(spaceId: string, id: string, at: Date): Promise<boolean> {
    const { affected } = await this.dataSource.manager.update(
      SpaceInvitationEntity,
      { spaceId, id, acceptedAt: IsNull(), revokedAt: IsNull() },
      { revokedAt: at, tokenHash: null },
    );
    return affected === 1;
  }

  async issue(invitationId: string): Promise<string | null> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const { affected } = await this.dataSource.manager.update(
      SpaceInvitationEntity,
      {
        id: invitationId,
        acceptedAt: IsNull(),
        revokedAt: IsNull(),
        expiresAt: MoreThan(new Date(this.clock.now())),
      },
      { tokenHash: hashOf(token) },
    );
    return affected === 1 ? token : null;
  }

  /**
   * One call of simultaneous ones accepts. A member of before has the new role.
   * @returns null for a token that is unknown, used, revoked or expired, or was mailed to another address
   */
  accept(token: string, userId: string, at: Date): Promise<{ spaceId: string; role: SpaceRole } | null> {
    return inTransaction(this.dataSource, async (manager) => {
      const [rows] = await manager.query<[{ spaceId: string; role: SpaceRole }[], number]>(
        `UPDATE space_invitations i SET accepted_at = $3, token_hash = NULL FROM users u
         WHERE i.token_hash = $1 AND i.accepted_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > $3
           AND u.id = $2 AND u.email = i.email AND u.email_verified
         RETURNING i.space_id AS "spaceId", i.role`,
        [hashOf(token), userId, at],
      );
      const [accepted] = rows;
      if (!accepted) return null;
      await manager.query(
        `INSERT INTO space_members (space_id, user_id, role, created_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (space_id, user_id) DO UPDATE SET role = excluded.role`,
        [accepted.spaceId, userId, accepted.role, at],
      );
      return accepted;
    });
  }
}

async function isMember(manager: EntityManager, spaceId: string, email: string): Promise<boolean> {
  const rows = await manager.query<unknown[]>(
    `SELECT FROM users u WHERE u.email = $2 AND (
       EXISTS (SELECT FROM users s WHERE s.id = $1 AND s.space_owner_id = u.id)
       OR EXISTS (SELECT FROM space_members m WHERE m.space_id = $1 AND m.user_id = u.id))`,
    [spaceId, email],
  );
  return rows.length > 0;
}
