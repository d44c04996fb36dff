import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { PollingWorker } from '../../../common/polling-worker';
import { ProcessState } from '../../../common/process-state';
import { HOUR_MS, MINUTE_MS } from '../../../domain/kernel/durations';
import { Clock } from '../../../ports/clock';
import { PersonalDataRepository } from './personal-data.repository';

const SWEEP_MS = 10 * MINUTE_MS;
/** Longer than any request or job of an account runs after its deletion. */
const LATE_MS = 2 * HOUR_MS;

/**
 * Removes rows that requests and jobs of an account stored during or after its deletion. Tables with a foreign key to
 * the account cannot have such rows. The others name the account in a text that can also name a partner.
 */
@Injectable()
export class LateRows implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger('PersonalData');
  private readonly sweeping = new PollingWorker(
    () => this.sweep(),
    (error) => this.log.warn(`Rows of deleted accounts could not be removed: ${String(error)}`),
  );

  constructor(
    private readonly data: PersonalDataRepository,
    private readonly clock: Clock,
    private readonly state: ProcessState,
  ) {}

  onApplicationBootstrap(): void {
    if (this.state.runsJobs) this.sweeping.every(this.clock, SWEEP_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.sweeping.stop();
  }

  sweep(): Promise<void> {
    return this.data.eraseLate(LATE_MS);
  }
}
