import { PollingWorker } from '../../../common/polling-worker';
import type { Clock } from '../../../ports/clock';
import { type Claim, Lease } from './lease';

export interface LeaseRules {
  readonly concurrency: number;
  /** A process that has not renewed its claims for this long counts as dead. */
  readonly leaseMs: number;
  readonly renewEveryMs: number;
  readonly pollEveryMs: number;
  /** At shutdown, active work has this long to end. */
  readonly graceMs: number;
  /** After the grace, aborted work has this long to write its end. */
  readonly abortMs: number;
}

/** Each statement commits on its own, and leases run by the clock of the database. */
export interface LeasedWork<C extends Claim> {
  /** Recovers the rows of dead processes. Runs at every poll. */
  reap?(): Promise<unknown>;
  /** In one statement. @returns the claims still held */
  renew(claims: readonly C[]): Promise<readonly (Claim & { cancelRequested?: boolean })[]>;
  /** Gives back unfinished claims at shutdown. Without it their leases expire. */
  release?(claims: readonly C[]): Promise<unknown>;
  /** Work continues without its claim, but its end is not written. */
  readonly keepsLost?: boolean;
  wake(): unknown;
  /** Claims again when work has ended. Default: `wake`. */
  claimAgain?(): unknown;
  /** The database does not respond. Called once per outage. */
  failed(error: unknown): void;
  recovered?(): void;
}

/**
 * Works on rows in Postgres under leases, without a lock or a connection. A row is claimed with a fence, and the
 * process renews its claims. When the process dies, the leases expire and another process claims the rows. The holder
 * of an older fence cannot write.
 */
export class LeaseEngine<C extends Claim> {
  /** A row can occur twice: frozen past its lease, and claimed again by this process. */
  private readonly active = new Map<Lease<C>, Promise<void>>();
  private readonly waiting = new Set<() => void>();
  private readonly polling: PollingWorker;
  private readonly renewing: PollingWorker;
  private claiming: Promise<unknown> = Promise.resolve();
  private state: 'idle' | 'working' | 'stopping' = 'idle';
  private renewedAt = 0;
  private stopped: Promise<void> | null = null;

  constructor(
    private readonly work: LeasedWork<C>,
    private readonly rules: LeaseRules,
    private readonly clock: Clock,
  ) {
    const failed = (error: unknown): void => work.failed(error);
    this.polling = new PollingWorker(
      () => this.poll(),
      failed,
      () => work.recovered?.(),
    );
    this.renewing = new PollingWorker(() => this.renew(), failed);
  }

  get isWorking(): boolean {
    return this.state === 'working';
  }

  get free(): number {
    return this.rules.concurrency - this.active.size;
  }

  start(): void {
    if (this.state !== 'idle') return;
    this.state = 'working';
    this.polling.every(this.clock, this.rules.pollEveryMs);
    this.renewing.every(this.clock, this.rules.renewEveryMs);
    this.work.wake();
  }

  /** Stops claiming, waits for active work, then aborts it, then gives back its rows. */
  stop(): Promise<void> {
    return (this.stopped ??= this.halt());
  }

  async freeSlot(): Promise<void> {
    if (this.isWorking && this.free <= 0) await new Promise<void>((resolve) => this.waiting.add(resolve));
  }

  /**
   * Fills the free slots. One claim at a time, so that slots are not given twice.
   * @param run does the work and writes its end. Must not fail
   * @throws what the claim throws
   */
  take(claim: (limit: number) => Promise<C[]>, run: (lease: Lease<C>) => Promise<void>): Promise<void> {
    const taken = this.claiming.then(async () => {
      if (!this.isWorking || this.free <= 0) return;
      for (const row of await claim(this.free)) this.begin(new Lease(row), run);
    });
    this.claiming = taken.catch(() => undefined);
    return taken;
  }

  private begin(lease: Lease<C>, run: (lease: Lease<C>) => Promise<void>): void {
    if (this.active.size === 0) this.renewedAt = this.clock.elapsed();
    if (this.state === 'stopping') lease.stop('shutdown');
    const ended = run(lease).then(() => {
      this.active.delete(lease);
      this.notifyWaiting();
      if (this.isWorking) void (this.work.claimAgain ? this.work.claimAgain() : this.work.wake());
    });
    this.active.set(lease, ended);
  }

  private notifyWaiting(): void {
    for (const resolve of this.waiting) resolve();
    this.waiting.clear();
  }

  private async poll(): Promise<void> {
    await this.work.reap?.();
    this.work.wake();
  }

  /** Aborts work whose claim is lost or was not renewed in time: another process can hold it. */
  private async renew(): Promise<void> {
    const held = [...this.active.keys()];
    if (held.length === 0) return;
    try {
      const renewed = await this.work.renew(held.map(({ claim }) => claim));
      this.renewedAt = this.clock.elapsed();
      const answers = new Map(renewed.map((row) => [keyOf(row), row]));
      for (const lease of held) {
        const answer = answers.get(keyOf(lease.claim));
        if (!answer) this.lose(lease);
        else if (answer.cancelRequested) lease.stop('cancelled');
      }
    } catch (error) {
      if (this.clock.elapsed() - this.renewedAt > this.rules.leaseMs)
        for (const lease of held) this.lose(lease);
      throw error;
    }
  }

  private lose(lease: Lease<C>): void {
    if (!this.work.keepsLost) lease.stop('lost');
  }

  private async halt(): Promise<void> {
    const { graceMs, abortMs } = this.rules;
    this.state = 'stopping';
    this.notifyWaiting();
    await this.polling.stop();
    await this.claiming;
    await this.ended(graceMs);
    for (const lease of this.active.keys()) lease.stop('shutdown');
    await this.ended(abortMs);
    await this.renewing.stop();
    const left = [...this.active.keys()].map(({ claim }) => claim);
    if (left.length > 0) await this.work.release?.(left).catch(() => undefined);
  }

  private async ended(withinMs: number): Promise<void> {
    await this.clock.atMost(withinMs, Promise.all(this.active.values())).catch(() => undefined);
  }
}

const keyOf = ({ id, fence }: Claim): string => `${id}:${fence}`;
