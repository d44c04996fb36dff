import { Logger } from '@nestjs/common';
import { Stall } from '../../domain/jobs/stall';
import type { JobRepository } from './job.repository';
import type { JobRules } from './job-rules';

/** Service jobs and user jobs: claimed separately, each with its own slots. */
export const JOB_KINDS = ['own', 'owned'] as const;
export type JobKind = (typeof JOB_KINDS)[number];

const NAMES = { own: 'Jobs of the service', owned: 'Jobs of users' } as const satisfies Record<
  JobKind,
  string
>;

/**
 * Logs once when jobs stay queued although this process has free slots, and once when they are claimed again.
 */
export class ClaimWatch {
  private readonly log = new Logger('Jobs');
  private readonly stalls: Record<JobKind, Stall>;

  constructor(
    private readonly jobs: JobRepository,
    private readonly rules: JobRules,
  ) {
    this.stalls = { own: new Stall(rules.stalledMs), owned: new Stall(rules.stalledMs) };
  }

  /**
   * @param free free slots of this process, by kind
   * @param hasAnonymousPlace whether one of them is for callers without a credential
   */
  async look(free: Record<JobKind, number>, hasAnonymousPlace: boolean): Promise<void> {
    const waits = await this.jobs.oldestQueuedSeconds(this.rules.perOwner, hasAnonymousPlace);
    for (const kind of JOB_KINDS) {
      const isWaiting = free[kind] > 0 && waits[kind] * 1_000 > this.rules.stalledMs;
      const report = this.stalls[kind].observe(isWaiting, performance.now());
      if (report === 'stalled')
        this.log.warn(
          `${NAMES[kind]} stay queued, the oldest for ${Math.floor(waits[kind])} s, although this process has ${free[kind]} free places: it cannot claim them`,
        );
      else if (report === 'resumed') this.log.log(`${NAMES[kind]} are claimed again`);
    }
  }
}
