import type { Budget } from '../../pipeline/budget';
import type { JobContext } from '../../ports/jobs';

/** Longer than anything takes, and within what a timer can count. */
const DAY_MS = 86_400_000;

/** A job waits as long as it must: only its own end stops it. @param now ms UTC */
export const unhurried = ({ signal }: JobContext, now: number): Budget => ({
  deadline: now + DAY_MS,
  wholeHistory: true,
  signal,
});
