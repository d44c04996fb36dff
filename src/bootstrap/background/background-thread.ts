import { stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { SystemClock } from '../../adapters/system/system-clock';
import { PollingWorker } from '../../common/polling-worker';
import type { Config } from '../../config/env';
import type { Timer } from '../../ports/clock';
import { helpersGiveWay } from '../process';
import { ALIVE_MS, Restarts, SILENT_SECONDS } from '../restarts';
import type { JobThreadOrder, JobThreadReport } from './messages';

const PROGRAM = join(__dirname, `thread${extname(__filename)}`);

/** Less than the time limit for the shutdown of a process. */
const STOP_MS = 10_000;

export interface JobThreadWatcher {
  attach(port: MessagePort): void;
  detach(): void;
}

/** Jobs run beside the event loop of requests. A failed or silent thread is restarted, after longer pauses. */
export class BackgroundThread {
  #worker: Worker;
  #restart: Timer | undefined;
  readonly #clock = new SystemClock();
  #isReady = false;
  #isStopping = false;
  readonly #restarts = new Restarts();
  readonly #watch = new PollingWorker(
    async () => this.endSilent(),
    () => undefined,
  );

  private constructor(
    private readonly logger: Logger,
    private readonly program: string,
    private readonly aliveMs: number,
  ) {
    this.#worker = this.launch();
  }

  /** Loads the code of the thread, which then waits for `start`. @param aliveMs interval of its reports */
  static async load(logger: Logger, program = PROGRAM, aliveMs = ALIVE_MS): Promise<BackgroundThread> {
    // The first file access starts the threads that read files.
    await stat(program);
    helpersGiveWay();
    return new BackgroundThread(logger, program, aliveMs);
  }

  start(config: Config, watcher: JobThreadWatcher): void {
    this.begin(config, watcher);
    this.#watch.every(this.#clock, this.aliveMs);
  }

  /** Returns active jobs to the queue. A thread without an answer is terminated, but never while it loads its code. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#clock.clearTimeout(this.#restart);
    await this.#watch.stop();
    const worker = this.#worker;
    if (worker.threadId === -1) return;
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    worker.postMessage({ kind: 'stop' } satisfies JobThreadOrder);
    const timer = this.#clock.setTimeout(() => void worker.terminate(), STOP_MS);
    await ended;
    this.#clock.clearTimeout(timer);
  }

  private launch(): Worker {
    const worker = new Worker(this.program);
    worker.on('error', (error: Error) => this.logger.error({ err: error }, 'the thread for jobs failed'));
    return worker;
  }

  private begin(config: Config, watcher: JobThreadWatcher): void {
    const worker = this.#worker;
    const { port1, port2 } = new MessageChannel();
    const { crashes } = this.#restarts;
    this.#isReady = false;
    worker.on('message', (report: JobThreadReport) => {
      this.#restarts.noteAlive();
      if (report.kind === 'refused') this.logger.error(`the thread for jobs did not start: ${report.reason}`);
      if (report.kind !== 'ready') return;
      this.#isReady = true;
      this.#restarts.noteReady(this.#clock.elapsed());
      if (crashes > 0) this.logger.warn({ crashes }, 'the thread for jobs runs again');
      watcher.attach(port1);
    });
    worker.once('exit', (code) => {
      if (this.#isReady) watcher.detach();
      port1.close();
      if (!this.#isStopping) this.again(code, config, watcher);
    });
    // The thread can have failed while it loaded its code.
    if (worker.threadId === -1) return this.again(1, config, watcher);
    const order: JobThreadOrder = { kind: 'start', config: { ...config }, link: port2 };
    worker.postMessage(order, [port2]);
  }

  private again(code: number, config: Config, watcher: JobThreadWatcher): void {
    const pauseMs = this.#restarts.noteCrash(this.#clock.elapsed());
    this.logger.error(
      { code, crashes: this.#restarts.crashes },
      `the thread for jobs ended unexpectedly; it starts again in ${pauseMs / 1_000} s`,
    );
    this.#restart = this.#clock.setTimeout(() => {
      this.#worker = this.launch();
      this.begin(config, watcher);
    }, pauseMs);
  }

  private endSilent(): void {
    if (!this.#restarts.isSilent()) return;
    this.logger.error(`the thread for jobs has not answered for ${SILENT_SECONDS} s; it is ended`);
    void this.#worker.terminate();
  }
}
