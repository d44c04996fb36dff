import { toTime } from '../../presenters/sync-status.presenter';
import type { InvitationRow, MemberRow } from './members.repository';
import type { SpaceInvitationResponse, SpaceMemberResponse } from './members.shapes.dto';

export const toMember = ({ userId, email, fullName, role, since }: MemberRow): SpaceMemberResponse => ({
  user_id: userId,
  email,
  full_name: fullName,
  role,
  since: toTime(since.getTime()),
});

/** @param now ms UTC */
export const toInvitation = (row: InvitationRow, now: number): SpaceInvitationResponse => ({
  id: row.id,
  email: row.email,
  role: row.role,
  status: statusOf(row, now),
  invited_by: row.createdBy,
  created_at: toTime(row.createdAt.getTime()),
  expires_at: toTime(row.expiresAt.getTime()),
});

function statusOf(
  { acceptedAt, revokedAt, expiresAt }: InvitationRow,
  now: number,
): SpaceInvitationResponse['status'] {
  if (acceptedAt) return 'accepted';
  if (revokedAt) return 'revoked';
  return expiresAt.getTime() <= now ? 'expired' : 'open';
}
