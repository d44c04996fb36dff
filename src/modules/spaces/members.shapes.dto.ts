import { ApiProperty } from '@nestjs/swagger';
import { ROLES_OF_SPACES, type SpaceRole } from '../../domain/access/spaces';

export class SpaceMemberResponse {
  /** @example "5d1f6a02-8c1e-4b7a-9a57-1c2d3e4f5a6b" */
  user_id!: string;
  /** @example "ada@example.com" */
  email!: string;
  /** @example "Ada Lovelace" */
  full_name!: string;
  @ApiProperty({ enum: ROLES_OF_SPACES, example: 'preparer' })
  role!: SpaceRole;
  /** @example "2026-01-31T12:00:00.000Z" */
  joined_at!: string;
}

export class RemovedMemberResponse {
  deleted!: true;
  /** @example "5d1f6a02-8c1e-4b7a-9a57-1c2d3e4f5a6b" */
  user_id!: string;
}

const STATES = ['open', 'accepted', 'revoked', 'expired'] as const;

export class SpaceInvitationResponse {
  /** @example "9a3c1f2e-6d4a-4f0b-9a57-1c2d3e4f5a6b" */
  id!: string;
  /** @example "bob@example.com" */
  email!: string;
  @ApiProperty({ enum: ROLES_OF_SPACES, example: 'reviewer' })
  role!: SpaceRole;
  @ApiProperty({ enum: STATES, example: 'open' })
  status!: (typeof STATES)[number];
  /** Null when that account was deleted. @example "5d1f6a02-8c1e-4b7a-9a57-1c2d3e4f5a6b" */
  invited_by!: string | null;
  /** @example "2026-01-31T12:00:00.000Z" */
  created_at!: string;
  /** @example "2026-02-07T12:00:00.000Z" */
  expires_at!: string;
}

export class RevokedInvitationResponse {
  revoked!: true;
  /** @example "9a3c1f2e-6d4a-4f0b-9a57-1c2d3e4f5a6b" */
  id!: string;
}

export class AcceptedInvitationResponse {
  /** @example "3f2b8c1e-6d4a-4f0b-9a57-1c2d3e4f5a6b" */
  space_id!: string;
  @ApiProperty({ enum: ROLES_OF_SPACES, example: 'reviewer' })
  role!: SpaceRole;
}
