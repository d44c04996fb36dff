import type { Config } from '../../config/env';
import type { CallerKind } from '../../ports/work/compute';

interface Share {
  /** Most threads of callers of this kind, of `all`. */
  threads: (all: number) => number;
  perCaller: (all: number) => number;
  waiting: number;
  waitingPerCaller: number;
  /** Variable with the time limit from the request to the result. */
  limit: 'COMPUTE_ANONYMOUS_TIMEOUT_MS' | 'COMPUTE_TIMEOUT_MS' | 'COMPUTE_BACKGROUND_TIMEOUT_MS';
}

const third = (all: number): number => Math.max(1, Math.floor(all / 3));
const allButOne = (all: number): number => Math.max(1, all - 1);
const one = (): number => 1;
const every = (all: number): number => all;

/**
 * SHARES: kind of caller -> its part of the threads. Of at least two threads, anonymous callers occupy at most
 * half. Of at least three, one is always left for callers with a credential.
 */
export const SHARES: Readonly<Record<CallerKind, Share>> = {
  paid: {
    threads: every,
    perCaller: allButOne,
    waiting: 32,
    waitingPerCaller: 8,
    limit: 'COMPUTE_TIMEOUT_MS',
  },
  partner: {
    threads: every,
    perCaller: allButOne,
    waiting: 32,
    waitingPerCaller: 16,
    limit: 'COMPUTE_TIMEOUT_MS',
  },
  free: { threads: allButOne, perCaller: one, waiting: 32, waitingPerCaller: 4, limit: 'COMPUTE_TIMEOUT_MS' },
  anonymous: {
    threads: third,
    perCaller: third,
    waiting: 16,
    waitingPerCaller: 4,
    limit: 'COMPUTE_ANONYMOUS_TIMEOUT_MS',
  },
  background: {
    threads: third,
    perCaller: third,
    waiting: 1_000,
    waitingPerCaller: 1_000,
    limit: 'COMPUTE_BACKGROUND_TIMEOUT_MS',
  },
};

/** Milliseconds from the request to the result. */
export const timeLimit = (config: Config, kind: CallerKind): number => config[SHARES[kind].limit];
