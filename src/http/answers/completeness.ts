import type { Siblings } from '../reply';

/**
 * What every answer about a history states about its completeness, whether something is missing or not: a list that is
 * empty because nothing is known looks like the list of an empty wallet.
 * @source integrators.md 7.1, 7.3
 */
export interface Completeness {
  partial: boolean;
  still_indexing: boolean;
  balances_pending: boolean;
  unavailable_chains: readonly unknown[];
  is_limited: boolean;
}

/** Set on handlers whose answers rest on a history. */
export const STATES_COMPLETENESS = 'http:states-completeness';

const NOTHING_MISSING = { balances_pending: false, unavailable_chains: [] };

/**
 * @param meta the notes that the answer has: they are kept
 * @param data fields of the same name count as notes
 */
export function withCompleteness(
  meta: Readonly<Record<string, unknown>> = {},
  data: unknown = undefined,
  isPartial?: boolean,
): Readonly<Record<string, unknown>> & Completeness {
  const stated = (isRecord(data) ? data : {}) as { partial?: unknown; is_limited?: unknown };
  const isPending = meta['balances_pending'] === true || meta['prices_pending'] === true;
  const partial = isPartial ?? (typeof stated.partial === 'boolean' ? stated.partial : isPending);
  return {
    ...{ partial, still_indexing: partial, ...NOTHING_MISSING },
    is_limited: stated.is_limited === true,
    ...meta,
  };
}

/** Beside `data`, `partial` stands where it is true: a client that reads no `meta` sees it. */
export function stated(data: unknown, siblings: Siblings): Siblings {
  const meta = withCompleteness(siblings.meta, data, siblings.partial);
  return { ...siblings, ...(meta.partial && { partial: true, still_indexing: true }), meta };
}

/** Seconds after which a partial answer is worth another request, as the progress of the reading estimates them. */
export function retryAfter({ partial, meta }: Siblings): number | null {
  if (partial !== true) return null;
  const { eta_seconds: eta } = (meta?.['progress'] ?? {}) as { eta_seconds?: number | null };
  return Math.min(Math.max(eta ?? SOON, SOON), LATEST);
}

const SOON = 2;
const LATEST = 30;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
