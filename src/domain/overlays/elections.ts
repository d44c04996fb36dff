import type { MethodElection } from '../engine';
import type { ElectionEntry, ManualEntry } from './manual-entry';

/** The standing orders among the entries, the earliest first. */
export const electionsIn = (entries: readonly ManualEntry[]): ElectionEntry[] =>
  entries
    .filter((entry): entry is ElectionEntry => entry.kind === 'method_election')
    .sort((a, b) => a.from - b.from);

/** As the engine reads them; undefined without any. */
export function electedMethods(entries: readonly ManualEntry[]): MethodElection[] | undefined {
  const elections = electionsIn(entries);
  return elections.length === 0
    ? undefined
    : elections.map(({ wallet, method, from }) => ({ wallet, method, from }));
}
