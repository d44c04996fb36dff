/** Limit of the search for better partners: transfers that fit each other in many ways are few. */
const MOST_STEPS = 500_000;

/**
 * Pairs as many ends as possible. The most likely pairs come first. Then an end without a partner takes one whose
 * partner has another.
 * @param likely the most likely first
 * @returns out -> arrival
 */
export function mostPairs<T>(likely: readonly (readonly [out: T, arrival: T])[]): Map<T, T> {
  const [byOut, byArrival] = [new Map<T, T>(), new Map<T, T>()];
  const partners = new Map<T, T[]>();
  const join = (out: T, arrival: T): void => {
    byOut.set(out, arrival);
    byArrival.set(arrival, out);
  };
  for (const [out, arrival] of likely) {
    const known = partners.get(out);
    if (known) known.push(arrival);
    else partners.set(out, [arrival]);
    if (!byOut.has(out) && !byArrival.has(arrival)) join(out, arrival);
  }
  let steps = 0;
  for (const out of partners.keys()) {
    if (byOut.has(out)) continue;
    // Breadth first: the nearest arrival without a partner, and the arrivals on the way to it.
    const cameFrom = new Map<T, T>();
    const waiting = [out];
    let free: T | undefined;
    for (let i = 0; i < waiting.length && free === undefined && steps < MOST_STEPS; i++) {
      const from = waiting[i] as T;
      for (const arrival of partners.get(from) ?? []) {
        steps++;
        if (cameFrom.has(arrival)) continue;
        cameFrom.set(arrival, from);
        const taken = byArrival.get(arrival);
        if (taken === undefined) {
          free = arrival;
          break;
        }
        waiting.push(taken);
      }
    }
    while (free !== undefined) {
      const from = cameFrom.get(free) as T;
      const next = byOut.get(from);
      join(from, free);
      free = from === out ? undefined : next;
    }
  }
  return byOut;
}
