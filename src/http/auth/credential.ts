import type { Request } from 'express';

export type CredentialKind = 'session' | 'api_key' | 'partner';

export interface Credential {
  kind: CredentialKind;
  /** Null for a header without a usable value. The credential is checked all the same. */
  secret: string | null;
  isCookie: boolean;
}

export const PARTNER_KEY_PARAMETER = 'partner_key';

const MAX_SECRET_CHARS = 8192;

/**
 * The first credential present, in the order Authorization, X-API-Key, X-Partner-Key, `partner_key`, cookie. A bad
 * one never falls through to the next.
 * @param keyFirst audit routes name X-API-Key, so it goes before Authorization there
 * @source api.md 0
 */
export function credentialOf(request: Request, keyFirst: boolean): Credential | null {
  const readers = keyFirst ? [apiKey, bearer, partner, cookie] : [bearer, apiKey, partner, cookie];
  for (const read of readers) {
    const credential = read(request);
    if (credential) return credential;
  }
  return null;
}

export const partnerCredentialOf = (request: Request): Credential | null => partner(request);

/** Also reads `Authorization: Bearer`. */
export const keyCredentialOf = (request: Request): Credential | null => apiKey(request) ?? bearerKey(request);

/** Null for a missing or unusable secret. */
export const sessionTokenOf = (request: Request): string | null =>
  (bearer(request) ?? cookie(request))?.secret ?? null;
export const apiKeyOf = (request: Request): string | null => keyCredentialOf(request)?.secret ?? null;
export const partnerKeyOf = (request: Request): string | null => partner(request)?.secret ?? null;

const bearer = (request: Request): Credential | null => {
  const values = headerValues(request, 'authorization');
  if (values.length === 0) return null;
  const token = values.length === 1 ? /^Bearer +([^\s]+)$/i.exec(values[0] ?? '')?.[1] : undefined;
  return found('session', token);
};

const bearerKey = (request: Request): Credential | null => {
  const token = bearer(request)?.secret;
  return token?.startsWith('cbk_') === true ? found('api_key', token) : null;
};

const apiKey = (request: Request): Credential | null => fromHeader(request, 'x-api-key', 'api_key');

const partner = (request: Request): Credential | null => {
  const header = fromHeader(request, 'x-partner-key', 'partner');
  const query = request.query[PARTNER_KEY_PARAMETER];
  if (header || query === undefined) return header;
  return found('partner', typeof query === 'string' ? query : undefined);
};

const cookie = (request: Request): Credential | null => {
  const token: unknown = (request.cookies as Record<string, unknown> | undefined)?.['access_token'];
  return token === undefined
    ? null
    : { ...found('session', typeof token === 'string' ? token : undefined), isCookie: true };
};

function fromHeader(request: Request, name: string, kind: CredentialKind): Credential | null {
  const values = headerValues(request, name);
  return values.length === 0 ? null : found(kind, values.length === 1 ? values[0] : undefined);
}

const found = (kind: CredentialKind, secret: string | undefined): Credential => ({
  kind,
  secret: secret && secret.length <= MAX_SECRET_CHARS ? secret : null,
  isCookie: false,
});

/** From the raw list: Node silently drops a second Authorization header. Two credentials count as none. */
const headerValues = ({ rawHeaders }: Request, name: string): string[] =>
  rawHeaders.filter((_, i) => i % 2 === 1 && rawHeaders[i - 1]?.toLowerCase() === name);
