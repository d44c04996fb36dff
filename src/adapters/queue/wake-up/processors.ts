import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { ProcessState } from '../../../common/process-state';
import { QUEUE_OF, type Work } from '../../../ports/work/work-queues';
import { PollingWorker } from '../../../common/polling-worker';

/** Metadata keys of @nestjs/bull, which the package does not export. */
const PROCESSOR = 'bull:module_queue';
const PROCESS = 'bull:module_queue_process';

type Method = () => Promise<void>;

/**
 * Bull calls processors for hints from Redis. This class calls the same methods without Redis, and at every poll.
 * Calls during a round of a method cause one more round.
 */
@Injectable()
export class Processors implements OnModuleInit {
  private readonly log = new Logger('Jobs');
  private readonly rounds = new Map<string, PollingWorker>();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
    private readonly state: ProcessState,
  ) {}

  onModuleInit(): void {
    for (const { instance } of this.discovery.getProviders()) {
      const { constructor } = Object(instance) as object;
      if (typeof constructor !== 'function') continue;
      const processor = this.reflector.get<{ name: string } | undefined>(PROCESSOR, constructor);
      if (processor) this.register(instance as object, processor.name);
    }
  }

  /** Resolves when no round of the method is active any more. Never fails. */
  async call(work: Work): Promise<void> {
    if (this.state.runsJobs) await this.rounds.get(keyOf(QUEUE_OF[work], work))?.run();
  }

  private register(instance: object, queue: string): void {
    for (const name of this.scanner.getAllMethodNames(Object.getPrototypeOf(instance) as object)) {
      const method = Reflect.get(instance, name) as Method;
      const process = this.reflector.get<{ name: string } | undefined>(PROCESS, method);
      if (!process) continue;
      const round = new PollingWorker(
        () => method.call(instance),
        (error) => this.log.warn(`Work of the queue ${queue} cannot be claimed: ${String(error)}`),
      );
      this.rounds.set(keyOf(queue, process.name), round);
    }
  }
}

const keyOf = (queue: string, work: string): string => `${queue}:${work}`;
