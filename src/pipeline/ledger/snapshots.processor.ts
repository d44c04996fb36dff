import { Process, Processor } from '@nestjs/bull';
import { Jobs } from '../../ports/work/jobs';
import { QUEUE_OF } from '../../ports/work/work-queues';
import { Snapshots } from './snapshots.service';

/** Replaces snapshots of earlier releases. */
@Processor(QUEUE_OF.compute_snapshot)
export class SnapshotsProcessor {
  constructor(
    private readonly jobs: Jobs,
    private readonly snapshots: Snapshots,
  ) {}

  @Process('compute_snapshot')
  computeSnapshots(): Promise<void> {
    return this.jobs.work('compute_snapshot', (payload) => this.snapshots.compute(payload));
  }
}
