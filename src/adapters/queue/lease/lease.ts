/** A claimed row. The claim holds while `fence` is the latest value and the lease has not expired. */
export interface Claim {
  id: string;
  fence: number;
}

/** Reason for aborting claimed work. */
export type StopReason = 'cancelled' | 'shutdown' | 'lost';

/** A claim for which this process does the work. */
export class Lease<C extends Claim> {
  private readonly abort = new AbortController();
  private reason: StopReason | null = null;
  private done: Promise<void> = Promise.resolve();

  constructor(readonly claim: C) {}

  /** Identifies the claim: a row can be held twice, when the process was frozen past the lease and claimed it again. */
  get key(): string {
    return keyOf(this.claim);
  }

  /** Aborted when the work must stop. */
  get signal(): AbortSignal {
    return this.abort.signal;
  }

  get stopped(): StopReason | null {
    return this.reason;
  }

  /** Resolves when the work has ended. */
  get ended(): Promise<void> {
    return this.done;
  }

  /** The first reason counts. */
  stop(reason: StopReason): void {
    if (this.reason !== null) return;
    this.reason = reason;
    this.abort.abort(new Error(`job ${reason}`));
  }

  run(work: (lease: this) => Promise<void>): Promise<void> {
    return (this.done = work(this));
  }
}

export const keyOf = ({ id, fence }: Claim): string => `${id}:${fence}`;
