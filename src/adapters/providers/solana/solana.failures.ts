import { z } from 'zod';
import type { FailureRule } from '../../upstream/answer';
import type { FailureKind } from '../../upstream/upstream-failure';

/** Numbers of a response can be parsed as text. */
const code = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d+$/)
    .transform(Number),
]);
export const rpcError = z.object({ code, message: z.string().default('') });
const failed = z.object({ error: rpcError });

/**
 * The node has lost the data or cannot return it. The history marks it as missing.
 * @source providers.md 1.3; Solana RPC custom errors
 */
const LOST: ReadonlySet<number> = new Set([-32001, -32007, -32009, -32011, -32015]);
export const isLost = (error: { code: number }): boolean => LOST.has(error.code);

const CODES: Readonly<Record<number, FailureKind>> = {
  [-32600]: 'rejected',
  [-32601]: 'unsupported',
  [-32602]: 'rejected',
  [-32401]: 'entitlement',
  [-32403]: 'entitlement',
  [-32429]: 'rate',
  429: 'rate',
};
const RATE_WORDS = /rate|too many|limit/i;

/** JSON-RPC errors use HTTP 200. A node that is behind, starting or busy recovers on its own. */
export const solanaFailure: FailureRule = ({ status, json }) => {
  const { data } = failed.safeParse(json);
  if (!data || status < 200 || status >= 300 || isLost(data.error)) return null;
  const { code: number, message } = data.error;
  const kind = CODES[number] ?? (RATE_WORDS.test(message) ? 'rate' : 'transient');
  return { kind, text: `${number}: ${message || 'refused without a reason'}` };
};
