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

/** A ledger and the time of the engine alone. */
interface Replayed {
  ledger: Ledger;
  seconds: number;
}

/**
 * Creates the same ledger as `replay`, in batches, and yields to other requests between them.
 * @throws AppError VALIDATION_ERROR for a lot selection that cannot be applied
 */
export const replayInTurns = async (
  events: readonly LedgerEvent[],
  options: ReplayOptions,
  atOnce?: number,
): Promise<Replayed> => {
  const replayed = await appendInTurns(new LedgerSession(options), events, atOnce);
  await inTurns(computingIds(replayed.ledger));
  return replayed;
};

/** As `LedgerSession.append`, in batches. The ledgers that the session returned before become invalid. */
export async function appendInTurns(
  session: LedgerSession,
  events: readonly LedgerEvent[],
  atOnce?: number,
): Promise<Replayed> {
  const ordered = await inTurns(sortSliced(events, compareEvents));
  let seconds = 0;
  function* timed(): Sliced<Ledger> {
    const work = session.appending(ordered, atOnce);
    for (;;) {
      const beganAt = performance.now();
      const { done, value } = work.next();
      seconds += (performance.now() - beganAt) / 1_000;
      if (done) return value;
      yield;
    }
  }
  return { ledger: await inTurns(timed()), seconds };
}
