import {
  compareEvents,
  computingIds,
  LedgerSession,
  type Ledger,
  type LedgerEvent,
  type ReplayOptions,
} from '../../domain/engine';
import { breathe, inTurns } from '../../common/turns';

/** Events replayed before other work runs: some 20 ms. */
const ENTERED_AT_ONCE = 4_000;

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
  atOnce = ENTERED_AT_ONCE,
): Promise<Replayed> => {
  const replayed = await appendInTurns(new LedgerSession(options), events, atOnce);
  await inTurns(computingIds(replayed.ledger));
  return replayed;
};

/** As `LedgerSession.append`, in batches. The ledgers that the session returned before become invalid. */
export async function appendInTurns(
  session: LedgerSession,
  events: readonly LedgerEvent[],
  atOnce = ENTERED_AT_ONCE,
): Promise<Replayed> {
  let seconds = 0;
  const timed = <T>(work: () => T): T => {
    const beganAt = performance.now();
    const result = work();
    seconds += (performance.now() - beganAt) / 1_000;
    return result;
  };
  const ordered = timed(() => [...events].sort(compareEvents));
  let ledger = timed(() => session.append([]));
  for (let start = 0; start < ordered.length;) {
    await breathe();
    const end = endOfInstant(ordered, start + atOnce);
    const part = ordered.slice(start, end);
    ledger = timed(() => session.append(part));
    start = end;
  }
  return { ledger, seconds };
}

/** Events of one moment are replayed together: only a later event shows that a transaction has ended. */
function endOfInstant(ordered: readonly LedgerEvent[], from: number): number {
  let end = Math.min(from, ordered.length);
  while (end < ordered.length && ordered[end]?.at === ordered[end - 1]?.at) end += 1;
  return end;
}
