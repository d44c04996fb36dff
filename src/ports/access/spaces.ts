import type { SpaceAccess } from '../../domain/access/spaces';

/** Who may act in which space. */
export abstract class Spaces {
  /** @returns null for a space that does not exist, and for one of which the account is no member */
  abstract of(callerId: string, spaceId: string): Promise<SpaceAccess | null>;
}

/** The records of a space are those of an account. */
export abstract class SpaceRecords {
  /** Deletes the space with everything that belongs to it. */
  abstract erase(spaceId: string): Promise<void>;
}

export abstract class SpaceInvitations {
  /** A new token: an earlier one of the invitation is void. @returns null for an invitation that is not open */
  abstract issue(invitationId: string): Promise<string | null>;
}
