import type { Principal } from '../domain/access/principal';
import type { CallerKind, ComputeOrder } from '../ports/work/compute';
import { clientOf } from './rate-limit/client';
import type { RequestContext } from './request-context';

/** The order of a task that a request waits for. @param size in the unit of the task */
export const computeOrder = (
  { principal, ip, signal }: RequestContext,
  size: number,
): ComputeOrder & { signal: AbortSignal } => ({
  caller: { kind: kindOf(principal), id: clientOf(principal, ip) },
  size,
  signal,
});

function kindOf(principal: Principal): CallerKind {
  if (principal.kind === 'anonymous' || principal.kind === 'partner') return principal.kind;
  return principal.plan === 'free' && !principal.isOperator ? 'free' : 'paid';
}
