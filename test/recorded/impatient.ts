import type { UpstreamClientOptions } from '../../src/adapters/upstream/upstream-client';
import { HOUR_MS, MINUTE_MS } from '../../src/domain/kernel/durations';
import { HastyClock } from '../fakes/hasty-clock';

/** A provider that says nothing is given up after this time. One that answers does so in far less. */
const SILENCE_MS = 3_000;

/** Only silence ends a call: its limits are hours, and become seconds here. */
class SilenceClock extends HastyClock {
  override setTimeout(run: () => void, ms: number) {
    return super.setTimeout(run, ms > MINUTE_MS ? SILENCE_MS : ms);
  }
}

const QUICK = { attempts: 2, attemptMs: HOUR_MS, wholeMs: 10 * HOUR_MS };

/** Options of a client that gives up soon. */
export const IMPATIENT: Pick<UpstreamClientOptions, 'clock' | 'backoffMs' | 'patience'> = {
  clock: new SilenceClock(),
  backoffMs: 1,
  patience: { request: QUICK, background: QUICK },
};
