import type { ChainName } from '../../domain/kernel/chain';
import { AppError, ERRORS, type ErrorCode } from '../../domain/kernel/errors';
import type { ChainProblem, StaleChain } from '../../domain/portfolio/sync-status';
import type { ChainAvailability } from '../../ports/upstream/history-source';
import type { JobOutcome } from '../../ports/work/jobs';
import type { ChainState } from '../../ports/storage/raw-history-store';

const PROVIDER_CODES: ReadonlySet<string> = new Set<ErrorCode>([
  'DATA_PROVIDER_ERROR',
  'PROVIDER_ENTITLEMENT_ERROR',
]);

/** A stored history older than this is read again. */
export const FRESH_MS = 60_000;

/** The known and the missing parts of one wallet's history. */
export interface Coverage {
  /** Chains whose stored rows count: fully read, or in their first read. */
  chains: ChainState[];
  /** Chains in their first read. */
  pending: ChainName[];
  /** Chains without a usable history. The answer contains nothing from them. */
  unavailable: ChainProblem[];
  /** Chains whose history is complete but outdated. */
  stale: StaleChain[];
  truncated: boolean;
  incomplete: boolean;
  /** Chains that state another balance than their rows. */
  contradicted: ChainName[];
  /** Oldest completed read of the fully read chains, ms UTC. Null before any. */
  indexedAt: number | null;
}

/** Nothing is known, for the given reasons. */
export const noCoverage = (unavailable: ChainProblem[]): Coverage => ({
  chains: [],
  pending: [],
  unavailable,
  stale: [],
  truncated: false,
  incomplete: false,
  contradicted: [],
  indexedAt: null,
});

/** True when no chain needs a read: every chain was fully read within FRESH_MS, or since a given time. */
export function isFresh(
  readable: readonly ChainName[],
  states: readonly ChainState[],
  now: number,
  since?: number,
): boolean {
  return dueChains(readable, states, now, since).length === 0;
}

export const dueChains = (
  readable: readonly ChainName[],
  states: readonly ChainState[],
  now: number,
  since?: number,
): ChainName[] => readable.filter((chain) => !isChainFresh(stateOf(states, chain), now, since));

/** @param since ms UTC; an earlier read does not count, even a recent one */
export function isChainFresh(state: ChainState | undefined, now: number, since = -Infinity): boolean {
  return (
    state !== undefined &&
    state.complete &&
    state.errorCode === null &&
    state.indexedAt !== null &&
    now - state.indexedAt < FRESH_MS &&
    state.indexedAt >= since
  );
}

/** True after a read when the history was cleared meanwhile: a chain that is read ends complete or with a failure. */
export const isCleared = (readable: readonly ChainName[], states: readonly ChainState[]): boolean =>
  readable.some((chain) => {
    const state = stateOf(states, chain);
    return state !== undefined && !state.complete && state.errorCode === null;
  });

/** True when the answer is wrong without the active job: no chain is read yet, or one was never tried. */
export function mustWait(readable: readonly ChainName[], states: readonly ChainState[]): boolean {
  const found = readable.map((chain) => stateOf(states, chain));
  return (
    !found.some((state) => state?.complete) || found.some((state) => !state?.complete && !state?.errorCode)
  );
}

/**
 * Evaluates the stored states after the wait.
 * @param outcome of the indexing job; null when it is active, undefined when none was needed
 * @throws AppError with the provider's code when no chain has data and no read is active
 * @source api.md 0 (several chains), reliability.md 2.7 rows 113, 114
 */
export function coverageOf(
  availability: ChainAvailability,
  states: readonly ChainState[],
  outcome: JobOutcome | null | undefined,
  now: number,
): Coverage {
  const coverage = noCoverage([...availability.unavailable]);
  for (const chain of availability.readable) {
    const state = stateOf(states, chain);
    if (state?.complete) addComplete(coverage, state, outcome, now);
    // A chain that failed before and has not recovered within the wait is reported with its last state.
    else if (outcome === null && !state?.errorCode) addPending(coverage, chain, state);
    else coverage.unavailable.push(problemOf(chain, state?.errorCode ?? codeOf(outcome), availability));
  }
  if (coverage.chains.length === 0 && coverage.pending.length === 0 && coverage.unavailable.length > 0)
    throw refusal(states, coverage.unavailable, outcome);
  return coverage;
}

