import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

/** Headers by which a proxy shows that a request is not its own. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/**
 * Whether a request may read what is measured: it comes from this machine, or carries the token. Behind a proxy of
 * this machine every request comes from loopback, so one that was forwarded needs the token.
 * @source operating.md (METRICS_TOKEN)
 */
export function mayScrape(request: IncomingMessage, token: string | undefined): boolean {
  const [scheme = '', given = ''] = (request.headers.authorization ?? '').split(' ');
  if (token !== undefined && scheme.toLowerCase() === 'bearer' && equal(given, token)) return true;
  return isLoopback(request.socket.remoteAddress) && !FORWARDED.some((name) => name in request.headers);
}

function isLoopback(address: string | undefined): boolean {
  return address !== undefined && ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

/** Compared in constant time, so that the duration shows nothing of the secret. */
function equal(given: string, token: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(token)];
  return one.length === other.length && timingSafeEqual(one, other);
}
