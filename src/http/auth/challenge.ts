import type { CredentialKind } from './credential';

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

/** The header `WWW-Authenticate` of a 401. @param accepted what the route takes; of a sign-in nothing, then a session is meant */
export const challengeOf = (accepted: readonly CredentialKind[]): string =>
  (accepted.length === 0 ? (['session'] as const) : accepted).map((kind) => CHALLENGES[kind]).join(', ');

/** For a caller whose credential is of a kind that the route does not take. */
export const acceptedText = (accepted: readonly CredentialKind[]): string =>
  `This route takes ${accepted.map((kind) => NAMES[kind]).join(' or ')}`;
