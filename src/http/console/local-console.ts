import type { Request } from 'express';
import type { Config } from '../../config/env';
import type { Principal } from '../../domain/access/principal';

/** A page of another origin cannot send this header without a preflight, which no rule allows. */
const CONSOLE_HEADER = 'x-console';

/** A proxy adds these headers, so the request did not come directly from this machine. */
const FORWARDING = /^(forwarded|via|x-forwarded-.*|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip)$/;
/** Names that resolve to this machine without a name server. */
const LOCAL_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i;

/**
 * Whether the console on this machine is served without an account under CONSOLE_PUBLIC_READ. False with a forwarding
 * header (local proxy), another Host (DNS rebinding) or a foreign Origin.
 * @source operating.md, CONSOLE_PUBLIC_READ
 */
export function isLocalConsole(
  request: Request,
  { CONSOLE, CONSOLE_PUBLIC_READ }: Pick<Config, 'CONSOLE' | 'CONSOLE_PUBLIC_READ'>,
): boolean {
  if (CONSOLE !== 'on' || !CONSOLE_PUBLIC_READ) return false;
  if (request.headers[CONSOLE_HEADER] !== '1') return false;
  if (Object.keys(request.headers).some((name) => FORWARDING.test(name))) return false;
  const { host, origin } = request.headers;
  if (host === undefined || !LOCAL_HOST.test(host)) return false;
  if (origin !== undefined && origin.toLowerCase() !== `http://${host.toLowerCase()}`) return false;
  const site = request.headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin';
}

/** Reads as a partner does, and owns nothing. */
export const CONSOLE_READER: Principal = {
  kind: 'partner',
  partnerId: '00000000-0000-0000-0000-000000000000',
  name: 'console',
};
