import { setTimeout as pause } from 'node:timers/promises';
import { filterSliced, mapSliced, type Sliced } from '../domain/kernel/slices';
import { logScope } from './log-scope';

/** A longer computation delays other work noticeably. */
const TURN_MS = 4;
/** After so many parts, work is long and gives way to new work. */
const SHORT_PARTS = 5;
/** How long work is new, without its waits for upstreams and jobs. */
const NEW_MS = { request: 40, job: 300 } as const;
/** In durations of the last part of long work, which keeps a fifth of the event loop under a flood. */
const WAITS_PER_PART = 4;
const MOST_MS = 100;

interface NewWork {
  /** In ms. */
  until: number;
  outside: number;
}

const newWork = new Map<string, NewWork>();

function ownId(): string | undefined {
  const scope = logScope();
  return scope?.job_id ?? scope?.request_id;
}

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
 * Long work gives way to this request, or to this job that a caller waits for.
 * @returns a function to be called when the request or job has ended
 */
export function startNew(kind: keyof typeof NEW_MS, id: string): () => void {
  newWork.set(id, { until: performance.now() + NEW_MS[kind], outside: 0 });
  return () => newWork.delete(id);
}

/** Long work does not give way while the caller waits for an upstream or a job. */
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

export const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export class Parts {
  #done = 0;
  #beganAt = performance.now();

  isOver(now = performance.now()): boolean {
    return now - this.#beganAt >= TURN_MS;
  }

  /** After some parts, it also waits until new requests and jobs have ended, which call the database in between. */
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

/** @param signal ends the work early when no caller waits for it */
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

/** Items between two looks at the clock. A look takes as long as a short visit. */
const MOST_UNTIMED = 32;

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

export const filterInTurns = <T>(items: readonly T[], keeps: (item: T) => boolean): Promise<T[]> =>
  inTurns(filterSliced(items, keeps));

/** @param signal ends the work early when no caller waits for it */
export const mapInTurns = <T, R>(
  items: readonly T[],
  map: (item: T) => R,
  signal: AbortSignal,
): Promise<R[]> => inTurns(mapSliced(items, map), signal);

const COMPARED_AT_ONCE = 50_000;

/** Number of equal elements at the start. @param before an earlier state with the same objects */
export async function sharedStart(before: readonly unknown[], now: readonly unknown[]): Promise<number> {
  const most = Math.min(before.length, now.length);
  let shared = 0;
  while (shared < most && before[shared] === now[shared]) {
    shared++;
    if (shared % COMPARED_AT_ONCE === 0) await breathe();
  }
  return shared;
}
