import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { PollingWorker } from '../common/polling-worker';
import type { Clock, Timer } from '../ports/clock';
import { ALIVE_MS, Restarts, SILENT_SECONDS } from '../bootstrap/restarts';
import type { ServiceMessage, ServiceOrder } from './service-messages';

/** `code`: the process did not get ready and has reported why. */
export type FirstStart = { announcement: string } | { code: number };

/** Ends with this process. After a crash or a silence it is started again, after longer and longer pauses. */
export class ServiceProcess {
  private child: ChildProcess;
  private readonly restarts = new Restarts();
  private isStopping = false;
  private restart: Timer | undefined;

  constructor(
    private readonly logger: Logger,
    private readonly clock: Clock,
  ) {
    this.child = launch();
    process.on('exit', () => this.child.kill('SIGKILL'));
    new PollingWorker(
      async () => this.endSilent(),
      () => undefined,
    ).every(clock, ALIVE_MS);
  }

  /** @param databaseUrl of the embedded database; null: the configured one */
  start(databaseUrl: string | null): Promise<FirstStart> {
    return new Promise((resolve) => {
      this.child.once('exit', (code) => resolve({ code: code ?? 1 }));
      this.begin(databaseUrl, (announcement) => {
        this.child.removeAllListeners('exit');
        this.restartAfterExit(databaseUrl);
        resolve({ announcement });
      });
    });
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    this.clock.clearTimeout(this.restart);
    const { child } = this;
    if (hasExited(child)) return;
    const exited = new Promise<[number | null, NodeJS.Signals | null]>((resolve) =>
      child.once('exit', (...how) => resolve(how)),
    );
    order(child, { kind: 'stop' });
    const [code, signal] = await exited;
    if (code !== 0) this.logger.error({ code, signal }, 'the service process did not stop in order');
  }

  private begin(databaseUrl: string | null, isReady: (announcement: string) => void): void {
    this.child.on('message', (message: ServiceMessage) => {
      this.restarts.noteAlive();
      if (message.kind === 'alive') return;
      this.restarts.noteReady(this.clock.elapsed());
      isReady(message.announcement);
    });
    order(this.child, { kind: 'start', databaseUrl });
  }

  /** Before it is ready the service sends nothing, and a long migration is no fault. */
  private endSilent(): void {
    if (!this.restarts.isReady || hasExited(this.child) || !this.restarts.isSilent()) return;
    this.logger.error(`the service process has not answered for ${SILENT_SECONDS} s; it is ended`);
    this.child.kill('SIGKILL');
  }

  private restartAfterExit(databaseUrl: string | null): void {
    this.child.once('exit', (code, signal) => {
      if (this.isStopping) return;
      const pauseMs = this.restarts.noteCrash(this.clock.elapsed());
      this.logger.error(
        { code, signal, crashes: this.restarts.crashes },
        `the service process ended unexpectedly; it starts again in ${pauseMs / 1_000} s`,
      );
      this.restart = this.clock.setTimeout(() => this.again(databaseUrl), pauseMs);
    });
  }

  private again(databaseUrl: string | null): void {
    this.child = launch();
    this.restartAfterExit(databaseUrl);
    this.begin(databaseUrl, () =>
      this.logger.warn({ crashes: this.restarts.crashes }, 'the service process runs again'),
    );
  }
}

/** Makes glibc return free memory of large bodies to the system. PostgreSQL reuses its large blocks instead. */
const MEMORY = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' };

const launch = (): ChildProcess =>
  fork(join(__dirname, 'serve.js'), [], {
    env: { ...MEMORY, ...process.env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });

const hasExited = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

/** A process that has just exited cannot be reached. The exit handler restarts it. */
function order(child: ChildProcess, message: ServiceOrder): void {
  child.send(message, () => undefined);
}
