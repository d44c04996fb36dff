import { Process, Processor } from '@nestjs/bull';
import { Injectable } from '@nestjs/common';
import { WAKE_QUEUE } from '../../redis/bull-queue';
import { JobsRunner } from '../jobs-runner';

/**
 * Hears hints from Redis. A process with its hands full lets the hint wait, and with it every later one, so that
 * they go to a process that is free.
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
