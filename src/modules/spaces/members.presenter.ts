import type { SpaceRole } from '../../domain/access/spaces';
import { toTime } from '../../presenters/sync-status.presenter';
import type { SpaceInvitationResponse, SpaceMemberResponse } from './members.shapes.dto';

interface Member {
  userId: string;
  email: string;
  fullName: string;
  role: SpaceRole;
  since: Date;
}

interface Invitation {
  id: string;
  email: string;
  role: SpaceRole;
  createdBy: string | null;
  createdAt: Date;
  expiresAt: Date;
  acceptedAt: Date | null;
  revokedAt: Date | null;
}

export const toMember = ({ userId, email, fullName, role, since }: Member): SpaceMemberResponse => ({
  user_id: userId,
  email,
  full_name: fullName,
  role,
  joined_at: toTime(since.getTime()),
});

/** @param now ms UTC */
export const toInvitation = (row: Invitation, now: number): SpaceInvitationResponse => ({
  id: row.id,
  email: row.email,
  role: row.role,
  status: statusOf(row, now),
  invited_by: row.createdBy,
  created_at: toTime(row.createdAt.getTime()),
  expires_at: toTime(row.expiresAt.getTime()),
});

function statusOf(
  { acceptedAt, revokedAt, expiresAt }: Invitation,
  now: number,
): SpaceInvitationResponse['status'] {
  if (acceptedAt) return 'accepted';
  if (revokedAt) return 'revoked';
  return expiresAt.getTime() <= now ? 'expired' : 'open';
}
