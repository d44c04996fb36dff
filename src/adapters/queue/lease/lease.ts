/** A claimed row. The claim holds while `fence` is the latest value and the lease has not expired. */
export interface Claim {
  id: string;
  fence: number;
}

/** Reason for aborting claimed work. */
export type StopReason = 'cancelled' | 'shutdown' | 'lost' | 'deadline';

/** A claim for which this process does the work. */
export class Lease<C extends Claim> {
  private readonly abort = new AbortController();
  /** Aborted when the work must stop. */
  readonly signal = this.abort.signal;
  stopped: StopReason | null = null;

  constructor(readonly claim: C) {}

  /** The first reason counts. */
  stop(reason: StopReason): void {
    if (this.stopped !== null) return;
    this.stopped = reason;
    this.abort.abort(new Error(`job ${reason}`));
  }
}
