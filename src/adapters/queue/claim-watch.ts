import { Logger } from '@nestjs/common';
import { Stall } from '../../domain/jobs/stall';
import type { Clock } from '../../ports/clock';
import type { JobRepository } from './job.repository';
import { byKind, JOB_KIND_NAMES, JOB_KINDS, type JobKind } from './job-kinds';
import type { JobRules } from './job-rules';

/** Logs once when jobs stay queued although this process has free slots, and once when they are claimed again. */
export class ClaimWatch {
  private readonly log = new Logger('Jobs');
  private readonly stalls: Record<JobKind, Stall>;

  constructor(
    private readonly jobs: JobRepository,
    private readonly rules: JobRules,
    private readonly clock: Clock,
  ) {
    this.stalls = byKind(() => new Stall(rules.stalledMs));
  }

  async look(free: Record<JobKind, number>, anonymous: Record<JobKind, number>): Promise<void> {
    const full = JOB_KIND_NAMES.filter((kind) => anonymous[kind] <= 0);
    const waits = await this.jobs.oldestQueuedSeconds(this.rules.perOwner, full);
    for (const kind of JOB_KIND_NAMES) {
      const isWaiting = free[kind] > 0 && waits[kind] * 1_000 > this.rules.stalledMs;
      const report = this.stalls[kind].observe(isWaiting, this.clock.elapsed());
      if (report === 'stalled')
        this.log.warn(
          `${JOB_KINDS[kind].name} stay queued, the oldest for ${Math.floor(waits[kind])} s, although this process has ${free[kind]} free places: it cannot claim them`,
        );
      else if (report === 'resumed') this.log.log(`${JOB_KINDS[kind].name} are claimed again`);
    }
  }
}
