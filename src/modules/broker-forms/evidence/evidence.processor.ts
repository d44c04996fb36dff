import { Process, Processor } from '@nestjs/bull';
import { Jobs } from '../../../ports/work/jobs';
import { QUEUE_OF } from '../../../ports/work/work-queues';
import { EvidenceService } from './evidence.service';

/** Makes the evidence for forms of brokers. */
@Processor(QUEUE_OF.evidence_pack)
export class EvidenceProcessor {
  constructor(
    private readonly jobs: Jobs,
    private readonly evidence: EvidenceService,
  ) {}

  @Process('evidence_pack')
  makeEvidence(): Promise<void> {
    return this.jobs.work('evidence_pack', (payload, context) => this.evidence.make(payload, context));
  }
}
