import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/**
 * Marks requests that a tool of this process makes of its own routes. Such a request may reach a route that takes only
 * sessions otherwise, when the route declares it: the tool has shown a preview, and the user has agreed.
 */
const HEADER = 'x-from-tools';
/** Known to this process only, and never stored. */
const PROOF = randomBytes(32);

export const fromTools = (): Record<string, string> => ({ [HEADER]: PROOF.toString('base64url') });

export function isFromTools({ headers }: IncomingMessage): boolean {
  const given = Buffer.from(String(headers[HEADER] ?? ''), 'base64url');
  return given.length === PROOF.length && timingSafeEqual(given, PROOF);
}
