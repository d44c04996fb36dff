import type { Permission } from '../../domain/access/permissions';
import type { CredentialKind } from './credential';
import type { Access } from './decorators';

/** A credential of another kind counts as none. */
export const ACCEPTED = {
  public: [],
  data: ['session', 'api_key', 'partner'],
  optional: ['session', 'api_key', 'partner'],
  user: ['session', 'api_key'],
  session: ['session'],
  key: ['api_key'],
  'session-or-key': ['session'],
  partner: ['partner'],
  'optional-partner': ['partner'],
  admin: ['session', 'api_key'],
  scraper: [],
} as const satisfies Record<Access['kind'], readonly CredentialKind[]>;

/** CHALLENGES: kind of credential -> how a client presents it. Only the first scheme is registered for HTTP. */
const CHALLENGES = {
  session: 'Bearer realm="api"',
  api_key: 'ApiKey realm="api", header="X-API-Key"',
  partner: 'PartnerKey realm="api", header="X-Partner-Key"',
} as const satisfies Record<CredentialKind, string>;

const NAMES = {
  session: 'a session (Authorization: Bearer)',
  api_key: 'an API key (X-API-Key)',
  partner: 'a partner key (X-Partner-Key)',
} as const satisfies Record<CredentialKind, string>;

/** Where a client of `/mcp` reads how to authenticate. @source RFC 9728 */
export const METADATA_PATH = '/.well-known/oauth-protected-resource';

/** Added to the 401 of `/mcp`. */
export const metadataChallenge = (base: string): string =>
  `Bearer resource_metadata="${base.replace(/\/+$/, '')}${METADATA_PATH}/mcp"`;

/** `WWW-Authenticate` of a 401. @param accepted kinds of the route; an empty list means a session */
export const challengeOf = (accepted: readonly CredentialKind[]): string =>
  (accepted.length === 0 ? (['session'] as const) : accepted).map((kind) => CHALLENGES[kind]).join(', ');

export const invalidText = (kind: CredentialKind): string =>
  `The credential is not valid: ${NAMES[kind]} that is in force is needed`;

export const acceptedText = (accepted: readonly CredentialKind[]): string =>
  `This route takes ${accepted.map((kind) => NAMES[kind]).join(' or ')}`;

export const forbiddenText = (required: Permission): string =>
  `The API key does not hold the permission ${required}`;

export const OPERATOR_TEXT =
  'This route takes the session of an operator, or an API key that holds admin:api-keys';
