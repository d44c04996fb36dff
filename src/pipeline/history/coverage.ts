import type { ChainName } from '../../domain/kernel/chain';
import { AppError, ERRORS, type ErrorCode } from '../../domain/kernel/errors';
import type { ChainProblem, StaleChain } from '../../domain/portfolio/rescan-rules';
import type { ChainAvailability } from '../../ports/upstream/history-source';
import type { JobOutcome } from '../../ports/work/jobs';
import type { ChainState } from '../../ports/storage/ledger-store';

/** A stored history is read on when it is older than this. */
export const FRESH_MS = 60_000;

/** What is known of one wallet's history, and what is not. */
export interface Coverage {
  /** Chains whose stored rows count: read through, or being read for the first time. */
  chains: ChainState[];
  /** Chains being read for the first time. */
  pending: ChainName[];
  /** Chains without any history to show; nothing of them is in the answer. */
  unavailable: ChainProblem[];
  /** Chains whose history is whole but not of now. */
  stale: StaleChain[];
  truncated: boolean;
  incomplete: boolean;
  /** Oldest completed pass of the chains read through, ms UTC; null before any. */
  indexedAt: number | null;
}

/** Nothing known, for the reasons given. */
export const noCoverage = (unavailable: ChainProblem[]): Coverage => ({
  chains: [],
  pending: [],
  unavailable,
  stale: [],
  truncated: false,
  incomplete: false,
  indexedAt: null,
});

/** True when no chain needs reading: every one was read through within FRESH_MS, or since a moment. */
export function isFresh(
  readable: readonly ChainName[],
  states: readonly ChainState[],
  now: number,
  since?: number,
): boolean {
  return readable.every((chain) => isChainFresh(stateOf(states, chain), now, since));
}

/** @param since ms UTC: a reading before it does not count, however recent */
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

/** True when the answer would be wrong without the job that runs: no chain read yet, or one never tried. */
export function mustWait(readable: readonly ChainName[], states: readonly ChainState[]): boolean {
  const found = readable.map((chain) => stateOf(states, chain));
  return (
    !found.some((state) => state?.complete) || found.some((state) => !state?.complete && !state?.errorCode)
  );
}

/**
 * Judges the stored states after the wait.
 * @param outcome of the indexing job; null when it still runs, undefined when none was needed
 * @throws AppError with the provider's code when nothing of any chain is known and nothing is being read
 * @source api.md 0 (several chains), reliability.md 2.7 rows 113, 114
 */
export function judge(
  availability: ChainAvailability,
  states: readonly ChainState[],
  outcome: JobOutcome | null | undefined,
  now: number,
): Coverage {
  const coverage = noCoverage(availability.unavailable.map(({ chain, code }) => ({ chain, code })));
  for (const chain of availability.readable) {
    const state = stateOf(states, chain);
    if (state?.complete) addComplete(coverage, state, outcome, now);
    // One that failed before and has not mended within the caller's patience is reported as it was last seen.
    else if (outcome === null && !state?.errorCode) addPending(coverage, chain, state);
    else coverage.unavailable.push({ chain, code: state?.errorCode ?? codeOf(outcome) });
  }
  if (coverage.chains.length === 0 && coverage.pending.length === 0 && coverage.unavailable.length > 0)
    throw refusal(availability, states, coverage.unavailable, outcome);
  return coverage;
}

/**
 * What the store knows, without anybody reading on: chains never read through are named, never shown in part.
 * @returns null when no chain was read through yet
 */
export function judgeStored(
  availability: ChainAvailability,
  states: readonly ChainState[],
  now: number,
): Coverage | null {
  const coverage = noCoverage(availability.unavailable.map(({ chain, code }) => ({ chain, code })));
  for (const chain of availability.readable) {
    const state = stateOf(states, chain);
    if (state?.complete) addComplete(coverage, state, undefined, now);
    else coverage.unavailable.push({ chain, code: state?.errorCode ?? 'WALLET_NOT_FOUND' });
  }
  return coverage.chains.length > 0 ? coverage : null;
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
  coverage.indexedAt = Math.min(coverage.indexedAt ?? indexedAt, indexedAt);
  // A job that ended well has read every chain, however long ago its first one was.
  const isCurrent = outcome?.status === 'completed' ? state.errorCode === null : isChainFresh(state, now);
  if (!isCurrent) coverage.stale.push({ chain: state.chain, code: state.errorCode, indexedAt });
}

function addPending(coverage: Coverage, chain: ChainName, state: ChainState | undefined): void {
  coverage.pending.push(chain);
  if (state) coverage.chains.push(state);
}

/** A failure that a retry may mend speaks before one that it cannot. */
function refusal(
  availability: ChainAvailability,
  states: readonly ChainState[],
  unavailable: readonly ChainProblem[],
  outcome: JobOutcome | null | undefined,
): AppError {
  const worst = unavailable.find(({ code }) => code !== 'PROVIDER_ENTITLEMENT_ERROR') ?? unavailable[0];
  const code = publicCode(worst?.code);
  const reason = availability.unavailable.find(({ chain }) => chain === worst?.chain)?.reason;
  const details =
    states.find((state) => state.chain === worst?.chain)?.errorDetails ??
    outcome?.errorDetails ??
    (reason === undefined ? {} : { provider: worst?.chain, error: reason });
  return new AppError(code, details);
}

/** Of a chain the job left without a word of its own. */
function codeOf(outcome: JobOutcome | null | undefined): string {
  if (outcome?.status === 'cancelled') return 'SERVICE_UNAVAILABLE';
  return outcome?.errorCode ?? 'INTERNAL_ERROR';
}

const publicCode = (code: string | undefined): ErrorCode =>
  code !== undefined && Object.hasOwn(ERRORS, code) ? (code as ErrorCode) : 'INTERNAL_ERROR';

const stateOf = (states: readonly ChainState[], chain: ChainName): ChainState | undefined =>
  states.find((state) => state.chain === chain);
