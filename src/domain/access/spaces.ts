/** SPACE_ROLES: member of a space -> what the member may write there. Every member reads. @source docs/adr/0043 */
const SPACE_ROLES = {
  owner: ['question', 'report', 'decision', 'ownership'],
  preparer: ['question', 'report', 'decision'],
  reviewer: ['question', 'report'],
  reader: ['question'],
} as const satisfies Record<string, readonly SpaceWrite[]>;

/**
 * What a route of a space writes. `question`: nothing, its body only asks. `report`: jobs and their results.
 * `decision`: what figures follow from. `ownership`: sources, webhooks, filed years, members.
 */
export type SpaceWrite = 'question' | 'report' | 'decision' | 'ownership';

export type SpaceRole = keyof typeof SPACE_ROLES;
export const ROLES_OF_SPACES = Object.keys(SPACE_ROLES) as readonly SpaceRole[];

/** The space that a caller acts in. */
export interface SpaceAccess {
  /** Of the portfolio, and of the records. */
  id: string;
  ownerId: string;
  callerId: string;
  role: SpaceRole;
}

export const mayWrite = (role: SpaceRole, what: SpaceWrite): boolean =>
  (SPACE_ROLES[role] as readonly SpaceWrite[]).includes(what);
