import { setMaxListeners } from 'node:events';
import type { Principal } from '../domain/access/principal';

/** How long one request may wait for work that goes on without it. */
export interface Budget {
  /** Clock milliseconds after which what is known so far is the answer. */
  readonly deadline: number;
  /** True where a history not read through is no answer: then only `signal` ends the wait for it. */
  readonly wholeHistory: boolean;
  /** Aborted when the client goes away or the wall clock of the request strikes. */
  readonly signal: AbortSignal;
  /** Whose additions to the history count; without one, what the chain says. */
  readonly userId?: string;
  /** ms UTC: the subject is read again unless it was read after this; without it a reading of the last minute counts. */
  readonly since?: number;
}

/** The part of a request's context that budgets are made of. */
export interface Caller {
  readonly startedAt: number;
  readonly signal: AbortSignal;
  readonly principal?: Principal;
}

/** The user a caller is, or acts for. */
export const userOf = (principal: Principal | undefined): string | undefined =>
  principal && 'userId' in principal ? principal.userId : undefined;

/** Of the wall clock of a heavy request, the part that may go into waiting; the rest is for computing and writing. */
const WAITING_SHARE = 0.8;

/** @source api.md 7 (partial budget) */
export const partialBudget = (caller: Caller, budgetMs: number): Budget => ({
  deadline: caller.startedAt + budgetMs,
  wholeHistory: false,
  signal: caller.signal,
  userId: userOf(caller.principal),
});

/** For answers that have no word for "partial": they wait for the history, and state prices that are still out. */
export const wholeBudget = (caller: Caller, timeoutMs: number): Budget => ({
  deadline: caller.startedAt + timeoutMs * WAITING_SHARE,
  wholeHistory: true,
  signal: caller.signal,
  userId: userOf(caller.principal),
});

const DAY_MS = 86_400_000;

/** Background work waits as long as it must: only its own end stops it. @param now ms UTC */
export const unhurriedBudget = (signal: AbortSignal, now: number, userId?: string): Budget => ({
  deadline: now + DAY_MS,
  wholeHistory: true,
  signal,
  userId,
});

/** Node fires a longer timer at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Runs `work` with a signal that aborts after `ms` or together with `outer`. Timer and listener are always released
 * (`AbortSignal.any` would keep both alive as long as the longer of the two).
 */
export async function within<T>(
  ms: number,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const inner = new AbortController();
  const abort = () => inner.abort(outer.aborted ? outer.reason : undefined);
  const timer = setTimeout(abort, Math.min(Math.max(0, Math.ceil(ms)), LONGEST_TIMER_MS));
  // A hundred wallets may be waited for under one signal: that is no leak.
  setMaxListeners(0, outer);
  outer.addEventListener('abort', abort, { once: true });
  if (outer.aborted) abort();
  try {
    return await work(inner.signal);
  } finally {
    clearTimeout(timer);
    outer.removeEventListener('abort', abort);
  }
}

/**
 * One of several answers: its signal ends with the budget, so that it keeps none of the others waiting.
 * @param now ms UTC
 * @returns null when it was not there by the deadline; what it waited for goes on
 */
export function inItsTime<T>(
  budget: Budget,
  now: number,
  work: (own: Budget) => Promise<T>,
): Promise<T | null> {
  return within(budget.deadline - now, budget.signal, async (signal) => {
    try {
      return await work({ ...budget, signal });
    } catch (error) {
      if (signal.aborted && !budget.signal.aborted) return null;
      throw error;
    }
  });
}

/** The result, or null when it is not there after `ms`; the work itself goes on. */
export function atMost<T>(ms: number, outer: AbortSignal, work: Promise<T>): Promise<T | null> {
  return within(ms, outer, (signal) => Promise.race([work, aborted(signal)]));
}

function aborted(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(null);
    else signal.addEventListener('abort', () => resolve(null), { once: true });
  });
}

/** Lets other requests run between two stretches of computing. */
export const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
