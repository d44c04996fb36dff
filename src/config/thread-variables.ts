import { availableParallelism, totalmem } from 'node:os';
import { count, optionalCount, optionalFlag } from './variable-types';

export const THREAD_VARIABLES = {
  BACKGROUND_THREAD: {
    type: optionalFlag(),
    doc: 'a process that serves requests and runs background jobs runs the jobs in a thread of their own; `false`: between the requests, which takes less memory and makes requests wait for jobs; default: true with at least 2 cores and 2 GB of memory',
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

/** With three threads, one stays free for callers with a credential. */
const FEWEST_THREADS = 3;
/** Bytes. Each of the two threads has its own heap, and a large wallet can be in both. */
const MEMORY_OF_TWO = 2e9;

/** Depend on the cores and the memory of the machine or its container. */
export const threadDefaults = () => ({
  BACKGROUND_THREAD:
    availableParallelism() > 1 &&
    Math.min(totalmem(), process.constrainedMemory() || Infinity) >= MEMORY_OF_TWO,
  COMPUTE_THREADS: Math.max(FEWEST_THREADS, availableParallelism()),
});
