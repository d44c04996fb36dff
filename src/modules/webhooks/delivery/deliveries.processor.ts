import { Process, Processor } from '@nestjs/bull';
import { QUEUE_OF } from '../../../ports/work/work-queues';
import { DeliveryRunner } from './delivery-runner';

@Processor(QUEUE_OF.deliver_webhooks)
export class DeliveriesProcessor {
  constructor(private readonly runner: DeliveryRunner) {}

  @Process('deliver_webhooks')
  deliver(): Promise<void> {
    return this.runner.work();
  }
}
