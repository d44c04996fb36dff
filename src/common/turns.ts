import { setTimeout as pause } from 'node:timers/promises';
import { filterSliced, mapSliced, type Sliced } from '../domain/kernel/slices';
import { logScope } from './log-scope';

/** A longer computation delays other work noticeably. */
const TURN_MS = 4;
/** Parts after which work is long: it then gives way to new work. */
const SHORT_PARTS = 5;
/** Work is new for so long, without the time that it waits for an upstream or a job. Later it is itself long work. */
const NEW_MS = { request: 40, job: 300 } as const;
/**
 * Long work waits at most so many times as long for new work as its last part took, so that it keeps a fifth of the
 * event loop under a flood.
 */
const WAITS_PER_PART = 4;
const MOST_MS = 100;

interface NewWork {
  /** It is new until this time, in ms. */
  until: number;
  /** Open waits for an upstream or a job. */
  outside: number;
}

/** Requests and jobs of the last moment, by id. Those that have ended are removed. */
const newWork = new Map<string, NewWork>();

/** Of the request or job for which the caller works. */
function ownId(): string | undefined {
  const scope = logScope();
  return scope?.job_id ?? scope?.request_id;
}

/** Whether new work waits for the event loop, and the caller works for none. */
function newWorkWaits(): boolean {
  const now = performance.now();
  let waits = false;
  for (const [id, { until, outside }] of newWork) {
    if (outside > 0) continue;
    if (until <= now) newWork.delete(id);
    else if (id === ownId()) return false;
    else waits = true;
  }
  return waits;
}

/**
 * Long work of this process gives way to this request, or to this job that a caller waits for.
 * @returns a function to be called when it has ended
 */
export function startNew(kind: keyof typeof NEW_MS, id: string): () => void {
  newWork.set(id, { until: performance.now() + NEW_MS[kind], outside: 0 });
  return () => newWork.delete(id);
}

/** Long work does not give way to the caller while it waits for an upstream or a job. */
export async function whileOutside<T>(wait: () => Promise<T>): Promise<T> {
  const work = newWork.get(ownId() ?? '');
  if (!work) return wait();
  const since = performance.now();
  work.outside++;
  try {
    return await wait();
  } finally {
    if (--work.outside === 0) work.until += performance.now() - since;
  }
}

/** Yields to other requests between two parts of a computation. */
export const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** The parts of long work: time slices of a computation, or pages of a history. */
export class Parts {
  #done = 0;
  #beganAt = performance.now();

  /** Whether the current part has taken its time slice. */
  isOver(now = performance.now()): boolean {
    return now - this.#beganAt >= TURN_MS;
  }

  /**
   * Yields to other work. After some parts it also waits until new requests and jobs have ended, which call the database
   * in between.
   */
  async next(): Promise<void> {
    const took = performance.now() - this.#beganAt;
    await breathe();
    this.#done++;
    if (this.#done >= SHORT_PARTS) {
      const until = performance.now() + Math.min(WAITS_PER_PART * took, MOST_MS);
      while (newWorkWaits() && performance.now() < until) await pause(1);
    }
    this.#beganAt = performance.now();
  }
}

/**
 * Runs sliced work, and yields to other requests after each time slice.
 * @param signal ends the work early when no caller waits for it
 */
export async function inTurns<T>(work: Sliced<T>, signal?: AbortSignal): Promise<T> {
  const parts = new Parts();
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    if (!parts.isOver()) continue;
    await parts.next();
    signal?.throwIfAborted();
  }
}

/** Items between two looks at the clock, at most: a look takes as long as a short visit. */
const MOST_UNTIMED = 32;

/** Visits a long list, and yields to other requests after each time slice. */
export async function eachInTurns<T>(items: Iterable<T>, visit: (item: T) => void): Promise<void> {
  const parts = new Parts();
  let lookedAt = performance.now();
  let untimed = 1;
  let left = untimed;
  for (const item of items) {
    visit(item);
    if (--left > 0) continue;
    const now = performance.now();
    untimed = now - lookedAt < 1 ? Math.min(2 * untimed, MOST_UNTIMED) : 1;
    left = untimed;
    lookedAt = now;
    if (!parts.isOver(now)) continue;
    await parts.next();
    lookedAt = performance.now();
  }
}

/** As `filter` of a long list. */
export const filterInTurns = <T>(items: readonly T[], keeps: (item: T) => boolean): Promise<T[]> =>
  inTurns(filterSliced(items, keeps));

/**
 * Maps a long list, and yields to other requests after each time slice.
 * @param signal ends the work early when no caller waits for it
 */
export const mapInTurns = <T, R>(
  items: readonly T[],
  map: (item: T) => R,
  signal: AbortSignal,
): Promise<R[]> => inTurns(mapSliced(items, map), signal);

/** Elements compared between two yields. */
const COMPARED_AT_ONCE = 50_000;

/**
 * Number of elements that two lists have in common from their start. It yields to other requests.
 * @param before of an earlier state: its elements are the same objects
 */
export async function sharedStart(before: readonly unknown[], now: readonly unknown[]): Promise<number> {
  const most = Math.min(before.length, now.length);
  let shared = 0;
  while (shared < most && before[shared] === now[shared]) {
    shared++;
    if (shared % COMPARED_AT_ONCE === 0) await breathe();
  }
  return shared;
}
