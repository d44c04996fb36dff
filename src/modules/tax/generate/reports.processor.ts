import { Process, Processor } from '@nestjs/bull';
import { Jobs } from '../../../ports/work/jobs';
import { QUEUE_OF } from '../../../ports/work/work-queues';
import { GenerateService } from './generate.service';

/** Generates tax reports and their files. */
@Processor(QUEUE_OF.tax_report)
export class ReportsProcessor {
  constructor(
    private readonly jobs: Jobs,
    private readonly reports: GenerateService,
  ) {}

  @Process('tax_report')
  generateReports(): Promise<void> {
    return this.jobs.work('tax_report', (payload, context) => this.reports.generate(payload, context));
  }
}
