import type { ComputeOrder } from '../../ports/work/compute';
import { CALLER_KINDS, type CallerKind } from '../../ports/work/compute';
import { SHARES } from './shares';

type Caller = ComputeOrder['caller'];

interface Waiting {
  caller: Caller;
  admit: () => void;
}

/** Order: the kind with the smallest used part of its share, the caller with the fewest tasks, the oldest task. */
export class FairQueue {
  private waiting: Waiting[] = [];
  private readonly running: Caller[] = [];

  constructor(private readonly threads: number) {}

  /** @returns a function that gives the thread back; null when too many tasks wait */
  enter(caller: Caller, signal: AbortSignal): Promise<() => void> | null {
    if (this.mayStart(caller)) return Promise.resolve(this.start(caller));
    const { waiting, waitingPerCaller } = SHARES[caller.kind];
    if (this.waitingOf(caller.kind) >= waiting) return null;
    if (this.waiting.filter((entry) => isSame(entry.caller, caller)).length >= waitingPerCaller) return null;
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.waiting = this.waiting.filter((other) => other !== entry);
        reject(signal.reason as Error);
      };
      const entry: Waiting = {
        caller,
        admit: () => {
          signal.removeEventListener('abort', leave);
          resolve(this.start(caller));
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      this.waiting.push(entry);
    });
  }

  runningOf(kind: CallerKind): number {
    return this.running.filter((caller) => caller.kind === kind).length;
  }

  waitingOf(kind: CallerKind): number {
    return this.waiting.filter(({ caller }) => caller.kind === kind).length;
  }

  private start(caller: Caller): () => void {
    this.running.push(caller);
    let isRunning = true;
    return () => {
      if (!isRunning) return;
      isRunning = false;
      this.running.splice(this.running.indexOf(caller), 1);
      this.admitNext();
    };
  }

  private admitNext(): void {
    for (let next = this.next(); next !== undefined; next = this.next()) {
      const admitted = next;
      this.waiting = this.waiting.filter((entry) => entry !== admitted);
      admitted.admit();
    }
  }

  private next(): Waiting | undefined {
    const order = ({ caller }: Waiting): readonly number[] => [
      this.runningOf(caller.kind) / SHARES[caller.kind].threads(this.threads),
      this.runningFor(caller),
      CALLER_KINDS.indexOf(caller.kind),
    ];
    return this.waiting
      .filter(({ caller }) => this.mayStart(caller))
      .map((entry) => ({ entry, order: order(entry) }))
      .reduce<{ entry: Waiting; order: readonly number[] } | undefined>(
        (best, one) => (best === undefined || isBefore(one.order, best.order) ? one : best),
        undefined,
      )?.entry;
  }

  private mayStart(caller: Caller): boolean {
    const { threads, perCaller } = SHARES[caller.kind];
    return (
      this.running.length < this.threads &&
      this.runningOf(caller.kind) < threads(this.threads) &&
      this.runningFor(caller) < perCaller(this.threads)
    );
  }

  private runningFor(caller: Caller): number {
    return this.running.filter((other) => isSame(other, caller)).length;
  }
}

const isSame = (a: Caller, b: Caller): boolean => a.kind === b.kind && a.id === b.id;

function isBefore(a: readonly number[], b: readonly number[]): boolean {
  const at = a.findIndex((value, i) => value !== b[i]);
  return at !== -1 && (a[at] ?? 0) < (b[at] ?? 0);
}
