/** The claim holds while `fence` is the latest value and the lease has not expired. */
export interface Claim {
  id: string;
  fence: number;
}

export type StopReason = 'cancelled' | 'shutdown' | 'lost' | 'deadline';

export class Lease<C extends Claim> {
  private readonly abort = new AbortController();
  readonly signal = this.abort.signal;
  stopped: StopReason | null = null;

  constructor(readonly claim: C) {}

  stop(reason: StopReason): void {
    if (this.stopped !== null) return;
    this.stopped = reason;
    this.abort.abort(new Error(`job ${reason}`));
  }
}
