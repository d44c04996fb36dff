import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { PollingWorker } from '../../common/polling-worker';
import { ProcessState } from '../../common/process-state';
import { Stall } from '../../domain/jobs/stall';
import { tryParseAddress, type Address } from '../../domain/kernel/address';
import { Clock } from '../../ports/clock';
import { HistorySource } from '../../ports/upstream/history-source';
import { indexWalletKey, Jobs, type JobOutcome } from '../../ports/work/jobs';
import { RawHistoryStore, type ChainState } from '../../ports/storage/raw-history-store';
import { type DueWallet, ReadSchedule } from '../../ports/storage/read-schedule';
import { RescanRules, nextPace } from './rescan-rules';

/**
 * Keeps watched wallets current: claims due wallets from the shared schedule and runs the normal indexing job
 * for a few at a time. When a process dies, its wallets are due again after one interval.
 */
@Injectable()
export class RescanScheduler implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger(RescanScheduler.name);
  private readonly stop = new AbortController();
  private readonly reading = new Set<Promise<void>>();
  /** Active reads. */
  private busy = 0;
  private isFailing = false;
  private readonly stall: Stall;
  private readonly polling = new PollingWorker(
    () => this.look(),
    (error) => this.log.warn(String(error)),
  );
  private looking: Promise<void> | null = null;

  constructor(
    private readonly schedule: ReadSchedule,
    private readonly jobs: Jobs,
    private readonly store: RawHistoryStore,
    private readonly source: HistorySource,
    private readonly clock: Clock,
    private readonly state: ProcessState,
    private readonly rules: RescanRules,
  ) {
    this.stall = new Stall(rules.stalledMs);
  }

  onApplicationBootstrap(): void {
    if (this.state.runsJobs) this.polling.every(this.clock, this.rules.lookEveryMs);
  }

  async onApplicationShutdown(): Promise<void> {
    this.stop.abort(new Error('shutdown'));
    await this.polling.stop();
    await this.idle();
  }

  /** Updates the schedule and starts due reads. Never throws. Concurrent calls share one check. */
  look(): Promise<void> {
    this.looking ??= this.begin(true).finally(() => (this.looking = null));
    return this.looking;
  }

  /** Resolves when no read started by this process is active. */
  async idle(): Promise<void> {
    await this.looking;
    while (this.reading.size > 0) await Promise.all(this.reading);
  }

  private async begin(renews: boolean): Promise<void> {
    try {
      if (renews) await this.schedule.renew(this.clock.now(), this.rules.fastMs);
      const free = this.rules.atOnce - this.busy;
      if (free <= 0 || this.stop.signal.aborted) return;
      const due = await this.schedule.claim(this.clock.now(), free, this.rules.perMinute);
      this.reportStall(due === null);
      for (const wallet of due ?? []) this.readApart(wallet);
      this.isFailing = false;
    } catch (error) {
      // Logs once per outage, not once per check.
      if (!this.isFailing)
        this.log.warn(`the schedule of watched wallets could not be read: ${String(error)}`);
      this.isFailing = true;
    }
  }

  private reportStall(isHeldElsewhere: boolean): void {
    const report = this.stall.observe(isHeldElsewhere, this.clock.elapsed());
    if (report === 'stalled')
      this.log.warn('the schedule of watched wallets cannot be claimed: its lock is held elsewhere');
    else if (report === 'resumed') this.log.log('the schedule of watched wallets is claimed again');
  }

  /** Starts a read in the background. Its slot is refilled when it ends. */
  private readApart(wallet: DueWallet): void {
    this.busy += 1;
    const work = this.read(wallet)
      .catch((error: unknown) => this.log.warn(`a watched wallet could not be read: ${String(error)}`))
      .finally(() => (this.busy -= 1))
      .then(() => this.follow())
      .finally(() => this.reading.delete(work));
    this.reading.add(work);
  }

  private async follow(): Promise<void> {
    if (this.stop.signal.aborted || this.looking) return;
    this.looking = this.begin(false).finally(() => (this.looking = null));
    await this.looking;
  }

  private async read(due: DueWallet): Promise<void> {
    const address = tryParseAddress(due.given);
    // An unsupported address is not read, and gets the longest interval.
    const outcome = address && (await this.index(address));
    if (address && !outcome) return;
    const states = address ? await this.store.chainStates(address.value) : [];
    const seen = states.reduce((sum, { revision }) => sum + revision, 0);
    const reading = {
      isActive: due.seen !== null && seen !== due.seen,
      hasFailed: address !== null && this.hasFailed(address, states, outcome),
    };
    const paceMs =
      due.seen === null && address ? this.rules.fastMs : nextPace(due.paceMs, reading, this.rules);
    await this.schedule.settle(due.key, { now: this.clock.now(), paceMs, seen });
  }

  /** @returns null when this process shuts down first; the job continues */
  private async index({ value, given }: Address): Promise<JobOutcome | null> {
    const { jobId } = await this.jobs.enqueue('index_wallet', indexWalletKey(value), {
      address: value,
      given,
    });
    return this.jobs.outcome(jobId, this.stop.signal);
  }

  private hasFailed(address: Address, states: readonly ChainState[], outcome: JobOutcome | null): boolean {
    const { readable } = this.source.chainsOf(address);
    return (
      outcome?.status !== 'completed' ||
      states.some(({ chain, errorCode }) => errorCode !== null && readable.includes(chain))
    );
  }
}