/** As `coverageOf`, with the failure beside the state: other wallets of the owner are answered without this one. */
export function foundCoverage(
  availability: ChainAvailability,
  states: readonly ChainState[],
  outcome: JobOutcome | null | undefined,
  now: number,
): { coverage: Coverage; failure: AppError | null } {
  try {
    return { coverage: coverageOf(availability, states, outcome, now), failure: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // Another wallet of the owner, or one with manual rows, is reported like a chain that cannot be read.
    const unavailable = [...availability.readable, ...availability.unavailable.map(({ chain }) => chain)];
    return {
      coverage: noCoverage(unavailable.map((chain) => ({ chain, code: error.code }))),
      failure: error,
    };
  }
}

/**
 * Reports the stored state without a new read. Chains that are not fully read are named, and their partial
 * rows are not shown. While no chain is fully read, every chain is named as not found.
 */
export function storedCoverage(
  availability: ChainAvailability,
  states: readonly ChainState[],
  now: number,
): Coverage {
  const coverage = noCoverage([...availability.unavailable]);
  for (const chain of availability.readable) {
    const state = stateOf(states, chain);
    if (state?.complete) addComplete(coverage, state, undefined, now);
    else coverage.unavailable.push(problemOf(chain, state?.errorCode ?? 'WALLET_NOT_FOUND', availability));
  }
  if (coverage.chains.length > 0) return coverage;
  return noCoverage(availability.readable.map((chain) => ({ chain, code: 'WALLET_NOT_FOUND' })));
}

function addComplete(
  coverage: Coverage,
  state: ChainState,
  outcome: JobOutcome | null | undefined,
  now: number,
): void {
  const indexedAt = state.indexedAt ?? 0;
  coverage.chains.push(state);
  coverage.truncated ||= state.truncated;
  coverage.incomplete ||= state.incomplete;
  if (state.contradicted) coverage.contradicted.push(state.chain);
  coverage.indexedAt = Math.min(coverage.indexedAt ?? indexedAt, indexedAt);
  // A job that ended successfully has read every chain, even when its first chain was read long ago.
  const isCurrent = outcome?.status === 'completed' ? state.errorCode === null : isChainFresh(state, now);
  if (!isCurrent) coverage.stale.push({ chain: state.chain, code: state.errorCode, indexedAt });
}

function addPending(coverage: Coverage, chain: ChainName, state: ChainState | undefined): void {
  coverage.pending.push(chain);
  if (state) coverage.chains.push(state);
}

/** A chain whose provider failed, with what the operator can do about it. */
function problemOf(chain: ChainName, code: string, { advice }: ChainAvailability): ChainProblem {
  const reason = PROVIDER_CODES.has(code) ? advice?.[chain] : undefined;
  return { chain, code, ...(reason !== undefined && { reason }) };
}

/** A retryable failure is reported before a permanent one. */
function refusal(
  states: readonly ChainState[],
  unavailable: readonly ChainProblem[],
  outcome: JobOutcome | null | undefined,
): AppError {
  const worst = unavailable.find(({ code }) => code !== 'PROVIDER_ENTITLEMENT_ERROR') ?? unavailable[0];
  const code = publicCode(worst?.code);
  const failure =
    states.find((state) => state.chain === worst?.chain)?.errorDetails ?? outcome?.errorDetails ?? null;
  const { chain, reason } = worst ?? {};
  if (reason === undefined) return new AppError(code, failure ?? {});
  return new AppError(code, failure ? { ...failure, reason } : { provider: chain, error: reason });
}

/** Reason for a chain on which the job recorded no result. */
function codeOf(outcome: JobOutcome | null | undefined): string {
  if (outcome === null || outcome === undefined) return 'INTERNAL_ERROR';
  // The history was cleared while the job read it, or after that: the next request reads it.
  const isWithout = outcome.status !== 'failed' || outcome.errorCode === 'CONFLICT';
  return isWithout ? 'SERVICE_UNAVAILABLE' : (outcome.errorCode ?? 'INTERNAL_ERROR');
}

const publicCode = (code: string | undefined): ErrorCode =>
  code !== undefined && Object.hasOwn(ERRORS, code) ? (code as ErrorCode) : 'INTERNAL_ERROR';

export const stateOf = (states: readonly ChainState[], chain: ChainName): ChainState | undefined =>
  states.find((state) => state.chain === chain);
