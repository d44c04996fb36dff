import { Process, Processor } from '@nestjs/bull';
import { Injectable } from '@nestjs/common';
import { WAKE_QUEUE } from '../../redis/bull-queue';
import { JobsRunner } from '../jobs-runner';

/**
 * Receives hints from Redis. A process without a free slot holds the hint, and later hints go to a process
 * with free slots.
 */
@Injectable()
@Processor(WAKE_QUEUE)
export class WakeProcessor {
  constructor(private readonly runner: JobsRunner) {}

  @Process()
  async wake(): Promise<void> {
    await this.runner.freeSlot();
    await this.runner.take();
  }
}
