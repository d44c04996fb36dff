import {
  compareEvents,
  computingIds,
  LedgerSession,
  type Ledger,
  type LedgerEvent,
  type ReplayOptions,
} from '../../domain/engine';
import { sortSliced, type Sliced } from '../../domain/kernel/slices';
import { inTurns } from '../../common/turns';

/**
 * Creates the same ledger as `replay`, in batches, and yields to other requests between them.
 * @returns also the time of the engine alone
 * @throws AppError VALIDATION_ERROR for a lot selection that cannot be applied
 */
export async function replayInTurns(
  events: readonly LedgerEvent[],
  options: ReplayOptions,
  atOnce?: number,
): Promise<{ ledger: Ledger; seconds: number }> {
  const ordered = await inTurns(sortSliced(events, compareEvents));
  let seconds = 0;
  function* timed(): Sliced<Ledger> {
    const work = new LedgerSession(options).appending(ordered, atOnce);
    for (;;) {
      const beganAt = performance.now();
      const { done, value } = work.next();
      seconds += (performance.now() - beganAt) / 1_000;
      if (done) return value;
      yield;
    }
  }
  const ledger = await inTurns(timed());
  await inTurns(computingIds(ledger));
  return { ledger, seconds };
}
