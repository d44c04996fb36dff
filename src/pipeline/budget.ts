import { setMaxListeners } from 'node:events';
import { asUser, type Principal } from '../domain/access/principal';
import { requesterOf, type Requester } from '../domain/jobs/requester';
import { userOfOwner } from '../domain/jobs/user-job';
import { DAY_MS } from '../domain/kernel/durations';
import type { Clock } from '../ports/clock';
import type { KnownStates } from '../ports/storage/raw-history-store';

/** The time limits of one request for work that continues without it. */
export interface Budget {
  /** Clock milliseconds after which the request returns what is known so far. */
  readonly deadline: number;
  /** True when an incomplete history is not an acceptable answer: then only `signal` ends the wait. */
  readonly wholeHistory: boolean;
  /** Aborted when the client disconnects or the total time limit of the request expires. */
  readonly signal: AbortSignal;
  /** True for background work: it also waits for reads of upstreams whose circuit is open. */
  readonly isPatient?: boolean;
  /** User whose manual additions to the history count. Without a user, only on-chain data counts. */
  readonly userId?: string;
  /** The caller that ordered reads are charged to. Default: the service. */
  readonly requester?: Requester;
  /**
   * ms UTC. The wallet is read again unless it was read after this time. Default: a read within the last
   * minute counts.
   */
  readonly since?: number;
  /** States that the request has read already. */
  readonly knownStates?: KnownStates;
}

/** The fields of a request context that a budget needs. */
export interface Caller {
  readonly startedAt: number;
  readonly signal: AbortSignal;
  readonly principal?: Principal;
  /** From `clientNetwork`. */
  readonly network?: string;
  readonly knownStates?: KnownStates;
}

const UNKNOWN_NETWORK = 'unknown';

const callerOf = ({ principal, network, knownStates }: Caller) => ({
  knownStates,
  userId: asUser(principal)?.userId,
  requester: principal ? requesterOf(principal, network ?? UNKNOWN_NETWORK) : null,
});

/** Share of the total time of a heavy request that waiting can use. The rest is for computing and writing. */
const WAITING_SHARE = 0.8;

/** @source api.md 7 (partial budget) */
export const partialBudget = (caller: Caller, budgetMs: number): Budget => ({
  deadline: caller.startedAt + budgetMs,
  wholeHistory: false,
  signal: caller.signal,
  ...callerOf(caller),
});

/** For answers that cannot be partial: they wait for the history, and mark prices that are pending. */
export const wholeBudget = (caller: Caller, timeoutMs: number): Budget => ({
  deadline: caller.startedAt + timeoutMs * WAITING_SHARE,
  wholeHistory: true,
  signal: caller.signal,
  ...callerOf(caller),
});

/**
 * Background work has no deadline: only its own signal ends it.
 * @param now ms UTC
 * @param owner of the job, from `ownerOf`
 */
export const unhurriedBudget = (signal: AbortSignal, now: number, owner: Requester): Budget => ({
  deadline: now + DAY_MS,
  wholeHistory: true,
  isPatient: true,
  signal,
  userId: userOfOwner(owner),
  requester: owner,
});

/** Node fires a longer timer immediately. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Runs `work` with a signal that aborts after `ms` or together with `outer`. Timer and listener are always
 * released (`AbortSignal.any` would keep both alive as long as the longer of the two).
 */
export async function within<T>(
  clock: Clock,
  ms: number,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const inner = new AbortController();
  const abort = () => inner.abort(outer.aborted ? outer.reason : undefined);
  const timer = clock.setTimeout(abort, Math.min(Math.max(0, Math.ceil(ms)), LONGEST_TIMER_MS));
  // A hundred wallets can wait on one signal. This is not a leak.
  setMaxListeners(0, outer);
  outer.addEventListener('abort', abort, { once: true });
  if (outer.aborted) abort();
  try {
    return await work(inner.signal);
  } finally {
    clock.clearTimeout(timer);
    outer.removeEventListener('abort', abort);
  }
}

/**
 * Runs one of several answers. Its signal ends with the budget, so that it does not delay the others.
 * @returns null when the result is not ready by the deadline; the underlying work continues
 */
export function inItsTime<T>(
  clock: Clock,
  budget: Budget,
  work: (own: Budget) => Promise<T>,
): Promise<T | null> {
  return within(clock, budget.deadline - clock.now(), budget.signal, async (signal) => {
    try {
      return await work({ ...budget, signal });
    } catch (error) {
      if (signal.aborted && !budget.signal.aborted) return null;
      throw error;
    }
  });
}

/** Returns the result, or null when it is not ready after `ms`. The work continues. */
export function atMost<T>(clock: Clock, ms: number, outer: AbortSignal, work: Promise<T>): Promise<T | null> {
  return within(clock, ms, outer, (signal) => Promise.race([work, aborted(signal)]));
}

function aborted(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(null);
    else signal.addEventListener('abort', () => resolve(null), { once: true });
  });
}
