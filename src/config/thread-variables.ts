import { count, flag, optionalCount } from './variable-types';

/** Variables of threads: of the one for jobs, and of those for calculations. */
export const THREAD_VARIABLES = {
  BACKGROUND_THREAD: {
    type: flag(true),
    doc: 'a process that serves requests and runs background jobs runs the jobs in a thread of their own; `false`: between the requests, which takes less memory and makes requests wait for jobs',
  },
  COMPUTE_THREADS: {
    type: optionalCount(2),
    doc: 'threads for calculations, at least 2; default: the number of cores, at least 3',
  },
  COMPUTE_MEMORY_MB: {
    type: count(512, 64),
    doc: 'memory of one calculation; beyond it the calculation is stopped',
  },
  COMPUTE_TIMEOUT_MS: { type: count(40000), doc: 'time limit of a calculation, its wait included' },
  COMPUTE_ANONYMOUS_TIMEOUT_MS: { type: count(5000), doc: 'the same for callers without a credential' },
  COMPUTE_BACKGROUND_TIMEOUT_MS: { type: count(600000), doc: 'the same for background jobs' },
} as const;
