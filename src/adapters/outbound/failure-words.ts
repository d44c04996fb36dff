const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  EPIPE: 'connection reset',
  ETIMEDOUT: 'connection timed out',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'network unreachable',
  ENOTFOUND: 'name not found',
  ENODATA: 'name has no address',
  ESERVFAIL: 'name lookup failed',
  ETIMEOUT: 'name lookup timed out',
  EREFUSED: 'name lookup refused',
  CERT_HAS_EXPIRED: 'TLS certificate expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'TLS certificate self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'TLS certificate self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'TLS certificate not trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'TLS certificate not trusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'TLS certificate is for another name',
};

export const NOT_ALLOWED = 'destination not allowed';

export function failureWords(error: unknown): string {
  const code: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined;
  if (typeof code !== 'string') return 'connection failed';
  const known = WORDS[code];
  if (known !== undefined) return known;
  if (code.startsWith('HPE_')) return 'answer is not HTTP';
  if (/^(ERR_SSL|ERR_TLS|CERT_)/.test(code) || code === 'EPROTO') return 'TLS handshake failed';
  return 'connection failed';
}
