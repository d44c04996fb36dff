import type { Cells, Part } from '../../../../domain/exchanges';
import { DAY_MS } from '../../../../domain/kernel/durations';
import { ExchangeApiError, type KeyFacts } from '../../../../ports/exchanges/exchange-api';
import type { Call } from '../call';

export interface ReadFrom {
  /** ms UTC. Null: from the beginning of the list. */
  from: number | null;
  /** ms UTC */
  now: number;
  places: Readonly<Record<string, string>>;
}

export interface ReadPage {
  rows: readonly Cells[];
  places?: Readonly<Record<string, string>>;
}

export interface ListReader {
  name: string;
  part: Part;
  format: string;
  pages(call: Call, from: ReadFrom): AsyncIterable<ReadPage>;
}

export interface VenueReader {
  needsPassphrase?: true;
  /** Paths of the API parts under the base URL of a stand-in. */
  paths: Readonly<Record<string, string>>;
  /** The exchange refuses a nonce that does not grow. Two calls can fall in one millisecond. */
  countsNonces?: true;
  /** The exchange refuses calls whose time differs from its own. */
  setsClock?: true;
  lists: readonly ListReader[];
  key(call: Call): Promise<KeyFacts>;
  balances(call: Call): Promise<readonly (readonly [coin: string, amount: string])[]>;
}

/** More pages than any history has: an endless list is a fault. */
const MOST_PAGES = 20_000;

/** @throws ExchangeApiError beyond the end of any history */
export const pageCounter = (): (() => void) => {
  let pages = 0;
  return () => {
    if (++pages > MOST_PAGES) throw new ExchangeApiError('answer');
  };
};

export interface TimeWindow {
  start: number;
  end: number;
}

export function windowsOf({ from, now }: ReadFrom, beginning: number, days: number): TimeWindow[] {
  const windows: TimeWindow[] = [];
  for (let start = Math.max(from ?? beginning, beginning); start <= now; start += days * DAY_MS)
    windows.push({ start, end: Math.min(now, start + days * DAY_MS - 1) });
  return windows;
}

/** Reads the halves of a full answer: the exchange cuts it. @param full rows of an answer that may be cut */
export async function* byHalves<T>(
  read: (window: TimeWindow) => Promise<readonly T[]>,
  window: TimeWindow,
  full: number,
): AsyncGenerator<readonly T[]> {
  const rows = await read(window);
  if (rows.length < full || window.end <= window.start) {
    yield rows;
    return;
  }
  const middle = Math.floor((window.start + window.end) / 2);
  yield* byHalves(read, { start: window.start, end: middle }, full);
  yield* byHalves(read, { start: middle + 1, end: window.end }, full);
}
