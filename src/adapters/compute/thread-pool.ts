import { join } from 'node:path';
import { Inject, Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Piscina } from 'piscina';
import { Config } from '../../config/env';
import { AppError } from '../../domain/kernel/errors';
import { Clock } from '../../ports/clock';
import { Metrics } from '../../ports/metrics';
import {
  CALLER_KINDS,
  COMPUTE_TASKS,
  Compute,
  ComputeStopped,
  inputOf,
  type ComputeInput,
  type ComputeOrder,
  type ComputeTask,
} from '../../ports/work/compute';
import { SystemClock } from '../system/system-clock';
import { FairQueue } from './fair-queue';
import { ownedBuffers } from './owned-buffers';
import { timeLimit } from './shares';
import type { ThreadAnswer, ThreadOrder } from './thread';

/** Options of Node for every thread. Undefined: those of this process. */
export abstract class ThreadOptions {
  abstract readonly execArgv: string[] | undefined;
}

const IDLE_MS = 60_000;
/** Nice value of the threads, where the system supports one per thread. */
const NICE = 5;
const RETRY_AFTER_SECONDS = 5;

/** A thread that exceeds its time or memory ends alone. */
@Injectable()
export class ThreadPool extends Compute implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger('Compute');
  private readonly threads: Piscina;
  private readonly queue: FairQueue;

  constructor(
    private readonly config: Config,
    private readonly metrics: Metrics,
    @Inject(ThreadOptions) { execArgv }: ThreadOptions,
    private readonly clock: Clock = new SystemClock(),
  ) {
    super();
    const { COMPUTE_THREADS: maxThreads, COMPUTE_MEMORY_MB: maxOldGenerationSizeMb } = config;
    this.queue = new FairQueue(maxThreads);
    this.threads = new Piscina({
      filename: join(__dirname, 'thread'),
      execArgv,
      minThreads: 0,
      maxThreads,
      idleTimeout: IDLE_MS,
      niceIncrement: NICE,
      resourceLimits: { maxOldGenerationSizeMb },
      recordTiming: false,
    });
    // A thread can fail while it runs no task. Without a listener the process would end.
    this.threads.on('error', (error: Error) => this.logger.error(`A thread failed: ${error.message}`));
  }

  onModuleInit(): void {
    this.metrics.watch('cost_basis_compute_tasks', () =>
      CALLER_KINDS.flatMap((caller) => [
        { labels: { caller, state: 'running' }, value: this.queue.runningOf(caller) },
        { labels: { caller, state: 'waiting' }, value: this.queue.waitingOf(caller) },
      ]),
    );
  }

  async onModuleDestroy(): Promise<void> {
    await this.threads.destroy();
  }

  override async run<I extends object, O>(
    task: ComputeTask<I, O>,
    input: ComputeInput<I>,
    order: ComputeOrder,
  ): Promise<O> {
    order.signal?.throwIfAborted();
    if (order.size < COMPUTE_TASKS[task.name].inlineBelow) return task.run(await inputOf(input));
    const stop = new AbortController();
    const limitMs = timeLimit(this.config, order.caller.kind);
    const timer = this.clock.setTimeout(() => stop.abort(outOfTime(limitMs)), limitMs);
    const leave = (): void => stop.abort(order.signal?.reason);
    order.signal?.addEventListener('abort', leave, { once: true });
    try {
      const release = await this.enter(order, stop.signal);
      try {
        return await this.timed(task, await inputOf(input), stop.signal);
      } finally {
        release();
      }
    } finally {
      this.clock.clearTimeout(timer);
      order.signal?.removeEventListener('abort', leave);
    }
  }

  private async enter({ caller }: ComputeOrder, signal: AbortSignal): Promise<() => void> {
    const beganAt = this.clock.elapsed();
    const entered = this.queue.enter(caller, signal);
    if (entered === null) {
      this.metrics.count('cost_basis_compute_refused_total', { caller: caller.kind });
      throw new AppError(
        'SERVICE_UNAVAILABLE',
        { dependency: 'calculations', retry_after_seconds: RETRY_AFTER_SECONDS },
        { message: 'Too many calculations wait; retry later' },
      );
    }
    const release = await entered;
    const seconds = (this.clock.elapsed() - beganAt) / 1_000;
    this.metrics.observe('cost_basis_compute_wait_seconds', seconds, { caller: caller.kind });
    return release;
  }

  private async timed<I extends object, O>(
    task: ComputeTask<I, O>,
    input: I,
    signal: AbortSignal,
  ): Promise<O> {
    const beganAt = this.clock.elapsed();
    let outcome = 'done';
    try {
      const answer = await this.inThread({ file: task.file, input }, signal);
      if ('output' in answer) return answer.output as O;
      outcome = 'refused';
      const { code, details, field, message } = answer.refusal;
      throw new AppError(code, details, { field, message });
    } catch (error) {
      if (error instanceof ComputeStopped) outcome = error.reason;
      else if (signal.aborted) outcome = 'left';
      else if (outcome === 'done') outcome = 'failed';
      throw error;
    } finally {
      const seconds = (this.clock.elapsed() - beganAt) / 1_000;
      this.metrics.observe('cost_basis_compute_seconds', seconds, { task: task.name, outcome });
    }
  }

  private async inThread(order: ThreadOrder, signal: AbortSignal): Promise<ThreadAnswer> {
    signal.throwIfAborted();
    try {
      const transferList = ownedBuffers(order.input);
      return (await this.threads.run(order, { signal, transferList })) as ThreadAnswer;
    } catch (error) {
      signal.throwIfAborted();
      throw isOutOfMemory(error) ? outOfMemory() : error;
    }
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException | null)?.code === 'ERR_WORKER_OUT_OF_MEMORY';

const outOfTime = (limitMs: number): ComputeStopped =>
  new ComputeStopped('time', `The calculation did not end within ${limitMs / 1_000} s`, RETRY_AFTER_SECONDS);

const outOfMemory = (): ComputeStopped =>
  new ComputeStopped('memory', 'The calculation needs more memory than it may use', RETRY_AFTER_SECONDS);
