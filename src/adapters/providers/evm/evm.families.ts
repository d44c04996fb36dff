import { AppError } from '../../../domain/kernel/errors';
import type { HistoryCursor, HistoryPage } from '../../../ports/upstream/history-source';
import { UpstreamFailure, worstOf } from '../../upstream/upstream-failure';
import { type EvmCursor, resume } from './evm.cursor';
import { lastPage } from './evm.marks';
import type { EvmReader } from './evm.reader';
import type { EvmList } from './evm.schema';
import { PORTAL_LISTS } from './portal/portal.mapper';
import type { PortalReader } from './portal/portal.reader';

/** Reads on from a cursor, whichever family wrote it, until a page is `done`. */
export type Family = (cursor: HistoryCursor | null) => AsyncIterable<HistoryPage>;

const AWAY_MS = 10 * 60_000;

/** A family that failed is asked last for some minutes: one that is silent can use up the time of a read. */
export class AwayFamilies {
  private readonly since = new Map<string, number>();

  /** @param now milliseconds UTC */
  constructor(private readonly now: () => number) {}

  note(name: string): void {
    this.since.set(name, this.now());
  }

  last<T>(families: readonly (readonly [string, T])[]): (readonly [string, T])[] {
    const isAway = ([name]: readonly [string, T]): boolean =>
      this.now() - (this.since.get(name) ?? Number.NEGATIVE_INFINITY) < AWAY_MS;
    return [...families.filter((one) => !isAway(one)), ...families.filter(isAway)];
  }
}

/**
 * The first family that answers reads, from where the one before it stopped. A family that ends with rows missing
 * hands over to the next one, and counts when that fails.
 * @param named names are those of `away`
 * @throws UpstreamFailure the most severe one, when every family fails
 */
export async function* readFamilies(
  named: readonly (readonly [string, Family])[],
  away: AwayFamilies,
  stored: HistoryCursor | null,
  signal: AbortSignal,
): AsyncIterable<HistoryPage> {
  const failures: UpstreamFailure[] = [];
  let cursor = stored;
  let incomplete: HistoryPage | null = null;
  const families = away.last(named);
  for (const [place, [name, family]] of families.entries()) {
    try {
      for await (const page of family(cursor)) {
        ({ cursor } = page);
        const hasGaps = page.done && place + 1 < families.length && lacksRows(page);
        if (hasGaps) incomplete = page;
        else yield page;
        if (page.done && !hasGaps) return;
      }
    } catch (error) {
      const isSilent = signal.aborted && signal.reason instanceof AppError;
      if (isSilent || error instanceof UpstreamFailure) away.note(name);
      signal.throwIfAborted();
      if (!(error instanceof UpstreamFailure)) throw error;
      failures.push(error);
    }
  }
  if (incomplete) {
    yield cursor === incomplete.cursor ? incomplete : lastPage(cursor as EvmCursor, incomplete.provider);
    return;
  }
  const [first, ...others] = failures;
  if (!first) throw new Error('no family read');
  throw worstOf([first, ...others]);
}

/** Rows that another family may have. */
const lacksRows = ({ cursor }: HistoryPage): boolean =>
  PORTAL_LISTS.some((list) => ((cursor as EvmCursor).lists[list]?.incompleteFrom ?? null) !== null);

interface Reading {
  lists: readonly EvmList[];
  rereadBlocks: number;
  /** Milliseconds UTC. */
  now: () => number;
}

export const explorerFamily =
  (reader: EvmReader, { lists, rereadBlocks }: Reading): Family =>
  (cursor) =>
    reader.read(cursor, lists, rereadBlocks);

/** Explorers read the lists that a portal does not have. */
export const portalFamily = (
  portal: PortalReader,
  explorers: Family | null,
  { lists, rereadBlocks, now }: Reading,
): Family =>
  async function* (stored) {
    let cursor = stored;
    for await (const page of portal.read(stored, lists, rereadBlocks)) {
      ({ cursor } = page);
      yield page;
    }
    const hasRest = lists.some((list) => !PORTAL_LISTS.some((one) => one === list));
    if (explorers && hasRest) yield* explorers(cursor);
    else yield lastPage(resume(cursor, lists, rereadBlocks, now()), portal.provider);
  };
