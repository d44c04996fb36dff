import { Process, Processor } from '@nestjs/bull';
import { Jobs } from '../../../ports/work/jobs';
import { QUEUE_OF } from '../../../ports/work/work-queues';
import { PrecomputeService } from './precompute.service';

/** Computes ledgers before they are requested. */
@Processor(QUEUE_OF.precompute)
export class PrecomputeProcessor {
  constructor(
    private readonly jobs: Jobs,
    private readonly precompute: PrecomputeService,
  ) {}

  @Process('precompute')
  computeLedgers(): Promise<void> {
    return this.jobs.work('precompute', (payload, context) => this.precompute.compute(payload, context));
  }
}
