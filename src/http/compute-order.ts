import type { Principal } from '../domain/access/principal';
import type { CallerKind, ComputeCaller, ComputeOrder } from '../ports/work/compute';
import { clientOf } from './rate-limit/client';
import type { RequestContext } from './request-context';

/** Spaces add no shares: the work of all is that of the caller, on the plan of the space. */
export const computeCaller = ({ principal, caller, ip, signal }: RequestContext): ComputeCaller => ({
  caller: { kind: kindOf(principal), id: clientOf(caller, ip) },
  signal,
});

/** @param size in the unit of the task */
export const computeOrder = (context: RequestContext, size: number): ComputeOrder => ({
  ...computeCaller(context),
  size,
});

function kindOf(principal: Principal): CallerKind {
  if (principal.kind === 'anonymous' || principal.kind === 'partner') return principal.kind;
  return principal.plan === 'free' && !principal.isOperator ? 'free' : 'paid';
}
