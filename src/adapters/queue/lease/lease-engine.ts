import { setTimeout as later } from 'node:timers/promises';
import { PollingWorker } from '../../../config/polling-worker';
import { type Claim, keyOf, Lease } from './lease';

/** Times in ms. */
export interface LeaseRules {
  /** A process that has not renewed its claims for this long counts as dead. */
  readonly leaseMs: number;
  readonly renewEveryMs: number;
  /** Polling interval: the maximum wait of due work when wake-ups fail. */
  readonly pollEveryMs: number;
  /** At shutdown, active work has this long to end. */
  readonly graceMs: number;
  /** After the grace, aborted work has this long to write its end. */
  readonly abortMs: number;
}

/** The statements of one table of work. Each commits on its own, and leases run by the clock of the database. */
export interface LeasedRows<C extends Claim> {
  /** Recovers the rows of dead processes. Runs at every poll. */
  reap(): Promise<unknown>;
  /** Renews claims in one statement. @returns those that are still held */
  renew(claims: readonly C[]): Promise<readonly (Claim & { cancelRequested?: boolean })[]>;
  /** Gives back claims whose work did not end at shutdown. Without it they are left to their lease. */
  release?(claims: readonly C[]): Promise<unknown>;
  /** True: work goes on when its claim is lost, and only its end is not written. */
  readonly keepsLost?: boolean;
}

/** What an engine reports. */
export interface LeaseListener {
  /** Calls the processors, which claim. */
  wake(): Promise<unknown>;
  /** The database does not respond. Called once per outage. */
  failed(error: unknown): void;
  /** The database responds again. */
  recovered?(): void;
}

/**
 * Does the work of rows in Postgres under leases. A row is claimed with a fence; a process that works holds no
 * lock and no connection. It renews its claims; when it dies, the leases expire and another process claims the
 * rows again. The holder of an older fence cannot write.
 */
export class LeaseEngine<C extends Claim> {
  private readonly leases = new Set<Lease<C>>();
  private readonly lanes: Lane<C>[] = [];
  private readonly polling: PollingWorker;
  private readonly renewing: PollingWorker;
  private state: 'idle' | 'working' | 'stopping' = 'idle';
  private renewedAt = 0;
  private stopping: Promise<void> | null = null;

  constructor(
    private readonly rows: LeasedRows<C>,
    private readonly rules: LeaseRules,
    private readonly listener: LeaseListener,
  ) {
    const failed = (error: unknown): void => listener.failed(error);
    this.polling = new PollingWorker(
      () => this.poll(),
      failed,
      () => listener.recovered?.(),
    );
    this.renewing = new PollingWorker(() => this.renew(), failed);
  }

  get isWorking(): boolean {
    return this.state === 'working';
  }

  /**
   * Adds a number of slots of their own.
   * @param concurrency rows of this lane that the process works on at once
   * @param onEnd called when work has ended and a slot is free
   */
  lane(concurrency: number, onEnd: () => unknown): Lane<C> {
    const lane = new Lane<C>(this, concurrency, onEnd);
    this.lanes.push(lane);
    return lane;
  }

  start(): void {
    if (this.state !== 'idle') return;
    this.state = 'working';
    this.polling.every(this.rules.pollEveryMs);
    this.renewing.every(this.rules.renewEveryMs);
    void this.listener.wake();
  }

  /** Stops claiming, waits for active work, then aborts it, then gives back its rows. */
  stop(): Promise<void> {
    return (this.stopping ??= this.halt());
  }

  /** Starts the work of a claim. @returns when the work has ended */
  begin(claim: C, work: (lease: Lease<C>) => Promise<void>): Promise<void> {
    if (this.leases.size === 0) this.renewedAt = performance.now();
    const lease = new Lease(claim);
    this.leases.add(lease);
    if (this.state === 'stopping') lease.stop('shutdown');
    return lease.run(work).finally(() => this.leases.delete(lease));
  }

  private async poll(): Promise<void> {
    await this.rows.reap();
    void this.listener.wake();
  }

  /** Aborts work whose claim is lost or was not renewed in time: another process can hold it. */
  private async renew(): Promise<void> {
    const held = [...this.leases];
    if (held.length === 0) return;
    try {
      const renewed = await this.rows.renew(held.map(({ claim }) => claim));
      this.renewedAt = performance.now();
      const answers = new Map(renewed.map((row) => [keyOf(row), row]));
      for (const lease of held) {
        const answer = answers.get(lease.key);
        if (!answer) this.lose(lease);
        else if (answer.cancelRequested) lease.stop('cancelled');
      }
    } catch (error) {
      if (performance.now() - this.renewedAt > this.rules.leaseMs) for (const lease of held) this.lose(lease);
      throw error;
    }
  }

  private lose(lease: Lease<C>): void {
    if (!this.rows.keepsLost) lease.stop('lost');
  }

  private async halt(): Promise<void> {
    const wasWorking = this.state === 'working';
    this.state = 'stopping';
    for (const lane of this.lanes) lane.notify();
    if (!wasWorking) return;
    await this.polling.stop();
    await Promise.all(this.lanes.map((lane) => lane.idle()));
    await this.ended(this.rules.graceMs);
    for (const lease of this.leases) lease.stop('shutdown');
    await this.ended(this.rules.abortMs);
    await this.renewing.stop();
    const left = [...this.leases].map(({ claim }) => claim);
    if (left.length > 0) await this.rows.release?.(left).catch(() => undefined);
  }

  private async ended(withinMs: number): Promise<void> {
    const limit = new AbortController();
    const ends = Promise.all([...this.leases].map((lease) => lease.ended));
    await Promise.race([ends, later(withinMs, undefined, { signal: limit.signal }).catch(() => undefined)]);
    limit.abort();
  }
}

/** Slots of a process for one kind of rows. */
export class Lane<C extends Claim> {
  private used = 0;
  private readonly waiting = new Set<() => void>();
  private claiming: Promise<void> = Promise.resolve();

  constructor(
    private readonly engine: LeaseEngine<C>,
    private readonly concurrency: number,
    private readonly onEnd: () => unknown,
  ) {}

  get free(): number {
    return this.concurrency - this.used;
  }

  /** Resolves when a slot is free or the process stops. */
  async freeSlot(): Promise<void> {
    if (this.engine.isWorking && this.free <= 0)
      await new Promise<void>((resolve) => this.waiting.add(resolve));
  }

  /**
   * Claims rows for the free slots and starts their work. One claim at a time, so that slots are not given twice.
   * @param work writes the end of the row itself. Must not fail
   * @throws what the claim throws
   */
  take(claim: (limit: number) => Promise<C[]>, work: (lease: Lease<C>) => Promise<void>): Promise<void> {
    const taken = this.claiming.then(async () => {
      if (!this.engine.isWorking || this.free <= 0) return;
      for (const row of await claim(this.free)) this.begin(row, work);
    });
    this.claiming = taken.catch(() => undefined);
    return taken;
  }

  /** Resolves when no claim is active. */
  idle(): Promise<void> {
    return this.claiming;
  }

  /** Continues those who wait for a slot. */
  notify(): void {
    for (const resolve of this.waiting) resolve();
    this.waiting.clear();
  }

  private begin(row: C, work: (lease: Lease<C>) => Promise<void>): void {
    this.used += 1;
    void this.engine.begin(row, work).then(() => {
      this.used -= 1;
      this.notify();
      if (this.engine.isWorking) this.onEnd();
    });
  }
}
