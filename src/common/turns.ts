import { setTimeout as pause } from 'node:timers/promises';
import { filterSliced, mapSliced, type Sliced } from '../domain/kernel/slices';
import { logScope } from './log-scope';

/** A longer computation delays other requests noticeably. */
const TURN_MS = 4;
/** Turns after which a computation is long: it then gives way to new requests. */
const SHORT_TURNS = 5;
/** A request is new for so long. A longer one is itself long work, or waits for some. */
const NEW_MS = 40;
/** A long computation waits at most so long for new requests, so that many of them do not stop it. */
const GIVES_WAY_MS = 16;

interface NewRequest {
  readonly id: string;
  readonly at: number;
  isAnswered: boolean;
}

/** Requests of the last moment, by arrival. */
const newRequests: NewRequest[] = [];

function forgetOld(): void {
  const since = performance.now() - NEW_MS;
  for (let [first] = newRequests; first && (first.isAnswered || first.at < since); [first] = newRequests)
    newRequests.shift();
}

/** Whether a new request waits other than that for which the caller works. */
function othersWait(): boolean {
  forgetOld();
  const own = logScope()?.request_id;
  return newRequests.some(({ id, isAnswered }) => !isAnswered && id !== own);
}

/** Long computations of this process give way to this request. @returns a function to be called when it is answered */
export function newRequest(id: string): () => void {
  forgetOld();
  const request = { id, at: performance.now(), isAnswered: false };
  newRequests.push(request);
  return () => {
    request.isAnswered = true;
  };
}

/** Yields to other requests between two parts of a computation. */
export const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** The turns of one computation. */
class Turns {
  #taken = 0;
  #beganAt = performance.now();

  isOver(now = performance.now()): boolean {
    return now - this.#beganAt >= TURN_MS;
  }

  /** Yields to other requests. After some turns it also waits for the answers of new ones, which call the database in between. */
  async next(): Promise<void> {
    await breathe();
    this.#taken++;
    if (this.#taken >= SHORT_TURNS) {
      const until = performance.now() + GIVES_WAY_MS;
      while (othersWait() && performance.now() < until) await pause(1);
    }
    this.#beganAt = performance.now();
  }
}

/**
 * Runs sliced work, and yields to other requests after each time slice.
 * @param signal ends the work early when no caller waits for it
 */
export async function inTurns<T>(work: Sliced<T>, signal?: AbortSignal): Promise<T> {
  const turns = new Turns();
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    if (!turns.isOver()) continue;
    await turns.next();
    signal?.throwIfAborted();
  }
}

/** Items between two looks at the clock, at most: a look takes as long as a short visit. */
const MOST_UNTIMED = 32;

/** Visits a long list, and yields to other requests after each time slice. */
export async function eachInTurns<T>(items: Iterable<T>, visit: (item: T) => void): Promise<void> {
  const turns = new Turns();
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
    if (!turns.isOver(now)) continue;
    await turns.next();
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
