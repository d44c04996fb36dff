import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

const FORWARDED = /^(forwarded|via|x-forwarded-.+|x-original-.+|x-real-ip|x-client-ip|true-client-ip|cf-.+)$/;
/** A proxy that adds no header still passes on, or sets, a host name. */
const LOCAL_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

/**
 * Scrapers come from this machine or carry the token. Behind a local proxy every request comes from loopback: a
 * forwarded request, or one for another host name, needs the token.
 * @source operating.md (METRICS_TOKEN)
 */
export function mayScrape(request: IncomingMessage, token: string | undefined): boolean {
  const [scheme = '', given = ''] = (request.headers.authorization ?? '').split(' ');
  if (token !== undefined && scheme.toLowerCase() === 'bearer' && equal(given, token)) return true;
  const isForwarded = Object.keys(request.headers).some((name) => FORWARDED.test(name));
  return (
    isLoopback(request.socket.remoteAddress) && !isForwarded && LOCAL_HOST.test(request.headers.host ?? '')
  );
}

function isLoopback(address: string | undefined): boolean {
  return address !== undefined && ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

/** In constant time, so that the duration reveals nothing of the secret. */
function equal(given: string, token: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(token)];
  return one.length === other.length && timingSafeEqual(one, other);
}
